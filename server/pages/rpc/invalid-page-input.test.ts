import { count } from 'drizzle-orm';
import { expect, test } from 'vitest';

import type { RpcName } from '#domain/rpc-contract.ts';
import { drafts, pages, pageVersions } from '#server/db/schema-pages.ts';
import { createTestApp, sellableConfig, type TestApp } from '#server/testing/test-app.ts';

const readState = async ({ context: { db } }: TestApp) => [
  await db.select().from(pages),
  await db.select().from(drafts),
  await db.select({ rows: count() }).from(pageVersions),
];

const BODIES = {
  'rename-page': { name: 'Name' },
  'duplicate-page': {},
  'unpublish-page': {},
  'archive-page': { archived: true },
  'resume-page': {},
  'delete-page': {},
  'list-versions': {},
  'get-page-counts': {},
  'get-version': { number: 1 },
  'check-slug': { slug: 'taller' },
  'export-page': {},
};

test('refuses unknown keys, missing keys and malformed ids in every page function and changes nothing', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({}, 'taller');
  const before = await readState(app);
  for (const [name, rest] of Object.entries(BODIES)) {
    const body = { ...rest, pageId };
    const invalidBodies: object[] = [
      { ...body, sellerId: 'x' },
      { ...body, mode: 'live' },
      ...['1', '', null, 7, `${pageId}'`, [pageId], { id: pageId }].map((id) => ({ ...rest, pageId: id })),
      ...Object.keys(name === 'check-slug' ? rest : body).map((key) => ({ ...body, [key]: undefined })),
    ];
    for (const invalidBody of invalidBodies) {
      const { status, body: answer } = await seller.rpc(name as RpcName, invalidBody as never);
      expect([name, invalidBody, status, answer.error?.code]).toEqual([name, invalidBody, 400, 'invalid_request']);
    }
  }
  expect(await readState(app)).toEqual(before);
});

test('refuses values of the wrong type or size exactly at their limit', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({}, 'taller');
  const cases: [RpcName, object, number][] = [
    ['rename-page', { pageId, name: ' '.repeat(1000) }, 200],
    ['rename-page', { pageId, name: ' '.repeat(1001) }, 400],
    ['rename-page', { pageId, name: 7 }, 400],
    ['archive-page', { pageId, archived: 'yes' }, 400],
    ['get-version', { pageId, number: 1 }, 200],
    ['get-version', { pageId, number: 0 }, 400],
    ['get-version', { pageId, number: 1.5 }, 400],
    ['get-version', { pageId, number: 2 ** 31 - 1 }, 404],
    ['get-version', { pageId, number: 2 ** 31 }, 400],
    ['get-version', { pageId, number: '1' }, 400],
    ['check-slug', { pageId, slug: 'x'.repeat(500) }, 200],
    ['check-slug', { pageId, slug: 'x'.repeat(501) }, 400],
  ];
  for (const [name, body, expected] of cases) {
    expect([name, body, (await seller.rpc(name, body as never)).status]).toEqual([name, body, expected]);
  }
});

test('limits the rate of page actions', async () => {
  const now = new Date();
  const app = await createTestApp({ env: { RATE_LIMITS: 'live' }, realNow: () => now });
  const seller = await app.signUpSeller();
  const { pageId } = (await seller.rpc('save-draft', { config: sellableConfig() })).body;
  const statuses = new Set<number>();
  for (let index = 0; index < 31; index++) statuses.add((await seller.rpc('duplicate-page', { pageId })).status);
  expect([...statuses]).toEqual([200, 429]);
  expect((await seller.rpc('list-pages', {})).body.pages).toHaveLength(31);
});
