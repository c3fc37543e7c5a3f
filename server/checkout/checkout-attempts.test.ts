import { setImmediate as nextTurn } from 'node:timers/promises';

import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { checkoutAttempts } from '#server/db/schema-orders.ts';
import { shortOrFull } from '#server/testing/cleanup.ts';
import { createFaultyStripe } from '#server/testing/faulty-stripe.ts';
import { createTestApp, sellableConfig, type TestApp } from '#server/testing/test-app.ts';

const COUPONS = {
  enableCoupon: true,
  validCoupons: [{ code: 'SAVE20', discount: 20, type: 'percentage' as const }],
};

const listSessions = async ({ context }: TestApp) => {
  const [account] = (await context.stripe.accounts.list()).data;
  return (await context.sellerStripe(account?.id ?? '').sessions.list({ limit: 100 })).data;
};

test('accepts a request with only the fields of the specification', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.publishPage(COUPONS, 'taller');
  const { status, body } = await app.rpc('create-checkout-session', {
    slug: 'taller',
    appliedCoupon: 'SAVE20',
  });
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['url']);
  expect(await listSessions(app)).toMatchObject([{ amount_total: 2320, currency: 'usd', mode: 'payment' }]);
});

test('creates one session with one Stripe request for 20 concurrent requests of one button', async () => {
  const transport = createFaultyStripe();
  const app = await createTestApp({ wrapStripe: transport.wrapStripe });
  const seller = await app.signUpSeller();
  await seller.publishPage({}, 'taller');
  const attempt = crypto.randomUUID();
  const requestCheckout = () => app.rpc('create-checkout-session', { slug: 'taller', attempt });
  const responses = await Promise.all(Array.from({ length: 20 }, requestCheckout));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(responses.map(({ body }) => body.url)).size).toBe(1);
  expect((await requestCheckout()).body.url).toBe(responses[0]?.body.url);
  expect(await listSessions(app)).toHaveLength(1);
  expect(transport.calls.filter((call) => call === 'POST /v1/checkout/sessions')).toHaveLength(1);
});

/** 40 in `npm run test:full`. */
const BUYERS = shortOrFull(6, 40);

test('creates one session per buyer when several buyers send many requests at once', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.publishPage(COUPONS, 'taller');
  // On a slow machine some requests get 503; the page retries them too.
  const requestCheckout = async (
    attempt: string,
    appliedCoupon: string | null,
  ): ReturnType<typeof requestCheckoutOnce> => {
    const response = await requestCheckoutOnce(attempt, appliedCoupon);
    if (response.status !== 503) return response;
    // The answers of the database arrive between turns of the event loop.
    await nextTurn();
    return requestCheckout(attempt, appliedCoupon);
  };
  const requestCheckoutOnce = (attempt: string, appliedCoupon: string | null) =>
    app.rpc('create-checkout-session', { slug: 'taller', attempt, appliedCoupon });
  const buyers = Array.from({ length: BUYERS }, (_, buyer) => (buyer % 2 ? 'SAVE20' : null));
  const requestManyTimes = (code: string | null) => {
    const attempt = crypto.randomUUID();
    return Promise.all(Array.from({ length: shortOrFull(5, 20) }, () => requestCheckout(attempt, code)));
  };
  const responses = [];
  while (buyers.length > 0) responses.push(...(await Promise.all(buyers.splice(0, 5).map(requestManyTimes))));
  expect(new Set(responses.flat().map(({ status }) => status))).toEqual(new Set([200]));
  expect(responses.map((buyerResponses) => new Set(buyerResponses.map(({ body }) => body.url)).size)).toEqual(
    Array(BUYERS).fill(1),
  );
  expect(await app.context.db.select().from(checkoutAttempts)).toHaveLength(BUYERS);
  const totals = (await listSessions(app)).map(({ amount_total: total }) => total);
  expect(totals.toSorted((a, b) => Number(a) - Number(b))).toEqual([
    ...Array<number>(BUYERS / 2).fill(2320),
    ...Array<number>(BUYERS / 2).fill(2900),
  ]);
});

test('creates another attempt for the same token with another coupon and keeps the first', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.publishPage(COUPONS, 'taller');
  const attempt = crypto.randomUUID();
  const requestCheckout = async (appliedCoupon: string | null) =>
    (await app.rpc('create-checkout-session', { slug: 'taller', attempt, appliedCoupon })).body.url;
  const [undiscounted, discounted] = [await requestCheckout(null), await requestCheckout('SAVE20')];
  expect(discounted).not.toBe(undiscounted);
  expect(await Promise.all([requestCheckout('SAVE20'), requestCheckout(null), requestCheckout('SAVE20')])).toEqual([
    discounted,
    undiscounted,
    discounted,
  ]);
  expect(
    (await listSessions(app)).map((session) => session.amount_total).toSorted((a, b) => Number(a) - Number(b)),
  ).toEqual([2320, 2900]);
});

