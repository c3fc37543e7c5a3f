import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { attempts } from '#server/db/schema-money.ts';
import { openShop, sellableConfig, type TestShop } from '#server/testing.ts';
import { openRoad } from '#server/testing-faults.ts';
import { shortOrFull } from '#server/testing-scale.ts';

const COUPONS = {
  enableCoupon: true,
  validCoupons: [{ code: 'SAVE20', discount: 20, type: 'percentage' as const }],
};

const sessions = async ({ context }: TestShop) => {
  const [account] = (await context.stripe.accounts.list()).data;
  return (await context.sellerStripe(account?.id ?? '').sessions.list({ limit: 100 })).data;
};

test('accepts a request with only the fields of the specification', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  await seller.publish(COUPONS, 'taller');
  const { status, body } = await shop.call('create-checkout-session', {
    slug: 'taller',
    appliedCoupon: 'SAVE20',
  });
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['url']);
  expect(await sessions(shop)).toMatchObject([{ amount_total: 2320, currency: 'usd', mode: 'payment' }]);
});

test('creates one session with one Stripe request for 20 concurrent requests of one button', async () => {
  const road = openRoad();
  const shop = await openShop({ aroundProvider: road.aroundProvider });
  const seller = await shop.seller();
  await seller.publish({}, 'taller');
  const attempt = crypto.randomUUID();
  const press = () => shop.call('create-checkout-session', { slug: 'taller', attempt });
  const answers = await Promise.all(Array.from({ length: 20 }, press));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1);
  expect((await press()).body.url).toBe(answers[0]?.body.url);
  expect(await sessions(shop)).toHaveLength(1);
  expect(road.calls.filter((call) => call === 'POST /v1/checkout/sessions')).toHaveLength(1);
});

/** 40 in `npm run test:full`. */
const BUYERS = shortOrFull(6, 40);

test('creates one session per buyer when several buyers send many requests at once', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  await seller.publish(COUPONS, 'taller');
  // On a slow machine some requests get 503; the page retries them too.
  const press = async (attempt: string, appliedCoupon: string | null): ReturnType<typeof pressOnce> => {
    const answer = await pressOnce(attempt, appliedCoupon);
    return answer.status === 503 ? press(attempt, appliedCoupon) : answer;
  };
  const pressOnce = (attempt: string, appliedCoupon: string | null) =>
    shop.call('create-checkout-session', { slug: 'taller', attempt, appliedCoupon });
  const buyers = Array.from({ length: BUYERS }, (_, buyer) => (buyer % 2 ? 'SAVE20' : null));
  const pressedBy = (code: string | null) => {
    const attempt = crypto.randomUUID();
    return Promise.all(Array.from({ length: shortOrFull(5, 20) }, () => press(attempt, code)));
  };
  const pressed = [];
  while (buyers.length > 0) pressed.push(...(await Promise.all(buyers.splice(0, 5).map(pressedBy))));
  expect(new Set(pressed.flat().map(({ status }) => status))).toEqual(new Set([200]));
  expect(pressed.map((answers) => new Set(answers.map(({ body }) => body.url)).size)).toEqual(
    Array(BUYERS).fill(1),
  );
  expect(await shop.context.db.select().from(attempts)).toHaveLength(BUYERS);
  const totals = (await sessions(shop)).map(({ amount_total: total }) => total);
  expect(totals.toSorted((a, b) => Number(a) - Number(b))).toEqual([
    ...Array<number>(BUYERS / 2).fill(2320),
    ...Array<number>(BUYERS / 2).fill(2900),
  ]);
});

test('creates another attempt for the same token with another coupon and keeps the first', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  await seller.publish(COUPONS, 'taller');
  const attempt = crypto.randomUUID();
  const press = async (appliedCoupon: string | null) =>
    (await shop.call('create-checkout-session', { slug: 'taller', attempt, appliedCoupon })).body.url;
  const [full, less] = [await press(null), await press('SAVE20')];
  expect(less).not.toBe(full);
  expect(await Promise.all([press('SAVE20'), press(null), press('SAVE20')])).toEqual([less, full, less]);
  expect(
    (await sessions(shop)).map((session) => session.amount_total).toSorted((a, b) => Number(a) - Number(b)),
  ).toEqual([2320, 2900]);
});

test('accepts the token of one page on another page', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  await seller.publish({}, 'one');
  await seller.publish({ price: '49' }, 'two');
  const attempt = crypto.randomUUID();
  const press = async (slug: string) =>
    (await shop.call('create-checkout-session', { slug, attempt })).status;
  expect(await Promise.all([press('one'), press('two')])).toEqual([200, 200]);
  expect(
    (await sessions(shop)).map((session) => session.amount_total).toSorted((a, b) => Number(a) - Number(b)),
  ).toEqual([2900, 4900]);
});

