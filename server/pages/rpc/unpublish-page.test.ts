import { expect, test } from 'vitest';

import { createPublicServices } from '#server/routes/public-services.ts';
import { createTestApp, sellableConfig, type TestApp } from '#server/testing/test-app.ts';

const findPublicPage = (app: TestApp, slug: string) => createPublicServices(app.context).findPage(slug);
const startCheckout = (app: TestApp, slug = 'taller') => app.rpc('create-checkout-session', { slug });

const NOT_ACCEPTED = { status: 409, body: { error: { code: 'not_accepting_payments' } } };

test('keeps the slug of an unpublished page, takes no payments, and puts the page on sale again when it is published', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const coupons = { enableCoupon: true, requireTerms: true };
  const { pageId } = await seller.publishPage(coupons, 'taller');
  expect((await seller.rpc('unpublish-page', { pageId })).body).toEqual({ state: 'unpublished' });
  expect((await seller.rpc('unpublish-page', { pageId })).body).toEqual({ state: 'unpublished' });
  expect(await findPublicPage(app, 'taller')).toMatchObject({
    kind: 'page',
    page: { onSale: false, acceptingPayments: false },
  });
  expect(await startCheckout(app)).toMatchObject(NOT_ACCEPTED);
  expect(await app.rpc('apply-coupon', { slug: 'taller', code: 'ANY' })).toMatchObject(NOT_ACCEPTED);
  expect((await seller.rpc('get-page', { pageId })).body).toMatchObject({
    state: 'unpublished',
    version: 1,
    published: sellableConfig({ ...coupons, customSlug: 'taller' }),
    slug: 'taller',
  });
  const republished = await seller.rpc('save-checkout-page', {
    config: sellableConfig(),
    slug: 'taller',
    pageId,
  });
  expect(republished.body.version).toBe(2);
  expect(await findPublicPage(app, 'taller')).toMatchObject({
    page: { onSale: true, acceptingPayments: true },
  });
  expect((await startCheckout(app)).status).toBe(200);
});

test('does not put a page back on sale when a draft is saved', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({}, 'taller');
  await seller.rpc('unpublish-page', { pageId });
  await seller.rpc('save-draft', { config: sellableConfig({ price: '30' }), pageId });
  expect((await seller.rpc('list-pages', {})).body.pages).toMatchObject([{ state: 'unpublished' }]);
  expect(await startCheckout(app)).toMatchObject(NOT_ACCEPTED);
});

test('leaves a page that was never published a draft', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { body } = await seller.rpc('save-draft', { config: sellableConfig() });
  expect((await seller.rpc('unpublish-page', { pageId: body.pageId })).body).toEqual({ state: 'draft' });
});

test.for(['unpublish-page', 'delete-page'] as const)(
  'lets a buyer who is paying keep the version that they saw after %s',
  async (functionName) => {
    const app = await createTestApp();
    const seller = await app.signUpSeller();
    const { pageId } = await seller.publishPage({ productName: 'As it was', price: '29' }, 'taller');
    const { body } = await startCheckout(app);
    const config = sellableConfig({ productName: 'As it is', price: '39' });
    await seller.rpc('save-checkout-page', { config, slug: 'taller', pageId });
    await seller.rpc(functionName, { pageId });
    const paid = await app.payAtStripe(body.url);
    const { orders } = (await seller.rpc('list-orders', {})).body;
    expect(orders).toMatchObject([{ productName: 'As it was', total: 2900, state: 'paid' }]);
    const token = new URL(paid.headers.get('location') ?? '').searchParams.get('t') ?? '';
    expect(await createPublicServices(app.context).findPaidOrder(token)).toMatchObject({
      order: { productName: 'As it was', total: 2900 },
    });
  },
);

test('hides a deleted page from its seller and from buyers at all of its addresses', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({}, 'first-address');
  await seller.rpc('save-checkout-page', { config: sellableConfig(), slug: 'taller', pageId });
  expect(await seller.rpc('delete-page', { pageId })).toEqual({ status: 200, body: { deleted: true } });
  for (const slug of ['taller', 'first-address']) {
    expect(await findPublicPage(app, slug)).toEqual({ kind: 'missing' });
    expect(await startCheckout(app, slug)).toMatchObject({
      status: 404,
      body: { error: { code: 'page_not_found' } },
    });
  }
  expect((await seller.rpc('list-pages', {})).body.pages).toEqual([]);
  const config = sellableConfig();
  const answers = [
    await seller.rpc('get-page', { pageId }),
    await seller.rpc('save-draft', { pageId, config }),
    await seller.rpc('save-checkout-page', { pageId, config, slug: 'taller' }),
    await seller.rpc('rename-page', { pageId, name: 'Back' }),
    await seller.rpc('duplicate-page', { pageId }),
    await seller.rpc('unpublish-page', { pageId }),
    await seller.rpc('archive-page', { pageId, archived: false }),
    await seller.rpc('delete-page', { pageId }),
    await seller.rpc('list-versions', { pageId }),
    await seller.rpc('get-version', { pageId, number: 1 }),
    await seller.rpc('check-slug', { pageId, slug: 'taller' }),
    await seller.rpc('export-page', { pageId }),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
});

test('keeps the product name on the orders of a deleted page', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({ productName: 'Sold once' }, 'taller');
  await app.payAtStripe((await startCheckout(app)).body.url);
  await seller.rpc('delete-page', { pageId });
  expect((await seller.rpc('list-orders', {})).body.orders).toMatchObject([{ productName: 'Sold once' }]);
});

test('frees the slug of a deleted page at once for its seller only', async () => {
  const app = await createTestApp();
  const [seller, otherSeller] = [await app.signUpSeller(), await app.signUpSeller()];
  const { pageId } = await seller.publishPage({}, 'taller');
  await seller.rpc('delete-page', { pageId });
  await otherSeller.onboard();
  await otherSeller.givePlan();
  const otherResponse = await otherSeller.rpc('save-checkout-page', {
    config: sellableConfig(),
    slug: 'taller',
  });
  expect(otherResponse.body.error?.code).toBe('slug_taken');
  expect((await seller.publishPage({ productName: 'New' }, 'taller')).pageId).not.toBe(pageId);
  expect(await findPublicPage(app, 'taller')).toMatchObject({ page: { config: { productName: 'New' } } });
});

test('does not restore a page that is deleted while it is being published or saved', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({}, 'taller');
  const config = sellableConfig({ price: '30' });
  await Promise.all([
    seller.rpc('save-checkout-page', { config, slug: 'taller', pageId }),
    seller.rpc('delete-page', { pageId }),
    seller.rpc('save-draft', { config, pageId }),
  ]);
  expect((await seller.rpc('list-pages', {})).body.pages).toEqual([]);
  expect(await findPublicPage(app, 'taller')).toEqual({ kind: 'missing' });
});
