import { expect, test } from 'vitest';

import { emptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';

import { openProgram, type TestProgram } from '#server/testing-api.ts';
import { openShop, sellableConfig } from '#server/testing.ts';

type Config = { config: CheckoutPageConfig; revision: number; state: string };

async function openWorld() {
  const shop = await openShop();
  const seller = await shop.seller();
  await seller.onboard();
  await seller.takePlan();
  const program = await openProgram(shop, seller);
  const page = async (pageId: string) => (await program.ask<Config>('GET', `/pages/${pageId}`)).body;
  return { shop, seller, page, ...program };
}

const create = async (ask: TestProgram['ask'], body: object = {}): Promise<string> => {
  const answer = await ask<{ pageId: string }>('POST', '/pages', { body });
  expect(answer.status).toBe(201);
  return answer.body.pageId;
};

test('creates, changes, publishes, unpublishes and deletes a page with an API key', async () => {
  const { shop, ask, page } = await openWorld();
  const pageId = await create(ask);
  expect((await page(pageId)).config).toEqual(emptyConfig());
  const refused = await ask('POST', `/pages/${pageId}/publish`);
  expect(refused.body.error).toMatchObject({
    code: 'page_invalid',
    problems: [{ field: 'productName' }, { field: 'price' }],
  });
  const put = await ask('PUT', `/pages/${pageId}/draft`, { body: { config: sellableConfig() } });
  expect(put.body).toEqual({ pageId, revision: 2 });
  const published = await ask('POST', `/pages/${pageId}/publish`, { body: { slug: 'taller' } });
  expect(published.body).toEqual({
    pageId,
    slug: 'taller',
    url: 'http://localhost:3000/c/taller',
    version: 1,
    revision: 3,
  });
  expect((await shop.call('create-checkout-session', { slug: 'taller' })).status).toBe(200);
  expect((await ask('PATCH', `/pages/${pageId}`, { body: { name: 'Mine' } })).body).toEqual({ name: 'Mine' });
  expect((await ask('POST', `/pages/${pageId}/archive`)).body).toEqual({ archived: true });
  expect((await ask('POST', `/pages/${pageId}/archive`, { body: { archived: false } })).body).toEqual({
    archived: false,
  });
  expect((await ask('POST', `/pages/${pageId}/unpublish`)).body).toEqual({ state: 'unpublished' });
  expect((await ask('GET', `/pages/${pageId}/counts`)).body).toEqual({ sold: 0, held: 1, coupons: [] });
  expect((await ask('POST', `/pages/${pageId}/duplicate`)).status).toBe(201);
  expect((await ask('DELETE', `/pages/${pageId}`)).body).toEqual({ deleted: true });
  expect((await ask('GET', `/pages/${pageId}`)).status).toBe(404);
});

test('updates some fields of a draft and keeps the others, including optional ones', async () => {
  const { ask, page } = await openWorld();
  const config = sellableConfig({
    timeZone: 'Europe/Lisbon',
    priceOptions: { baseName: 'Once', others: [] },
    embedding: { origins: ['https://shop.example'] },
  });
  const pageId = await create(ask, { config });
  const patched = await ask('PATCH', `/pages/${pageId}/draft`, { body: { config: { price: '35' } } });
  expect(patched.body).toEqual({ pageId, revision: 2 });
  expect((await page(pageId)).config).toEqual({ ...config, price: '35' });
  for (const wrong of [{ price: 35 }, { prize: '35' }, { fonts: { heading: 'Inter' } }, { timeZone: null }])
    expect([
      wrong,
      (await ask('PATCH', `/pages/${pageId}/draft`, { body: { config: wrong } })).status,
    ]).toEqual([wrong, 400]);
  expect((await page(pageId)).revision).toBe(2);
});

test('refuses changes based on an outdated revision or version', async () => {
  const { ask, page } = await openWorld();
  const pageId = await create(ask, { config: sellableConfig() });
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
    ['1', '2', '3', '4', '5'].map((price) =>
      ask('PATCH', `/pages/${pageId}/draft`, { body: { config: { price } } }),
    ),
  );
  const done = answers.filter(({ status }) => status === 200).length;
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(5 - done);
  expect((await page(pageId)).revision).toBe(2 + done);
});

test('exports a page as a file and imports it as a new page or into an existing one', async () => {
  const { ask, page } = await openWorld();
  const pageId = await create(ask, { config: sellableConfig({ productName: 'Kiln Club' }) });
  await ask('PATCH', `/pages/${pageId}`, { body: { name: 'Club' } });
  const file = (await ask('GET', `/pages/${pageId}/file`)).body;
  expect(file).toMatchObject({ format: 'tillwright-page', name: 'Club' });
  const made = await ask<{ pageId: string }>('POST', '/pages/import', { body: { file } });
  expect(made.status).toBe(201);
  expect(await page(made.body.pageId)).toMatchObject({
    name: 'Club',
    config: { productName: 'Kiln Club' },
    state: 'draft',
  });
  const other = await create(ask, { config: sellableConfig() });
  await ask('PATCH', `/pages/${other}`, { body: { name: 'Other' } });
  expect((await ask('PUT', `/pages/${other}/file`, { body: { file } })).body).toEqual({ pageId: other });
  expect(await page(other)).toMatchObject({
    name: 'Other',
    config: { productName: 'Kiln Club' },
    revision: 2,
  });
  expect((await ask('PUT', `/pages/${crypto.randomUUID()}/file`, { body: { file } })).status).toBe(404);
  const bad = { ...file, config: { ...(file.config as object), price: 1 } };
  expect((await ask('PUT', `/pages/${other}/file`, { body: { file: bad } })).body.error?.code).toBe(
    'page_file_invalid',
  );
  for (const wrong of [[], 'text', null])
    expect((await ask('POST', '/pages/import', { body: { file: wrong } })).status).toBe(400);
});

test('lists versions newest first with their changes across pages of the list', async () => {
  const { ask } = await openWorld();
  const pageId = await create(ask, { config: sellableConfig() });
  for (const price of ['29', '30', '31', '32', '33']) {
    await ask('PATCH', `/pages/${pageId}/draft`, { body: { config: { price } } });
    expect((await ask('POST', `/pages/${pageId}/publish`)).status).toBe(200);
  }
  type Listed = { data: { number: number; changes: string[] }[]; next: string | null };
  const seen: Listed['data'] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const path: string = `/pages/${pageId}/versions?limit=2${cursor && `&cursor=${cursor}`}`;
    const { body }: { body: Listed } = await ask<Listed>('GET', path);
    seen.push(...body.data);
    cursor = body.next;
  }
  expect(seen.map(({ number }) => number)).toEqual([5, 4, 3, 2, 1]);
  expect(seen.map(({ changes }) => changes.join()).slice(0, 4)).toEqual(
    Array(4).fill(expect.stringMatching(/price/i)),
  );
  expect(seen[4]?.changes).toEqual(['First publication']);
  expect((await ask('GET', `/pages/${pageId}/versions/2`)).body).toMatchObject({
    number: 2,
    config: { price: '30' },
  });
  for (const number of ['0', '99999999999', 'x', '1.5'])
    expect([number, (await ask('GET', `/pages/${pageId}/versions/${number}`)).status]).toEqual([number, 400]);
  expect((await ask('GET', `/pages/${pageId}/versions/6`)).status).toBe(404);
  expect((await ask('GET', `/pages/${crypto.randomUUID()}/versions`)).status).toBe(404);
});
