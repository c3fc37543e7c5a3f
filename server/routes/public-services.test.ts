import { expect, test } from 'vitest';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { CheckoutRequest, Services } from '#server/core/services.ts';
import { createTestApp, sellableConfig, type TestApp } from '#server/testing/test-app.ts';

import { createPublicServices } from './public-services.ts';

const COUPON = { code: 'QUARTER', discount: 25, type: 'percentage' as const };

/** Publishes a page and starts one checkout. */
async function openCheckout() {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.publishPage({ productName: 'Throwing Taller' }, 'taller');
  const buyers = createPublicServices(app.context);
  const attempt = await buyers.startCheckout({ slug: 'taller' }, 'unknown');
  if ('error' in attempt) throw new Error(attempt.error.message);
  return { app, seller, buyers, ...attempt };
}

test('finds the Stripe URL of an open attempt of the same page, and the success URL of a completed one', async () => {
  const { app, seller, buyers, url, attemptId } = await openCheckout();
  await seller.publishPage({}, 'another');
  expect(await buyers.findCheckoutUrl('taller', attemptId)).toBe(url);
  expect(await buyers.findCheckoutUrl('another', attemptId)).toBeNull();
  expect(await buyers.findCheckoutUrl('taller', crypto.randomUUID())).toBeNull();
  expect(await buyers.findCheckoutUrl('taller', 'nonsense')).toBeNull();
  await app.payAtStripe(url);
  await buyers.findPaidOrder(attemptId);
  expect(await buyers.findCheckoutUrl('taller', attemptId)).toBe(`http://localhost:3000/success?t=${attemptId}`);
});

test('returns errors of the buyer’s actions as values with the messages of the catalog', async () => {
  const { buyers } = await openCheckout();
  expect(await buyers.startCheckout({ slug: 'nowhere' }, 'unknown')).toMatchObject({
    status: 404,
    error: { code: 'page_not_found' },
  });
  expect(await buyers.startCheckout({ slug: 'taller', email: 'no address' }, 'unknown')).toMatchObject({
    status: 422,
    error: { code: 'email_invalid', title: 'Checkout failed' },
  });
  expect(await buyers.startCheckout({ slug: 'taller', appliedCoupon: 'X'.repeat(5000) }, 'unknown')).toMatchObject({
    status: 422,
    error: { code: 'coupon_invalid' },
  });
  expect(await buyers.applyCoupon('taller', 'SAVE20', 'unknown')).toMatchObject({
    status: 422,
    error: { code: 'coupon_invalid', message: 'This coupon code is not valid' },
  });
});

test('replaces an invalid attempt token, and returns a token for the next request with an error', async () => {
  const { buyers } = await openCheckout();
  expect(await buyers.startCheckout({ slug: 'taller', attempt: 'made up' }, 'unknown')).toHaveProperty('url');
  const attempt = crypto.randomUUID();
  const refused = await buyers.startCheckout({ slug: 'taller', attempt, email: '' }, 'unknown');
  expect(refused).toMatchObject({ error: { code: 'email_invalid' }, attemptToken: attempt });
});

type PublicationCase = {
  what: string;
  before?: Partial<CheckoutPageConfig>;
  after: Partial<CheckoutPageConfig>;
  request?: Partial<CheckoutRequest>;
  code: string | null;
  since?: object;
};

const TERMS = { requireTerms: true, termsUrl: 'https://vane.example/terms' };
const COUPONS = { enableCoupon: true, validCoupons: [COUPON] };
const WITH_COUPON = { appliedCoupon: 'QUARTER', expected: { amount: 2175, currency: 'USD' } };

