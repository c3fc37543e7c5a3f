import { expect, test } from 'vitest';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { PayRequest, Shop } from '#server/shop.ts';
import { openShop, sellableConfig, type TestShop } from '#server/testing.ts';

import { publicShop } from './public-shop.ts';

const COUPON = { code: 'QUARTER', discount: 25, type: 'percentage' as const };

/** Publishes a page and starts one checkout. */
async function openPressed() {
  const shop = await openShop();
  const seller = await shop.seller();
  await seller.publish({ productName: 'Throwing Taller' }, 'taller');
  const buyers = publicShop(shop.context);
  const attempt = await buyers.pay({ slug: 'taller' }, 'unknown');
  if ('refused' in attempt) throw new Error(attempt.refused.message);
  return { shop, seller, buyers, ...attempt };
}

test('finds the Stripe URL of an open attempt of the same page, and the success URL of a completed one', async () => {
  const { shop, seller, buyers, url, attemptId } = await openPressed();
  await seller.publish({}, 'another');
  expect(await buyers.findHandOver('taller', attemptId)).toBe(url);
  expect(await buyers.findHandOver('another', attemptId)).toBeNull();
  expect(await buyers.findHandOver('taller', crypto.randomUUID())).toBeNull();
  expect(await buyers.findHandOver('taller', 'nonsense')).toBeNull();
  await shop.pay(url);
  await buyers.findPaidOrder(attemptId);
  expect(await buyers.findHandOver('taller', attemptId)).toBe(`http://localhost:3000/success?t=${attemptId}`);
});

test('returns errors of the buyer’s actions as values with the messages of the catalog', async () => {
  const { buyers } = await openPressed();
  expect(await buyers.pay({ slug: 'nowhere' }, 'unknown')).toMatchObject({
    status: 404,
    refused: { code: 'page_not_found' },
  });
  expect(await buyers.pay({ slug: 'taller', email: 'no address' }, 'unknown')).toMatchObject({
    status: 422,
    refused: { code: 'email_invalid', title: 'Checkout failed' },
  });
  expect(await buyers.pay({ slug: 'taller', appliedCoupon: 'X'.repeat(5000) }, 'unknown')).toMatchObject({
    status: 422,
    refused: { code: 'coupon_invalid' },
  });
  expect(await buyers.applyCoupon('taller', 'SAVE20', 'unknown')).toMatchObject({
    status: 422,
    refused: { code: 'coupon_invalid', message: 'This coupon code is not valid' },
  });
});

test('replaces an invalid attempt token, and returns a token for the next request with an error', async () => {
  const { buyers } = await openPressed();
  expect(await buyers.pay({ slug: 'taller', attempt: 'made up' }, 'unknown')).toHaveProperty('url');
  const attempt = crypto.randomUUID();
  const refused = await buyers.pay({ slug: 'taller', attempt, email: '' }, 'unknown');
  expect(refused).toMatchObject({ refused: { code: 'email_invalid' }, attempt });
});

type Republished = {
  what: string;
  before?: Partial<CheckoutPageConfig>;
  after: Partial<CheckoutPageConfig>;
  press?: Partial<PayRequest>;
  code: string | null;
  since?: object;
};

const TERMS = { requireTerms: true, termsUrl: 'https://vane.example/terms' };
const COUPONS = { enableCoupon: true, validCoupons: [COUPON] };
const WITH_COUPON = { appliedCoupon: 'QUARTER', expected: { amount: 2175, currency: 'USD' } };

