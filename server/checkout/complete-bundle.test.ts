import { expect, test } from 'vitest';

import { createAddedFields } from '#domain/checkout-page.ts';
import { createPublicServices } from '#server/routes/public-services.ts';
import { createBundleSetUp, type BundleSetUp } from '#server/testing/bundles.ts';
import { BO, signInBuyer } from '#server/testing/buyer-helpers.ts';
import { listBrokenLedgerInvariants } from '#server/testing/dropped-events.ts';

const checkOut = async ({ app }: BundleSetUp, body: object) =>
  (await app.rpc('create-checkout-session', { slug: 'books', ...body } as never)).body;

async function buyBook({ app }: BundleSetUp, slug: string, email = BO, choice: { quantity?: string } = {}) {
  const { body } = await app.rpc('create-checkout-session', { slug, email, ...choice });
  await app.payAtStripe(body.url, { email });
  await app.waitUntilIdle();
}

/** The signed-in buyer of the first book, with a bundle that they can complete. */
async function createBuyer() {
  const setUp = await createBundleSetUp();
  const { pageId } = await setUp.publishBundle();
  await buyBook(setUp, 'book-one');
  const { buyerPortal: buyers, findCheckoutPrefill } = createPublicServices(setUp.app.context);
  const { buyer } = await signInBuyer({ app: setUp.app, buyers });
  const openLink = async () => {
    const link = await buyer.createCompletionUrl(pageId);
    if (!('url' in link)) throw new Error(link.error.code);
    return new URL(link.url, 'http://localhost').searchParams.get('checkout') ?? '';
  };
  const listOffers = async () => (await buyer.listPurchases(1)).sellers.flatMap(({ bundleOffers }) => bundleOffers);
  return { setUp, pageId, openLink, listOffers, findPrefill: (id: string) => findCheckoutPrefill('books', id) };
}

/** `input`: refunds a part of it. */
const refundNewestOrder = async (
  { app, seller }: BundleSetUp,
  input: { lines?: { key: string; quantity: number }[] } = {},
) => {
  const [order] = (await seller.rpc('list-orders', {})).body.orders;
  const orderId = order?.id ?? '';
  const [payment] = (await seller.rpc('get-order', { orderId })).body.payments;
  await seller.rpc('refund-order', {
    orderId,
    paymentId: payment?.id ?? '',
    reason: 'requested_by_customer',
    request: crypto.randomUUID(),
    ...input,
  });
  await app.waitUntilIdle();
};

test('offers a buyer of one product the others for the price less what they paid, once', async () => {
  const { setUp, pageId, openLink, listOffers, findPrefill } = await createBuyer();
  expect(await listOffers()).toEqual([
    {
      pageId,
      name: 'All three books',
      currency: 'USD',
      price: 1500,
      regularPrice: 3000,
      missing: ['Book two', 'Book three'],
    },
  ]);
  const checkout = await openLink();
  const prefill = await findPrefill(checkout);
  expect(prefill).toMatchObject({ values: { email: BO }, completion: { amount: 1500 } });
  expect(prefill?.completion?.bundleItems.map(({ paid }) => paid)).toEqual([1500, undefined, undefined]);
  const { url } = await checkOut(setUp, { checkout, expected: { amount: 1500, currency: 'USD' } });
  await setUp.app.payAtStripe(url, { email: BO });
  await setUp.app.waitUntilIdle();
  const orderId = (await setUp.seller.rpc('list-orders', {})).body.orders[0]?.id ?? '';
  const order = (await setUp.seller.rpc('get-order', { orderId })).body;
  expect(order).toMatchObject({ email: BO, total: 1500 });
  expect(order.lines.map(({ total, item }) => [total, item?.alreadyPaid])).toEqual([
    [0, 1500],
    [750, undefined],
    [750, undefined],
  ]);
  expect(await listOffers()).toEqual([]);
  expect((await checkOut(setUp, { checkout })).error).toMatchObject({ code: 'checkout_expired' });
  expect(await listBrokenLedgerInvariants(setUp.app)).toEqual([]);
});

