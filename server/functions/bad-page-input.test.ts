import { count } from 'drizzle-orm';
import { expect, test } from 'vitest';

import type { CallName } from '#domain/calls.ts';
import { drafts, pages, pageVersions } from '#server/db/schema-pages.ts';
import { openShop, sellableConfig, type TestShop } from '#server/testing.ts';

const state = async ({ context: { db } }: TestShop) => [
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
  const shop = await openShop();
  const seller = await shop.seller();
  const { pageId } = await seller.publish({}, 'taller');
  const before = await state(shop);
  for (const [name, rest] of Object.entries(BODIES)) {
    const body = { ...rest, pageId };
    const wrong: object[] = [
      { ...body, sellerId: 'x' },
      { ...body, mode: 'live' },
      ...['1', '', null, 7, `${pageId}'`, [pageId], { id: pageId }].map((id) => ({ ...rest, pageId: id })),
      ...Object.keys(name === 'check-slug' ? rest : body).map((key) => ({ ...body, [key]: undefined })),
    ];
    for (const one of wrong) {
      const { status, body: answer } = await seller.call(name as CallName, one as never);
      expect([name, one, status, answer.error?.code]).toEqual([name, one, 400, 'invalid_request']);
    }
  }
  expect(await state(shop)).toEqual(before);
});

test('refuses values of the wrong type or size exactly at their limit', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { pageId } = await seller.publish({}, 'taller');
  const cases: [CallName, object, number][] = [
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
    expect([name, body, (await seller.call(name, body as never)).status]).toEqual([name, body, expected]);
  }
});

test('limits the rate of page actions', async () => {
  const now = new Date();
  const shop = await openShop({ env: { RATE_LIMITS: 'live' }, realNow: () => now });
  const seller = await shop.seller();
  const { pageId } = (await seller.call('save-draft', { config: sellableConfig() })).body;
  const statuses = new Set<number>();
  for (let asked = 0; asked < 31; asked++)
    statuses.add((await seller.call('duplicate-page', { pageId })).status);
  expect([...statuses]).toEqual([200, 429]);
  expect((await seller.call('list-pages', {})).body.pages).toHaveLength(31);
});