test.for<Republished>([
  { what: 'nothing that the buyer cares for', after: { description: 'New words.' }, code: null },
  {
    what: 'the price',
    after: { price: '39' },
    code: 'price_changed',
    since: { price: { oldText: '$29.00 USD', newText: '$39.00 USD' }, couponGone: false },
  },
  {
    what: 'the price, of a buyer with a coupon',
    before: COUPONS,
    after: { ...COUPONS, price: '40' },
    press: WITH_COUPON,
    code: 'price_changed',
    since: {
      price: { oldText: '$21.75 USD', newText: '$30.00 USD' },
      discounted: { code: 'QUARTER', total: 3000 },
    },
  },
  {
    what: 'the currency',
    after: { currency: 'EUR' },
    code: 'price_changed',
    since: { price: { oldText: '$29.00 USD', newText: '€29.00 EUR' } },
  },
  {
    what: 'the period alone',
    after: { paymentType: 'subscription', billingFrequency: 'monthly' },
    code: 'price_changed',
    since: { price: { oldText: '$29.00 USD', newText: '$29.00 USD/month' } },
  },
  {
    what: 'the coupon’s worth',
    before: COUPONS,
    after: { enableCoupon: true, validCoupons: [{ ...COUPON, discount: 10 }] },
    press: WITH_COUPON,
    code: 'price_changed',
    since: { price: { oldText: '$21.75 USD', newText: '$26.10 USD' }, couponGone: false },
  },
  {
    what: 'coupon and price',
    before: COUPONS,
    after: { price: '39' },
    press: WITH_COUPON,
    code: 'coupon_invalid',
    since: {
      price: { oldText: '$21.75 USD', newText: '$39.00 USD' },
      couponGone: true,
      discounted: null,
    },
  },
  {
    what: 'whether terms are required',
    after: TERMS,
    code: 'terms_required',
    since: { termsChanged: true, price: null },
  },
  {
    what: 'which terms are accepted, and the price',
    before: TERMS,
    after: { ...TERMS, termsUrl: 'https://vane.example/other', price: '39' },
    press: { termsAccepted: true },
    code: 'terms_changed',
    since: { termsChanged: true, price: { oldText: '$29.00 USD', newText: '$39.00 USD' } },
  },
  {
    what: 'that terms need no acceptance any more',
    before: TERMS,
    after: {},
    press: { termsAccepted: true },
    code: null,
  },
])('compares the page with the version the buyer saw when a publication changes $what', async ({ before, after, press, code, since }) => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { pageId, version } = await seller.publish(before, 'taller');
  await seller.call('save-checkout-page', { config: sellableConfig(after), slug: 'taller', pageId });
  const seen = { slug: 'taller', version, expected: { amount: 2900, currency: 'USD' }, ...press };
  const paid: Awaited<ReturnType<Shop['pay']>> = await publicShop(shop.context).pay(seen, 'unknown');
  if (code === null) expect(paid).toHaveProperty('url');
  else expect(paid).toMatchObject({ refused: { code }, since });
});

test('compares nothing for a page that is off sale', async () => {
  const { shop, seller, buyers } = await openPressed();
  const [page] = (await seller.call('list-pages', {})).body.pages;
  await seller.call('unpublish-page', { pageId: page?.id ?? '' });
  expect(await buyers.pay({ slug: 'taller' }, 'unknown')).toMatchObject({
    refused: { code: 'not_accepting_payments', message: 'This page is not on sale at the moment.' },
    since: null,
  });
  expect((await shop.call('apply-coupon', { slug: 'taller', code: 'X' })).body.error?.message).toBe(
    'This page is not on sale at the moment.',
  );
});

test('returns the current slug for a checkout at a former address', async () => {
  const { seller, buyers } = await openPressed();
  const [page] = (await seller.call('list-pages', {})).body.pages;
  await seller.call('save-checkout-page', {
    config: sellableConfig(),
    slug: 'elsewhere',
    pageId: page?.id ?? '',
  });
  expect(await buyers.pay({ slug: 'taller' }, 'unknown')).toMatchObject({ slug: 'elsewhere' });
});

test('limits checkout requests per minute and accepts them again in the next minute', async () => {
  const shop = await openShop({ env: { RATE_LIMITS: 'live' } });
  const seller = await shop.seller();
  await seller.publish(COUPONS, 'taller');
  const buyers = publicShop(shop.context);
  const press = () => buyers.pay({ slug: 'taller', appliedCoupon: 'QUARTER' }, '203.0.113.7');
  startMinute(shop);
  for (let times = 0; times < 6; times++) expect(await press()).toHaveProperty('url');
  expect(await press()).toMatchObject({
    status: 429,
    refused: {
      title: 'Checkout failed',
      message: 'That was very often in a short time. Please try again in a minute.',
    },
    since: { discounted: { code: 'QUARTER' }, price: null },
  });
  shop.advance(60_000);
  expect(await press()).toHaveProperty('url');
});

test('reports a rate limit for coupons instead of an invalid coupon', async () => {
  const shop = await openShop({ env: { RATE_LIMITS: 'live' } });
  const seller = await shop.seller();
  await seller.publish(COUPONS, 'taller');
  const buyers = publicShop(shop.context);
  const apply = () => buyers.applyCoupon('taller', 'NOPE', '203.0.113.7');
  startMinute(shop);
  for (let times = 0; times < 10; times++)
    expect(await apply()).toMatchObject({ refused: { title: 'Invalid coupon' } });
  expect(await apply()).toMatchObject({ status: 429, refused: { title: 'Coupon not applied' } });
});

/** Rate limits count per minute of the clock: starting at the beginning of a minute avoids a reset within the test. */
const startMinute = ({ advance, context }: TestShop): void =>
  advance(60_000 - (context.realNow().getTime() % 60_000));
