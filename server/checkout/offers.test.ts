import { expect, test } from 'vitest';

import { createAddedFields, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { checkoutAttempts } from '#server/db/schema-orders.ts';
import { createPublicServices } from '#server/routes/public-services.ts';
import { moveClock } from '#server/testing/sold-orders.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const OPTIONS = {
  baseName: '',
  others: [
    {
      id: 'year',
      name: '',
      price: '99',
      paymentType: 'subscription' as const,
      billingFrequency: 'yearly' as const,
    },
    {
      id: 'once',
      name: 'For good',
      price: '299',
      paymentType: 'one-time' as const,
      billingFrequency: 'monthly' as const,
    },
  ],
};
const PLANS = { price: '10', paymentType: 'subscription' as const, priceOptions: OPTIONS };

type PayBody = Parameters<TestApp['rpc']>[1] & object;

async function createAppWithPage(change: Partial<CheckoutPageConfig>) {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const published = await seller.publishPage(change, 'taller');
  const pay = (request: object = {}) =>
    app.rpc('create-checkout-session', { slug: 'taller', ...request } satisfies PayBody as never);
  const sessionAt = async (url: string) => {
    const [attempt] = (await app.context.db.select().from(checkoutAttempts)).filter((row) => row.url === url);
    const session = await app.context
      .sellerStripe(attempt?.accountId ?? '')
      .sessions.retrieve(attempt?.sessionId ?? '');
    return { attempt, session };
  };
  return { app, seller, pay, sessionAt, published };
}

const inHours = ({ context }: TestApp, hours: number) =>
  new Date(context.now().getTime() + hours * 3_600_000).toISOString();

test.for([
  [undefined, 1000, 'subscription', 'monthly', 'base'],
  ['base', 1000, 'subscription', 'monthly', 'base'],
  ['year', 9900, 'subscription', 'yearly', 'year'],
  ['once', 29_900, 'payment', null, 'once'],
] as const)('charges, orders and shows the price of option %s', async ([plan, total, mode, billing, expectedPlan]) => {
  const { app, seller, pay, sessionAt } = await createAppWithPage(PLANS);
  const { body } = await pay({ plan });
  const { attempt, session } = await sessionAt(body.url);
  expect(session).toMatchObject({ amount_total: total, mode, metadata: { plan: expectedPlan } });
  expect(attempt).toMatchObject({ plan: expectedPlan, original: total });
  expect(session.cancel_url).toBe(`http://localhost:3000/c/taller?canceled=true&plan=${expectedPlan}`);
  await app.payAtStripe(body.url);
  const { orders } = (await seller.rpc('list-orders', {})).body;
  expect(orders).toMatchObject([{ total, billing, state: 'paid' }]);
  const paid = await createPublicServices(app.context).findPaidOrder(attempt?.id ?? '');
  expect(paid?.config.paymentType).toBe(mode === 'payment' ? 'one-time' : 'subscription');
  expect(paid?.pageUrl).toBe(`/c/taller?plan=${expectedPlan}`);
});

test('rejects an unknown price option', async () => {
  const { pay } = await createAppWithPage(PLANS);
  const { status, body } = await pay({ plan: 'weekly' });
  expect([status, body.error?.code]).toEqual([409, 'plan_unknown']);
});

test('applies a coupon to every price that accepts it and charges the chosen one', async () => {
  const { app, seller, pay } = await createAppWithPage({
    ...PLANS,
    enableCoupon: true,
    validCoupons: [
      { code: 'HALF', discount: 50, type: 'percentage' },
      { code: 'BIG', discount: 25, type: 'fixed', minimum: '50' },
    ],
  });
  const { body: halfCoupon } = await app.rpc('apply-coupon', { slug: 'taller', code: 'HALF' });
  expect(halfCoupon).toMatchObject({ total: 500, totalText: '$5.00 USD/month' });
  expect(halfCoupon.plans.map(({ plan, totalText }) => [plan, totalText])).toEqual([
    ['year', '$49.50 USD/year'],
    ['once', '$149.50 USD'],
  ]);
  const { body: bigCoupon } = await app.rpc('apply-coupon', { slug: 'taller', code: 'BIG' });
  expect(bigCoupon).toMatchObject({ discount: 0, total: 1000 });
  expect(bigCoupon.plans.map(({ plan, total }) => [plan, total])).toEqual([
    ['year', 7400],
    ['once', 27_400],
  ]);
  const rejected = await pay({ appliedCoupon: 'BIG' });
  expect(rejected.body.error).toMatchObject({
    code: 'coupon_below_price',
    message: 'This coupon code requires an order of at least $50.00',
  });
  await app.payAtStripe((await pay({ appliedCoupon: 'BIG', plan: 'year' })).body.url);
  const { orders } = (await seller.rpc('list-orders', {})).body;
  expect(orders).toMatchObject([{ total: 7400, discount: 2500, billing: 'yearly' }]);
});

test('names old and new price of an option that became more expensive', async () => {
  const { seller, pay } = await createAppWithPage(PLANS);
  const otherOptions = OPTIONS.others.map((option) => (option.id === 'year' ? { ...option, price: '120' } : option));
  await seller.publishPage({ ...PLANS, priceOptions: { baseName: '', others: otherOptions } }, 'taller');
  const expected = { amount: 9900, currency: 'USD' };
  const { body } = await pay({ plan: 'year', version: 1, expected });
  expect(body.error).toMatchObject({
    code: 'price_changed',
    oldText: '$99.00 USD/year',
    newText: '$120.00 USD/year',
  });
  const oneTimeResult = await pay({
    plan: 'once',
    version: 1,
    expected: { amount: 29_900, currency: 'USD' },
  });
  expect(oneTimeResult.status).toBe(200);
});

