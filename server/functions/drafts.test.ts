import { expect, test } from 'vitest';

import { publicShop } from '#server/pages/public-shop.ts';
import { openShop, sellableConfig } from '#server/testing.ts';

test('saves an unfinished draft and increments its revision', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const first = await seller.call('save-draft', { config: sellableConfig({ productName: '', price: '' }) });
  expect(first).toMatchObject({ status: 200, body: { revision: 1 } });
  const { pageId } = first.body;
  const config = sellableConfig({ productName: 'Named' });
  const second = await seller.call('save-draft', { config, pageId, baseRevision: 1 });
  expect(second.body).toEqual({ pageId, revision: 2 });
  const { body } = await seller.call('get-page', { pageId });
  expect(body).toEqual({
    pageId,
    name: null,
    config,
    published: null,
    revision: 2,
    version: 0,
    state: 'draft',
    slug: null,
    domainUrl: null,
    hold: null,
    url: null,
  });
});

test('refuses a draft with an outdated base revision and keeps the newer one', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { body } = await seller.call('save-draft', { config: sellableConfig({ productName: 'One' }) });
  const { pageId } = body;
  const save = (productName: string, baseRevision: number) =>
    seller.call('save-draft', { config: sellableConfig({ productName }), pageId, baseRevision });
  const answers = await Promise.all([save('Tab one', 1), save('Tab two', 1)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.error).toMatchObject({
    code: 'draft_changed',
    message: 'This page was changed elsewhere.',
    revision: 2,
  });
});

test('reports the states draft, published and changed, and never shows a draft to buyers', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { findPage } = publicShop(shop.context);
  const state = async () => (await seller.call('list-pages', {})).body.pages.map((page) => page.state);
  await seller.onboard();
  await seller.takePlan();
  const config = sellableConfig({ productName: 'Public name', customSlug: 'taller' });
  const { body: draft } = await seller.call('save-draft', { config });
  expect(await state()).toEqual(['draft']);
  expect(await findPage('taller')).toEqual({ kind: 'missing' });

  await seller.call('save-checkout-page', { config, slug: 'taller', pageId: draft.pageId });
  expect(await state()).toEqual(['published']);

  const secret = sellableConfig({ productName: 'Not public yet', price: '99' });
  await seller.call('save-draft', { config: secret, pageId: draft.pageId });
  expect(await state()).toEqual(['changed']);
  expect(await findPage('taller')).toMatchObject({
    page: { amount: 2900, config: { productName: 'Public name' } },
  });
  expect((await seller.call('get-page', { pageId: draft.pageId })).body).toMatchObject({
    config: secret,
    published: config,
    state: 'changed',
  });
});

test('lists pages by last change, newest first', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const names = async () => (await seller.call('list-pages', {})).body.pages.map((page) => page.name);
  const save = async (productName: string, pageId?: string) => {
    const config = sellableConfig({ productName });
    return (await seller.call('save-draft', { config, ...(pageId ? { pageId } : {}) })).body.pageId;
  };
  const first = await save('First');
  await save('Second');
  expect(await names()).toEqual(['Second', 'First']);
  await save('First again', first);
  expect(await names()).toEqual(['First again', 'Second']);
});

test('removes only characters that the database cannot store from a draft', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const typed = sellableConfig({
    productName: ' \0Name\u202e ',
    features: ['half \ud83d of one', '\ud83d\ude00'],
  });
  const { status, body } = await seller.call('save-draft', { config: typed });
  expect(status).toBe(200);
  const { config } = (await seller.call('get-page', { pageId: body.pageId })).body;
  expect(config).toEqual({
    ...typed,
    productName: ' Name\u202e ',
    features: ['half  of one', '\ud83d\ude00'],
  });
});