test.for<PublicationCase>([
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
    request: WITH_COUPON,
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
    request: WITH_COUPON,
    code: 'price_changed',
    since: { price: { oldText: '$21.75 USD', newText: '$26.10 USD' }, couponGone: false },
  },
  {
    what: 'coupon and price',
    before: COUPONS,
    after: { price: '39' },
    request: WITH_COUPON,
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
    request: { termsAccepted: true },
    code: 'terms_changed',
    since: { termsChanged: true, price: { oldText: '$29.00 USD', newText: '$39.00 USD' } },
  },
  {
    what: 'that terms need no acceptance any more',
    before: TERMS,
    after: {},
    request: { termsAccepted: true },
    code: null,
  },
])(
  'compares the page with the version the buyer saw when a publication changes $what',
  async ({ before, after, request, code, since }) => {
    const app = await createTestApp();
    const seller = await app.signUpSeller();
    const { pageId, version } = await seller.publishPage(before, 'taller');
    await seller.rpc('save-checkout-page', { config: sellableConfig(after), slug: 'taller', pageId });
    const payRequest = { slug: 'taller', version, expected: { amount: 2900, currency: 'USD' }, ...request };
    const paid: Awaited<ReturnType<Services['startCheckout']>> = await createPublicServices(app.context).startCheckout(
      payRequest,
      'unknown',
    );
    if (code === null) expect(paid).toHaveProperty('url');
    else expect(paid).toMatchObject({ error: { code }, priceChange: since });
  },
);

test('compares nothing for a page that is off sale', async () => {
  const { app, seller, buyers } = await openCheckout();
  const [page] = (await seller.rpc('list-pages', {})).body.pages;
  await seller.rpc('unpublish-page', { pageId: page?.id ?? '' });
  expect(await buyers.startCheckout({ slug: 'taller' }, 'unknown')).toMatchObject({
    error: { code: 'not_accepting_payments', message: 'This page isn’t available right now.' },
    priceChange: null,
  });
  expect((await app.rpc('apply-coupon', { slug: 'taller', code: 'X' })).body.error?.message).toBe(
    'This page isn’t available right now.',
  );
});

test('returns the current slug for a checkout at a former address', async () => {
  const { seller, buyers } = await openCheckout();
  const [page] = (await seller.rpc('list-pages', {})).body.pages;
  await seller.rpc('save-checkout-page', {
    config: sellableConfig(),
    slug: 'elsewhere',
    pageId: page?.id ?? '',
  });
  expect(await buyers.startCheckout({ slug: 'taller' }, 'unknown')).toMatchObject({ slug: 'elsewhere' });
});

test('limits checkout requests per minute and accepts them again in the next minute', async () => {
  const app = await createTestApp({ env: { RATE_LIMITS: 'live' } });
  const seller = await app.signUpSeller();
  await seller.publishPage(COUPONS, 'taller');
  const buyers = createPublicServices(app.context);
  const startCheckout = () => buyers.startCheckout({ slug: 'taller', appliedCoupon: 'QUARTER' }, '203.0.113.7');
  advanceToMinute(app);
  for (let i = 0; i < 6; i++) expect(await startCheckout()).toHaveProperty('url');
  expect(await startCheckout()).toMatchObject({
    status: 429,
    error: {
      title: 'Checkout failed',
      message: 'Too many attempts. Try again in a minute.',
    },
    priceChange: { discounted: { code: 'QUARTER' }, price: null },
  });
  app.advance(60_000);
  expect(await startCheckout()).toHaveProperty('url');
});

test('reports a rate limit for coupons instead of an invalid coupon', async () => {
  const app = await createTestApp({ env: { RATE_LIMITS: 'live' } });
  const seller = await app.signUpSeller();
  await seller.publishPage(COUPONS, 'taller');
  const buyers = createPublicServices(app.context);
  const apply = () => buyers.applyCoupon('taller', 'NOPE', '203.0.113.7');
  advanceToMinute(app);
  for (let i = 0; i < 10; i++) expect(await apply()).toMatchObject({ error: { title: 'Invalid coupon' } });
  expect(await apply()).toMatchObject({ status: 429, error: { title: 'Coupon not applied' } });
});

/** Rate limits count per minute of the clock: starting at the beginning of a minute avoids a reset within the test. */
const advanceToMinute = ({ advance, context }: TestApp): void =>
  advance(60_000 - (context.realNow().getTime() % 60_000));
