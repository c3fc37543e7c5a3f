import { expect, test } from 'vitest';

import { publicShop } from '#server/pages/public-shop.ts';
import { openShop, sellableConfig, type TestShop } from '#server/testing.ts';

const found = (shop: TestShop, slug: string) => publicShop(shop.context).findPage(slug);
const press = (shop: TestShop, slug = 'taller') => shop.call('create-checkout-session', { slug });

const NOT_ACCEPTED = { status: 409, body: { error: { code: 'not_accepting_payments' } } };

test('keeps the slug of an unpublished page, takes no payments, and puts the page on sale again when it is published', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const coupons = { enableCoupon: true, requireTerms: true };
  const { pageId } = await seller.publish(coupons, 'taller');
  expect((await seller.call('unpublish-page', { pageId })).body).toEqual({ state: 'unpublished' });
  expect((await seller.call('unpublish-page', { pageId })).body).toEqual({ state: 'unpublished' });
  expect(await found(shop, 'taller')).toMatchObject({
    kind: 'page',
    page: { onSale: false, acceptingPayments: false },
  });
  expect(await press(shop)).toMatchObject(NOT_ACCEPTED);
  expect(await shop.call('apply-coupon', { slug: 'taller', code: 'ANY' })).toMatchObject(NOT_ACCEPTED);
  expect((await seller.call('get-page', { pageId })).body).toMatchObject({
    state: 'unpublished',
    version: 1,
    published: sellableConfig({ ...coupons, customSlug: 'taller' }),
    slug: 'taller',
  });
  const again = await seller.call('save-checkout-page', { config: sellableConfig(), slug: 'taller', pageId });
  expect(again.body.version).toBe(2);
  expect(await found(shop, 'taller')).toMatchObject({ page: { onSale: true, acceptingPayments: true } });
  expect((await press(shop)).status).toBe(200);
});

test('does not put a page back on sale when a draft is saved', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { pageId } = await seller.publish({}, 'taller');
  await seller.call('unpublish-page', { pageId });
  await seller.call('save-draft', { config: sellableConfig({ price: '30' }), pageId });
  expect((await seller.call('list-pages', {})).body.pages).toMatchObject([{ state: 'unpublished' }]);
  expect(await press(shop)).toMatchObject(NOT_ACCEPTED);
});

test('leaves a page that was never published a draft', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { body } = await seller.call('save-draft', { config: sellableConfig() });
  expect((await seller.call('unpublish-page', { pageId: body.pageId })).body).toEqual({ state: 'draft' });
});

test.for(['unpublish-page', 'delete-page'] as const)(
  'lets a buyer who is paying keep the version that they saw after %s',
  async (act) => {
    const shop = await openShop();
    const seller = await shop.seller();
    const { pageId } = await seller.publish({ productName: 'As it was', price: '29' }, 'taller');
    const { body } = await press(shop);
    const config = sellableConfig({ productName: 'As it is', price: '39' });
    await seller.call('save-checkout-page', { config, slug: 'taller', pageId });
    await seller.call(act, { pageId });
    const paid = await shop.pay(body.url);
    const { orders } = (await seller.call('list-orders', {})).body;
    expect(orders).toMatchObject([{ productName: 'As it was', total: 2900, state: 'paid' }]);
    const token = new URL(paid.headers.get('location') ?? '').searchParams.get('t') ?? '';
    expect(await publicShop(shop.context).findPaidOrder(token)).toMatchObject({
      order: { productName: 'As it was', total: 2900 },
    });
  },
);

test('hides a deleted page from its seller and from buyers at all of its addresses', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { pageId } = await seller.publish({}, 'first-address');
  await seller.call('save-checkout-page', { config: sellableConfig(), slug: 'taller', pageId });
  expect(await seller.call('delete-page', { pageId })).toEqual({ status: 200, body: { deleted: true } });
  for (const slug of ['taller', 'first-address']) {
    expect(await found(shop, slug)).toEqual({ kind: 'missing' });
    expect(await press(shop, slug)).toMatchObject({
      status: 404,
      body: { error: { code: 'page_not_found' } },
    });
  }
  expect((await seller.call('list-pages', {})).body.pages).toEqual([]);
  const config = sellableConfig();
  const answers = [
    await seller.call('get-page', { pageId }),
    await seller.call('save-draft', { pageId, config }),
    await seller.call('save-checkout-page', { pageId, config, slug: 'taller' }),
    await seller.call('rename-page', { pageId, name: 'Back' }),
    await seller.call('duplicate-page', { pageId }),
    await seller.call('unpublish-page', { pageId }),
    await seller.call('archive-page', { pageId, archived: false }),
    await seller.call('delete-page', { pageId }),
    await seller.call('list-versions', { pageId }),
    await seller.call('get-version', { pageId, number: 1 }),
    await seller.call('check-slug', { pageId, slug: 'taller' }),
    await seller.call('export-page', { pageId }),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
});

test('keeps the product name on the orders of a deleted page', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { pageId } = await seller.publish({ productName: 'Sold once' }, 'taller');
  await shop.pay((await press(shop)).body.url);
  await seller.call('delete-page', { pageId });
  expect((await seller.call('list-orders', {})).body.orders).toMatchObject([{ productName: 'Sold once' }]);
});

test('frees the slug of a deleted page at once for its seller only', async () => {
  const shop = await openShop();
  const [seller, other] = [await shop.seller(), await shop.seller()];
  const { pageId } = await seller.publish({}, 'taller');
  await seller.call('delete-page', { pageId });
  await other.onboard();
  await other.takePlan();
  const theirs = await other.call('save-checkout-page', { config: sellableConfig(), slug: 'taller' });
  expect(theirs.body.error?.code).toBe('slug_taken');
  expect((await seller.publish({ productName: 'New' }, 'taller')).pageId).not.toBe(pageId);
  expect(await found(shop, 'taller')).toMatchObject({ page: { config: { productName: 'New' } } });
});

test('does not restore a page that is deleted while it is being published or saved', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { pageId } = await seller.publish({}, 'taller');
  const config = sellableConfig({ price: '30' });
  await Promise.all([
    seller.call('save-checkout-page', { config, slug: 'taller', pageId }),
    seller.call('delete-page', { pageId }),
    seller.call('save-draft', { config, pageId }),
  ]);
  expect((await seller.call('list-pages', {})).body.pages).toEqual([]);
  expect(await found(shop, 'taller')).toEqual({ kind: 'missing' });
});
