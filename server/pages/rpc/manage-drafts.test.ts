import { expect, test } from 'vitest';

import { createPublicServices } from '#server/routes/public-services.ts';
import { createTestApp, sellableConfig } from '#server/testing/test-app.ts';

test('saves an unfinished draft and increments its revision', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const first = await seller.rpc('save-draft', { config: sellableConfig({ productName: '', price: '' }) });
  expect(first).toMatchObject({ status: 200, body: { revision: 1 } });
  const { pageId } = first.body;
  const config = sellableConfig({ productName: 'Named' });
  const second = await seller.rpc('save-draft', { config, pageId, baseRevision: 1 });
  expect(second.body).toEqual({ pageId, revision: 2 });
  const { body } = await seller.rpc('get-page', { pageId });
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
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { body } = await seller.rpc('save-draft', { config: sellableConfig({ productName: 'One' }) });
  const { pageId } = body;
  const save = (productName: string, baseRevision: number) =>
    seller.rpc('save-draft', { config: sellableConfig({ productName }), pageId, baseRevision });
  const answers = await Promise.all([save('Tab one', 1), save('Tab two', 1)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.error).toMatchObject({
    code: 'draft_changed',
    message: 'This page was changed in another tab or by another app.',
    revision: 2,
  });
});

test('reports the states draft, published and changed, and never shows a draft to buyers', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { findPage } = createPublicServices(app.context);
  const listStates = async () => (await seller.rpc('list-pages', {})).body.pages.map((page) => page.state);
  await seller.onboard();
  await seller.givePlan();
  const config = sellableConfig({ productName: 'Public name', customSlug: 'taller' });
  const { body: draft } = await seller.rpc('save-draft', { config });
  expect(await listStates()).toEqual(['draft']);
  expect(await findPage('taller')).toEqual({ kind: 'missing' });

  await seller.rpc('save-checkout-page', { config, slug: 'taller', pageId: draft.pageId });
  expect(await listStates()).toEqual(['published']);

  const draftConfig = sellableConfig({ productName: 'Not public yet', price: '99' });
  await seller.rpc('save-draft', { config: draftConfig, pageId: draft.pageId });
  expect(await listStates()).toEqual(['changed']);
  expect(await findPage('taller')).toMatchObject({
    page: { amount: 2900, config: { productName: 'Public name' } },
  });
  expect((await seller.rpc('get-page', { pageId: draft.pageId })).body).toMatchObject({
    config: draftConfig,
    published: config,
    state: 'changed',
  });
});

test('lists pages by last change, newest first', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const names = async () => (await seller.rpc('list-pages', {})).body.pages.map((page) => page.name);
  const save = async (productName: string, pageId?: string) => {
    const config = sellableConfig({ productName });
    return (await seller.rpc('save-draft', { config, ...(pageId ? { pageId } : {}) })).body.pageId;
  };
  const first = await save('First');
  await save('Second');
  expect(await names()).toEqual(['Second', 'First']);
  await save('First again', first);
  expect(await names()).toEqual(['First again', 'Second']);
});

test('removes only characters that the database cannot store from a draft', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const input = sellableConfig({
    productName: ' \0Name\u202e ',
    features: ['half \ud83d of one', '\ud83d\ude00'],
  });
  const { status, body } = await seller.rpc('save-draft', { config: input });
  expect(status).toBe(200);
  const { config } = (await seller.rpc('get-page', { pageId: body.pageId })).body;
  expect(config).toEqual({
    ...input,
    productName: ' Name\u202e ',
    features: ['half  of one', '\ud83d\ude00'],
  });
});