test('binds the link to the buyer, whatever email address the form sends', async () => {
  const { setUp, openLink } = await createBuyer();
  const { url } = await checkOut(setUp, { checkout: await openLink(), email: 'al@example.com' });
  await setUp.app.payAtStripe(url, { email: BO });
  await setUp.app.waitUntilIdle();
  expect((await setUp.seller.rpc('list-orders', {})).body.orders.map(({ email }) => email)).toEqual([BO, BO]);
});

test('offers nothing to a buyer of nothing', async () => {
  const { setUp, pageId } = await createBuyer();
  const { buyerPortal: buyers } = createPublicServices(setUp.app.context);
  await setUp.seller.publishPage({}, 'glazes');
  await buyBook(setUp, 'glazes', 'al@example.com');
  const { buyer } = await signInBuyer({ app: setUp.app, buyers }, 'al@example.com');
  expect((await buyer.listPurchases(1)).sellers).toMatchObject([{ bundleOffers: [] }]);
  expect(await buyer.createCompletionUrl(pageId)).toMatchObject({ status: 404 });
});

test('does not count what was paid in another currency', async () => {
  const setUp = await createBundleSetUp();
  await setUp.publishBook(0, { currency: 'EUR' });
  await buyBook(setUp, 'book-one');
  await setUp.publishBook(0);
  await setUp.publishBundle();
  const { buyerPortal: buyers } = createPublicServices(setUp.app.context);
  const { buyer } = await signInBuyer({ app: setUp.app, buyers });
  expect((await buyer.listPurchases(1)).sellers).toMatchObject([{ bundleOffers: [] }]);
});

test('counts what a buyer of several units paid for one, also after a refund of the others', async () => {
  const setUp = await createBundleSetUp();
  await setUp.publishBook(0, { quantity: { ...createAddedFields().quantity, enabled: true, maximum: 5 } });
  await setUp.publishBundle();
  await buyBook(setUp, 'book-one', BO, { quantity: '3' });
  const { buyerPortal: buyers } = createPublicServices(setUp.app.context);
  const { buyer } = await signInBuyer({ app: setUp.app, buyers });
  const listPrices = async () =>
    (await buyer.listPurchases(1)).sellers.flatMap(({ bundleOffers }) => bundleOffers.map(({ price }) => price));
  expect(await listPrices()).toEqual([1500]);
  await refundNewestOrder(setUp, { lines: [{ key: 'main', quantity: 2 }] });
  expect(await listPrices()).toEqual([1500]);
});

test('asks for the whole price again after a refund of the product', async () => {
  const { setUp, openLink, listOffers, findPrefill } = await createBuyer();
  const checkout = await openLink();
  await refundNewestOrder(setUp);
  expect(await listOffers()).toEqual([]);
  expect(await findPrefill(checkout)).toMatchObject({ completion: null });
  const { error } = await checkOut(setUp, { checkout, expected: { amount: 1500, currency: 'USD' } });
  expect(error).toMatchObject({ code: 'price_changed', new: { amount: 3000, currency: 'USD' } });
});

test('opens one payment at a time, in however many tabs', async () => {
  const { setUp, openLink } = await createBuyer();
  const [one, other] = [await openLink(), await openLink()];
  expect(other).toBe(one);
  const expected = { amount: 1500, currency: 'USD' };
  const pay = () => checkOut(setUp, { checkout: one, attempt: crypto.randomUUID(), expected });
  const urls = (await Promise.all([pay(), pay()])).map(({ url }) => url);
  expect(new Set(urls).size).toBe(1);
});

test('takes no coupon besides, and reserves nothing of the stock of a product that the buyer has', async () => {
  const { setUp, openLink } = await createBuyer();
  const coupon = { code: 'SAVE', discount: 50, type: 'percentage' as const };
  await setUp.publishBundle({ enableCoupon: true, validCoupons: [coupon] });
  const checkout = await openLink();
  expect((await checkOut(setUp, { checkout, appliedCoupon: 'SAVE' })).error).toMatchObject({ code: 'coupon_invalid' });
  expect((await checkOut(setUp, { checkout })).url).toMatch(/^http/);
  const reserved = await Promise.all(
    setUp.ebooks.map(async (pageId) => (await setUp.seller.rpc('get-page-counts', { pageId })).body.reserved),
  );
  expect(reserved).toEqual([0, 1, 1]);
});