const NAMED = {
  price: '20',
  payWhatYouWant: { enabled: true, minimum: '5', maximum: '100', presets: ['10', '20'] },
};

test('charges the amount that the buyer names', async () => {
  const { app, seller, pay, sessionAt } = await createAppWithPage(NAMED);
  const expected = { amount: 2000, currency: 'USD' };
  const { body } = await pay({ amount: '12,50', expected, version: 1 });
  const { session } = await sessionAt(body.url);
  expect(session.amount_total).toBe(1250);
  expect(session.cancel_url).toContain('?canceled=true&amount=12.50');
  await app.payAtStripe(body.url);
  await app.payAtStripe((await pay({ expected })).body.url);
  const { orders } = (await seller.rpc('list-orders', {})).body;
  expect(orders.map(({ total }) => total)).toEqual([2000, 1250]);
  const belowMinimum = await pay({ amount: '4.99' });
  expect([belowMinimum.status, belowMinimum.body.error]).toMatchObject([
    422,
    { code: 'amount_invalid', message: 'The minimum amount is $5.00.', least: 500, most: 10_000 },
  ]);
});

test('accepts zero without a minimum, also for subscriptions', async () => {
  const { app, seller, pay } = await createAppWithPage({
    ...NAMED,
    payWhatYouWant: { ...NAMED.payWhatYouWant, minimum: '' },
    paymentType: 'subscription',
  });
  await app.payAtStripe((await pay({ amount: '0' })).body.url, { number: '', expiry: '', cvc: '' });
  const { orders } = (await seller.rpc('list-orders', {})).body;
  expect(orders).toMatchObject([{ total: 0, state: 'paid', billing: 'monthly' }]);
});

test('rejects a named amount after the page got a fixed price', async () => {
  const { seller, pay } = await createAppWithPage(NAMED);
  await seller.publishPage({ price: '20' }, 'taller');
  const { body } = await pay({ amount: '12', version: 1, expected: { amount: 2000, currency: 'USD' } });
  expect(body.error?.code).toBe('amount_invalid');
});

async function createAppWithCountdown(atEnd: 'close' | 'price') {
  const page = await createAppWithPage({});
  const countdown = {
    ...createAddedFields().countdown,
    enabled: true,
    endsAt: inHours(page.app, 0.2),
    atEnd,
    priceAfter: '49',
  };
  await page.seller.publishPage({ countdown }, 'taller');
  return page;
}

test('keeps the price for a buyer who started before the countdown ended', async () => {
  const { app, seller, pay } = await createAppWithCountdown('price');
  const request = { attempt: crypto.randomUUID(), version: 2, expected: { amount: 2900, currency: 'USD' } };
  const first = (await pay(request)).body.url;
  await moveClock(app, 0.3);
  expect((await pay(request)).body.url).toBe(first);
  const lateResult = await pay({ ...request, attempt: crypto.randomUUID() });
  expect(lateResult.body.error).toMatchObject({
    code: 'price_changed',
    oldText: '$29.00 USD',
    newText: '$49.00 USD',
  });
  await app.payAtStripe(first);
  await app.payAtStripe((await pay({ expected: { amount: 4900, currency: 'USD' } })).body.url);
  const { orders } = (await seller.rpc('list-orders', {})).body;
  expect(orders.map(({ total }) => total)).toEqual([4900, 2900]);
});

test('lets buyers pay who started before the page closed and rejects others', async () => {
  const { app, pay } = await createAppWithCountdown('close');
  const attempt = crypto.randomUUID();
  const first = (await pay({ attempt })).body.url;
  await moveClock(app, 0.3);
  expect((await pay({ attempt })).body.url).toBe(first);
  const lateBuyer = await pay({});
  expect([lateBuyer.status, lateBuyer.body.error?.code]).toEqual([409, 'page_closed']);
  expect((await app.payAtStripe(first)).status).toBe(303);
});

test('opens at its opening time and rejects payments before it', async () => {
  const { app, seller, pay } = await createAppWithPage({});
  await seller.publishPage(
    {
      availability: {
        ...createAddedFields().availability,
        opensAt: inHours(app, 1),
        closesAt: inHours(app, 2),
      },
    },
    'taller',
  );
  const codes = [];
  for (const hours of [0.9, 0.2, 1]) {
    codes.push((await pay({})).body.error?.code);
    await moveClock(app, hours);
  }
  expect([...codes, (await pay({})).body.error?.code]).toEqual([
    'not_open_yet',
    'not_open_yet',
    undefined,
    'page_closed',
  ]);
});

test('accepts a coupon between its dates and names the reason outside them', async () => {
  const { app, seller, pay } = await createAppWithPage({});
  const coupon = { code: 'WEEK', discount: 10, type: 'percentage' as const };
  await seller.publishPage(
    {
      enableCoupon: true,
      validCoupons: [{ ...coupon, startsAt: inHours(app, 1), endsAt: inHours(app, 2) }],
    },
    'taller',
  );
  const results = [];
  for (const hours of [1.1, 1, 0.1]) {
    const applied = await app.rpc('apply-coupon', { slug: 'taller', code: 'WEEK' });
    const paid = await pay({ appliedCoupon: 'WEEK' });
    results.push([applied.body.error?.code ?? applied.body.total, paid.body.error?.code ?? 'paid']);
    await moveClock(app, hours);
  }
  expect(results).toEqual([
    ['coupon_not_started', 'coupon_not_started'],
    [2610, 'paid'],
    ['coupon_ended', 'coupon_ended'],
  ]);
});