test('accepts the token of one page on another page', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.publishPage({}, 'one');
  await seller.publishPage({ price: '49' }, 'two');
  const attempt = crypto.randomUUID();
  const requestCheckout = async (slug: string) => (await app.rpc('create-checkout-session', { slug, attempt })).status;
  expect(await Promise.all([requestCheckout('one'), requestCheckout('two')])).toEqual([200, 200]);
  expect(
    (await listSessions(app)).map((session) => session.amount_total).toSorted((a, b) => Number(a) - Number(b)),
  ).toEqual([2900, 4900]);
});

test('redirects a repeated request to its order after payment without another charge', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.publishPage({}, 'taller');
  const attempt = crypto.randomUUID();
  const requestCheckout = async () => (await app.rpc('create-checkout-session', { slug: 'taller', attempt })).body.url;
  await app.payAtStripe(await requestCheckout());
  expect(await requestCheckout()).toMatch(/^http:\/\/localhost:3000\/success\?t=[0-9a-f-]{36}$/);
  expect(await listSessions(app)).toHaveLength(1);
  expect((await seller.rpc('list-orders', {})).body.count).toBe(1);
});

test('creates another session for a repeated request after the first expired', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.publishPage({}, 'taller');
  const attempt = crypto.randomUUID();
  const requestCheckout = async () => (await app.rpc('create-checkout-session', { slug: 'taller', attempt })).body.url;
  const first = await requestCheckout();
  const [session] = await listSessions(app);
  const [account] = (await app.context.stripe.accounts.list()).data;
  await app.context.sellerStripe(account?.id ?? '').sessions.expire(session?.id ?? '');
  await app.waitUntilIdle();
  const second = await requestCheckout();
  expect(second).not.toBe(first);
  expect(await requestCheckout()).toBe(second);
});

test('requires acceptance of terms and stores what was accepted', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.publishPage({ requireTerms: true, termsUrl: 'https://shop.example/terms' }, 'taller');
  for (const termsAccepted of [undefined, false]) {
    const body = { slug: 'taller', ...(termsAccepted === undefined ? {} : { termsAccepted }) };
    expect(await app.rpc('create-checkout-session', body)).toMatchObject({
      status: 422,
      body: {
        error: {
          code: 'terms_required',
          title: 'Terms required',
          message: 'Please accept the terms and conditions',
        },
      },
    });
  }
  expect(await app.context.db.select().from(checkoutAttempts)).toEqual([]);
  await app.rpc('create-checkout-session', { slug: 'taller', termsAccepted: true });
  const [attempt] = await app.context.db.select().from(checkoutAttempts);
  expect(attempt?.agreement).toMatchObject({
    required: true,
    accepted: true,
    termsUrl: 'https://shop.example/terms',
  });
});

test('rejects a price that changed since the page was opened and names both prices', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({ price: '29' }, 'taller');
  const pay = (amount: number, currency = 'USD') =>
    app.rpc('create-checkout-session', { slug: 'taller', expected: { amount, currency } });
  const config = sellableConfig({ price: '39' });
  await seller.rpc('save-checkout-page', { config, slug: 'taller', pageId });
  expect(await pay(2900)).toMatchObject({
    status: 409,
    body: {
      error: {
        code: 'price_changed',
        title: 'Checkout failed',
        message: 'The price changed from $29.00 USD to $39.00 USD since you opened the page.',
        old: { amount: 2900, currency: 'USD' },
        new: { amount: 3900, currency: 'USD' },
      },
    },
  });
  expect((await pay(3900, 'EUR')).body.error?.code).toBe('price_changed');
  expect(await listSessions(app)).toEqual([]);
  expect((await pay(3900)).status).toBe(200);
});

test('sells the current version when the page was published again with the same price', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({ productName: 'First name' }, 'taller');
  const attempt = crypto.randomUUID();
  const pay = () =>
    app.rpc('create-checkout-session', {
      slug: 'taller',
      attempt,
      expected: { amount: 2900, currency: 'USD' },
    });
  const first = await pay();
  const config = sellableConfig({ productName: 'Second name' });
  await seller.rpc('save-checkout-page', { config, slug: 'taller', pageId });
  const second = await pay();
  expect([first.status, second.status]).toEqual([200, 200]);
  await app.payAtStripe(second.body.url);
  await app.payAtStripe(first.body.url);
  const { body } = await seller.rpc('list-orders', {});
  // Each session sells the version that was current when it was created.
  expect(body.orders.map(({ productName }) => productName).toSorted()).toEqual(['First name', 'Second name']);
});

test('accepts a former slug of the page', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({}, 'first-address');
  await seller.rpc('save-checkout-page', { config: sellableConfig(), slug: 'second-address', pageId });
  expect((await app.rpc('create-checkout-session', { slug: 'first-address' })).status).toBe(200);
  expect(
    await app.context.db.select().from(checkoutAttempts).where(eq(checkoutAttempts.slug, 'second-address')),
  ).toHaveLength(1);
  expect((await app.rpc('create-checkout-session', { slug: 'nowhere' })).status).toBe(404);
});
