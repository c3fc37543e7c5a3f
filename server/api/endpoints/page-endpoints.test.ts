import { expect, test } from 'vitest';

import { toPageConfig } from '#domain/api-resources/page-config.ts';
import type { PageConfigResource } from '#domain/api-resources/page-resources.ts';
import { createEmptyConfig } from '#domain/checkout-page.ts';
import { createApiClient, type TestApiClient } from '#server/testing/api-client.ts';
import { createTestApp, sellableConfig as storedConfig } from '#server/testing/test-app.ts';

type Draft = { config: PageConfigResource; revision: number };
type Page = { id: string; state: string; revision: number };

const sellableConfig = (change: Parameters<typeof storedConfig>[0] = {}) => toPageConfig(storedConfig(change));

async function createApiTestEnv() {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.onboard();
  await seller.givePlan();
  const program = await createApiClient(app, seller);
  const draft = async (pageId: string) => (await program.send<Draft>('GET', `/pages/${pageId}/draft`)).body;
  const page = async (pageId: string) => (await program.send<Page>('GET', `/pages/${pageId}`)).body;
  return { app, seller, draft, page, ...program };
}

const createPage = async (ask: TestApiClient['send'], body: object = {}): Promise<string> => {
  const answer = await ask<{ id: string }>('POST', '/pages', { body });
  expect(answer.status).toBe(201);
  return answer.body.id;
};

test('creates, changes, publishes, unpublishes and deletes a page with an API key', async () => {
  const { app, send: ask, draft } = await createApiTestEnv();
  const pageId = await createPage(ask, { metadata: { shelf: '3' }, externalId: 'p-1' });
  expect((await draft(pageId)).config).toEqual(toPageConfig(createEmptyConfig()));
  const errorResponse = await ask('POST', `/pages/${pageId}/publish`);
  expect(errorResponse.body.error).toMatchObject({
    type: 'invalid_request',
    code: 'page_invalid',
    param: 'config.productName',
    problems: [
      { path: 'config.productName', message: expect.stringMatching(/./) },
      { path: 'config.price', message: expect.stringMatching(/./) },
    ],
  });
  const updatedDraft = await ask('PUT', `/pages/${pageId}/draft`, { body: { config: sellableConfig() } });
  expect(updatedDraft.body).toEqual({ pageId, revision: 2, config: sellableConfig() });
  const published = await ask('POST', `/pages/${pageId}/publish`, { body: { slug: 'taller' } });
  const page = {
    id: pageId,
    slug: 'taller',
    url: 'http://localhost:3000/c/taller',
    state: 'published',
    price: 2900,
    currency: 'USD',
    version: 1,
    revision: 3,
    metadata: { shelf: '3' },
    externalId: 'p-1',
  };
  expect(published.body).toMatchObject(page);
  expect((await app.rpc('create-checkout-session', { slug: 'taller' })).status).toBe(200);
  const change = { name: 'Mine', archived: true, metadata: {}, externalId: null };
  expect((await ask('PATCH', `/pages/${pageId}`, { body: change })).body).toMatchObject({ ...page, ...change });
  expect((await ask('GET', '/pages?externalId=p-1')).body).toEqual({ data: [], next: null });
  expect((await ask('POST', `/pages/${pageId}/unpublish`)).body).toMatchObject({ state: 'unpublished' });
  expect((await ask('GET', `/pages/${pageId}/usage`)).body).toEqual({ pageId, sold: 0, reserved: 1, coupons: [] });
  expect((await ask('POST', `/pages/${pageId}/duplicate`)).body).toMatchObject({ state: 'draft', slug: null });
  expect((await ask('DELETE', `/pages/${pageId}`)).body).toEqual({ id: pageId, deleted: true });
  expect((await ask('GET', `/pages/${pageId}`)).status).toBe(404);
});

test('updates some fields of a draft and keeps the others, including optional ones', async () => {
  const { send: ask, draft } = await createApiTestEnv();
  const config = sellableConfig({
    timeZone: 'Europe/Lisbon',
    priceOptions: { baseName: 'Once', others: [] },
    embedding: { origins: ['https://shop.example'] },
  });
  const pageId = await createPage(ask, { config });
  const patched = await ask('PATCH', `/pages/${pageId}/draft`, { body: { config: { price: 3500 } } });
  expect(patched.body).toEqual({ pageId, revision: 2, config: { ...config, price: 3500 } });
  for (const invalidConfig of [
    { price: '35' },
    { price: 35.5 },
    { prize: 3500 },
    { fonts: { heading: 'Inter' } },
    { timeZone: null },
  ])
    expect([
      invalidConfig,
      (await ask('PATCH', `/pages/${pageId}/draft`, { body: { config: invalidConfig } })).status,
    ]).toEqual([invalidConfig, 400]);
  expect((await draft(pageId)).revision).toBe(2);
});