test('redirects a repeated request to its order after payment without another charge', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  await seller.publish({}, 'taller');
  const attempt = crypto.randomUUID();
  const press = async () =>
    (await shop.call('create-checkout-session', { slug: 'taller', attempt })).body.url;
  await shop.pay(await press());
  expect(await press()).toMatch(/^http:\/\/localhost:3000\/success\?t=[0-9a-f-]{36}$/);
  expect(await sessions(shop)).toHaveLength(1);
  expect((await seller.call('list-orders', {})).body.count).toBe(1);
});

test('creates another session for a repeated request after the first expired', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  await seller.publish({}, 'taller');
  const attempt = crypto.randomUUID();
  const press = async () =>
    (await shop.call('create-checkout-session', { slug: 'taller', attempt })).body.url;
  const first = await press();
  const [session] = await sessions(shop);
  const [account] = (await shop.context.stripe.accounts.list()).data;
  await shop.context.sellerStripe(account?.id ?? '').sessions.expire(session?.id ?? '');
  await shop.settled();
  const second = await press();
  expect(second).not.toBe(first);
  expect(await press()).toBe(second);
});

test('requires acceptance of terms and stores what was accepted', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  await seller.publish({ requireTerms: true, termsUrl: 'https://shop.example/terms' }, 'taller');
  for (const termsAccepted of [undefined, false]) {
    const body = { slug: 'taller', ...(termsAccepted === undefined ? {} : { termsAccepted }) };
    expect(await shop.call('create-checkout-session', body)).toMatchObject({
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
  expect(await shop.context.db.select().from(attempts)).toEqual([]);
  await shop.call('create-checkout-session', { slug: 'taller', termsAccepted: true });
  const [attempt] = await shop.context.db.select().from(attempts);
  expect(attempt?.agreement).toMatchObject({
    required: true,
    accepted: true,
    termsUrl: 'https://shop.example/terms',
  });
});

test('rejects a price that changed since the page was opened and names both prices', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { pageId } = await seller.publish({ price: '29' }, 'taller');
  const pay = (amount: number, currency = 'USD') =>
    shop.call('create-checkout-session', { slug: 'taller', expected: { amount, currency } });
  const config = sellableConfig({ price: '39' });
  await seller.call('save-checkout-page', { config, slug: 'taller', pageId });
  expect(await pay(2900)).toMatchObject({
    status: 409,
    body: {
      error: {
        code: 'price_changed',
        title: 'Checkout failed',
        message: 'The price has changed since you opened the page: it was $29.00 USD, it is now $39.00 USD.',
        old: { amount: 2900, currency: 'USD' },
        new: { amount: 3900, currency: 'USD' },
      },
    },
  });
  expect((await pay(3900, 'EUR')).body.error?.code).toBe('price_changed');
  expect(await sessions(shop)).toEqual([]);
  expect((await pay(3900)).status).toBe(200);
});

test('sells the current version when the page was published again with the same price', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { pageId } = await seller.publish({ productName: 'First name' }, 'taller');
  const attempt = crypto.randomUUID();
  const pay = () =>
    shop.call('create-checkout-session', {
      slug: 'taller',
      attempt,
      expected: { amount: 2900, currency: 'USD' },
    });
  const first = await pay();
  const config = sellableConfig({ productName: 'Second name' });
  await seller.call('save-checkout-page', { config, slug: 'taller', pageId });
  const second = await pay();
  expect([first.status, second.status]).toEqual([200, 200]);
  await shop.pay(second.body.url);
  await shop.pay(first.body.url);
  const { body } = await seller.call('list-orders', {});
  // Each session sells the version that was current when it was created.
  expect(body.orders.map(({ productName }) => productName).toSorted()).toEqual(['First name', 'Second name']);
});

test('accepts a former slug of the page', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { pageId } = await seller.publish({}, 'first-address');
  await seller.call('save-checkout-page', { config: sellableConfig(), slug: 'second-address', pageId });
  expect((await shop.call('create-checkout-session', { slug: 'first-address' })).status).toBe(200);
  expect(
    await shop.context.db.select().from(attempts).where(eq(attempts.slug, 'second-address')),
  ).toHaveLength(1);
  expect((await shop.call('create-checkout-session', { slug: 'nowhere' })).status).toBe(404);
});
