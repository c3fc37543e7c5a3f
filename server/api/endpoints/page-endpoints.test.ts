import { expect, test } from 'vitest';

import { createEmptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { createApiClient, type TestApiClient } from '#server/testing/api-client.ts';
import { createTestApp, sellableConfig } from '#server/testing/test-app.ts';

type Config = { config: CheckoutPageConfig; revision: number; state: string };

async function createApiTestEnv() {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.onboard();
  await seller.givePlan();
  const program = await createApiClient(app, seller);
  const page = async (pageId: string) => (await program.send<Config>('GET', `/pages/${pageId}`)).body;
  return { app, seller, page, ...program };
}

const createPage = async (ask: TestApiClient['send'], body: object = {}): Promise<string> => {
  const answer = await ask<{ pageId: string }>('POST', '/pages', { body });
  expect(answer.status).toBe(201);
  return answer.body.pageId;
};

test('creates, changes, publishes, unpublishes and deletes a page with an API key', async () => {
  const { app, send: ask, page } = await createApiTestEnv();
  const pageId = await createPage(ask);
  expect((await page(pageId)).config).toEqual(createEmptyConfig());
  const errorResponse = await ask('POST', `/pages/${pageId}/publish`);
  expect(errorResponse.body.error).toMatchObject({
    code: 'page_invalid',
    problems: [{ field: 'productName' }, { field: 'price' }],
  });
  const updatedDraft = await ask('PUT', `/pages/${pageId}/draft`, { body: { config: sellableConfig() } });
  expect(updatedDraft.body).toEqual({ pageId, revision: 2 });
  const published = await ask('POST', `/pages/${pageId}/publish`, { body: { slug: 'taller' } });
  expect(published.body).toEqual({
    pageId,
    slug: 'taller',
    url: 'http://localhost:3000/c/taller',
    version: 1,
    revision: 3,
  });
  expect((await app.rpc('create-checkout-session', { slug: 'taller' })).status).toBe(200);
  expect((await ask('PATCH', `/pages/${pageId}`, { body: { name: 'Mine' } })).body).toEqual({ name: 'Mine' });
  expect((await ask('POST', `/pages/${pageId}/archive`)).body).toEqual({ archived: true });
  expect((await ask('POST', `/pages/${pageId}/archive`, { body: { archived: false } })).body).toEqual({
    archived: false,
  });
  expect((await ask('POST', `/pages/${pageId}/unpublish`)).body).toEqual({ state: 'unpublished' });
  expect((await ask('GET', `/pages/${pageId}/counts`)).body).toEqual({ sold: 0, reserved: 1, coupons: [] });
  expect((await ask('POST', `/pages/${pageId}/duplicate`)).status).toBe(201);
  expect((await ask('DELETE', `/pages/${pageId}`)).body).toEqual({ deleted: true });
  expect((await ask('GET', `/pages/${pageId}`)).status).toBe(404);
});

test('updates some fields of a draft and keeps the others, including optional ones', async () => {
  const { send: ask, page } = await createApiTestEnv();
  const config = sellableConfig({
    timeZone: 'Europe/Lisbon',
    priceOptions: { baseName: 'Once', others: [] },
    embedding: { origins: ['https://shop.example'] },
  });
  const pageId = await createPage(ask, { config });
  const patched = await ask('PATCH', `/pages/${pageId}/draft`, { body: { config: { price: '35' } } });
  expect(patched.body).toEqual({ pageId, revision: 2 });
  expect((await page(pageId)).config).toEqual({ ...config, price: '35' });
  for (const invalidConfig of [{ price: 35 }, { prize: '35' }, { fonts: { heading: 'Inter' } }, { timeZone: null }])
    expect([
      invalidConfig,
      (await ask('PATCH', `/pages/${pageId}/draft`, { body: { config: invalidConfig } })).status,
    ]).toEqual([invalidConfig, 400]);
  expect((await page(pageId)).revision).toBe(2);
});

test('refuses changes based on an outdated revision or version', async () => {
  const { send: ask, page } = await createApiTestEnv();
  const pageId = await createPage(ask, { config: sellableConfig() });
  await ask('PATCH', `/pages/${pageId}/draft`, { body: { config: { price: '35' } } });
  for (const [method, path, body] of [
    ['PUT', 'draft', { config: sellableConfig(), baseRevision: 1 }],
    ['PATCH', 'draft', { config: { price: '40' }, baseRevision: 1 }],
    ['POST', 'publish', { baseRevision: 1 }],
    ['POST', 'publish', { baseVersion: 1 }],
  ] as const)
    expect([path, (await ask(method, `/pages/${pageId}/${path}`, { body })).body.error]).toMatchObject([
      path,
      { code: 'draft_changed', status: 409, revision: 2 },
    ]);
  expect((await page(pageId)).config.price).toBe('35');
  // Sent concurrently: each change builds on the one before, or is refused.
  const answers = await Promise.all(
    ['1', '2', '3', '4', '5'].map((price) => ask('PATCH', `/pages/${pageId}/draft`, { body: { config: { price } } })),
  );
  const updatedCount = answers.filter(({ status }) => status === 200).length;
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(5 - updatedCount);
  expect((await page(pageId)).revision).toBe(2 + updatedCount);
});

test('exports a page as a file and imports it as a new page or into an existing one', async () => {
  const { send: ask, page } = await createApiTestEnv();
  const pageId = await createPage(ask, { config: sellableConfig({ productName: 'Kiln Club' }) });
  await ask('PATCH', `/pages/${pageId}`, { body: { name: 'Club' } });
  const file = (await ask('GET', `/pages/${pageId}/file`)).body;
  expect(file).toMatchObject({ format: 'tillwright-page', name: 'Club' });
  const importedPage = await ask<{ pageId: string }>('POST', '/pages/import', { body: { file } });
  expect(importedPage.status).toBe(201);
  expect(await page(importedPage.body.pageId)).toMatchObject({
    name: 'Club',
    config: { productName: 'Kiln Club' },
    state: 'draft',
  });
  const otherPageId = await createPage(ask, { config: sellableConfig() });
  await ask('PATCH', `/pages/${otherPageId}`, { body: { name: 'Other' } });
  expect((await ask('PUT', `/pages/${otherPageId}/file`, { body: { file } })).body).toEqual({
    pageId: otherPageId,
  });
  expect(await page(otherPageId)).toMatchObject({
    name: 'Other',
    config: { productName: 'Kiln Club' },
    revision: 2,
  });
  expect((await ask('PUT', `/pages/${crypto.randomUUID()}/file`, { body: { file } })).status).toBe(404);
  const fileWithInvalidConfig = { ...file, config: { ...(file.config as object), price: 1 } };
  expect(
    (await ask('PUT', `/pages/${otherPageId}/file`, { body: { file: fileWithInvalidConfig } })).body.error?.code,
  ).toBe('page_file_invalid');
  for (const invalidFile of [[], 'text', null])
    expect((await ask('POST', '/pages/import', { body: { file: invalidFile } })).status).toBe(400);
});

test('lists versions newest first with their changes across pages of the list', async () => {
  const { send: ask } = await createApiTestEnv();
  const pageId = await createPage(ask, { config: sellableConfig() });
  for (const price of ['29', '30', '31', '32', '33']) {
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
    config: { price: '30' },
  });
  for (const number of ['0', '99999999999', 'x', '1.5'])
    expect([number, (await ask('GET', `/pages/${pageId}/versions/${number}`)).status]).toEqual([number, 400]);
  expect((await ask('GET', `/pages/${pageId}/versions/6`)).status).toBe(404);
  expect((await ask('GET', `/pages/${crypto.randomUUID()}/versions`)).status).toBe(404);
});