test('refuses changes based on an outdated revision or version', async () => {
  const { send: ask, draft } = await createApiTestEnv();
  const pageId = await createPage(ask, { config: sellableConfig() });
  await ask('PATCH', `/pages/${pageId}/draft`, { body: { config: { price: 3500 } } });
  for (const [method, path, body] of [
    ['PUT', 'draft', { config: sellableConfig(), baseRevision: 1 }],
    ['PATCH', 'draft', { config: { price: 4000 }, baseRevision: 1 }],
    ['POST', 'publish', { baseRevision: 1 }],
    ['POST', 'publish', { baseVersion: 1 }],
  ] as const)
    expect([path, (await ask(method, `/pages/${pageId}/${path}`, { body })).body.error]).toMatchObject([
      path,
      { code: 'revision_conflict', type: 'conflict' },
    ]);
  expect((await draft(pageId)).config.price).toBe(3500);
  // Sent concurrently: each change builds on the one before, or is refused.
  const answers = await Promise.all(
    [100, 200, 300, 400, 500].map((price) => ask('PATCH', `/pages/${pageId}/draft`, { body: { config: { price } } })),
  );
  const updatedCount = answers.filter(({ status }) => status === 200).length;
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(5 - updatedCount);
  expect((await draft(pageId)).revision).toBe(2 + updatedCount);
});

test('exports a page as a file and imports it as a new page or into an existing one', async () => {
  const { send: ask, page, draft } = await createApiTestEnv();
  const pageId = await createPage(ask, { config: sellableConfig({ productName: 'Kiln Club' }) });
  await ask('PATCH', `/pages/${pageId}`, { body: { name: 'Club' } });
  const file = (await ask('GET', `/pages/${pageId}/file`)).body;
  expect(file).toMatchObject({ format: 'tillwright-page', name: 'Club' });
  const importedPage = await ask('POST', '/pages/import', { body: file });
  expect([importedPage.status, importedPage.body]).toMatchObject([
    201,
    { name: 'Club', productName: 'Kiln Club', state: 'draft' },
  ]);
  const otherPageId = await createPage(ask, { config: sellableConfig() });
  await ask('PATCH', `/pages/${otherPageId}`, { body: { name: 'Other' } });
  expect((await ask('PUT', `/pages/${otherPageId}/file`, { body: file })).body).toMatchObject({
    id: otherPageId,
    name: 'Other',
    productName: 'Kiln Club',
    revision: 2,
  });
  expect((await draft(otherPageId)).config).toEqual((await draft(pageId)).config);
  expect((await page(otherPageId)).state).toBe('draft');
  expect((await ask('PUT', `/pages/${crypto.randomUUID()}/file`, { body: file })).status).toBe(404);
  const fileWithInvalidConfig = { ...file, config: { ...(file.config as object), price: 1 } };
  expect((await ask('PUT', `/pages/${otherPageId}/file`, { body: fileWithInvalidConfig })).body.error?.code).toBe(
    'page_file_invalid',
  );
  for (const invalidFile of [[], 'text', null])
    expect((await ask('POST', '/pages/import', { body: invalidFile })).status).toBe(400);
});

test('lists versions newest first with their changes across pages of the list', async () => {
  const { send: ask } = await createApiTestEnv();
  const pageId = await createPage(ask, { config: sellableConfig() });
  for (const price of [2900, 3000, 3100, 3200, 3300]) {
    await ask('PATCH', `/pages/${pageId}/draft`, { body: { config: { price } } });
    expect((await ask('POST', `/pages/${pageId}/publish`)).status).toBe(200);
  }
  type Listed = { data: { number: number; changes: string[] }[]; next: string | null };
  const listedVersions: Listed['data'] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const path: string = `/pages/${pageId}/versions?limit=2${cursor && `&cursor=${cursor}`}`;
    const { body }: { body: Listed } = await ask<Listed>('GET', path);
    listedVersions.push(...body.data);
    cursor = body.next;
  }
  expect(listedVersions.map(({ number }) => number)).toEqual([5, 4, 3, 2, 1]);
  expect(listedVersions.map(({ changes }) => changes.join()).slice(0, 4)).toEqual(
    Array(4).fill(expect.stringMatching(/price/i)),
  );
  expect(listedVersions[4]?.changes).toEqual(['First publication']);
  expect((await ask('GET', `/pages/${pageId}/versions/2`)).body).toMatchObject({
    number: 2,
    config: { price: 3000 },
  });
  for (const number of ['0', '99999999999', 'x', '1.5'])
    expect([number, (await ask('GET', `/pages/${pageId}/versions/${number}`)).status]).toEqual([number, 400]);
  expect((await ask('GET', `/pages/${pageId}/versions/6`)).status).toBe(404);
  expect((await ask('GET', `/pages/${crypto.randomUUID()}/versions`)).status).toBe(404);
});
