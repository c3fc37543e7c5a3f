import { expect, test } from 'vitest';

import { addedKeys, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { attempts } from '#server/db/schema-money.ts';
import { publicShop } from '#server/pages/public-shop.ts';
import { openShop, type TestShop } from '#server/testing.ts';
import { moveClock } from '#server/testing-orders.ts';

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

type PayBody = Parameters<TestShop['call']>[1] & object;

async function openPage(change: Partial<CheckoutPageConfig>) {
  const shop = await openShop();
  const seller = await shop.seller();
  const published = await seller.publish(change, 'taller');
  const pay = (asked: object = {}) =>
    shop.call('create-checkout-session', { slug: 'taller', ...asked } satisfies PayBody as never);
  const sessionAt = async (url: string) => {
    const [attempt] = (await shop.context.db.select().from(attempts)).filter((one) => one.url === url);
    const session = await shop.context
      .sellerStripe(attempt?.accountId ?? '')
      .sessions.retrieve(attempt?.sessionId ?? '');
    return { attempt, session };
  };
  return { shop, seller, pay, sessionAt, published };
}

const soon = ({ context }: TestShop, hours: number) =>
  new Date(context.now().getTime() + hours * 3_600_000).toISOString();

test.for([
  [undefined, 1000, 'subscription', 'monthly', 'base'],
  ['base', 1000, 'subscription', 'monthly', 'base'],
  ['year', 9900, 'subscription', 'yearly', 'year'],
  ['once', 29_900, 'payment', null, 'once'],
] as const)('charges, orders and shows the price of option %s', async ([plan, total, mode, billing, kept]) => {
  const { shop, seller, pay, sessionAt } = await openPage(PLANS);
  const { body } = await pay({ plan });
  const { attempt, session } = await sessionAt(body.url);
  expect(session).toMatchObject({ amount_total: total, mode, metadata: { plan: kept } });
  expect(attempt).toMatchObject({ plan: kept, original: total });
  expect(session.cancel_url).toBe(`http://localhost:3000/c/taller?canceled=true&plan=${kept}`);
  await shop.pay(body.url);
  const { orders } = (await seller.call('list-orders', {})).body;
  expect(orders).toMatchObject([{ total, billing, state: 'paid' }]);
  const paid = await publicShop(shop.context).findPaidOrder(attempt?.id ?? '');
  expect(paid?.config.paymentType).toBe(mode === 'payment' ? 'one-time' : 'subscription');
  expect(paid?.pageUrl).toBe(`/c/taller?plan=${kept}`);
});

test('rejects an unknown price option', async () => {
  const { pay } = await openPage(PLANS);
  const { status, body } = await pay({ plan: 'weekly' });
  expect([status, body.error?.code]).toEqual([409, 'plan_unknown']);
});

test('applies a coupon to every price that accepts it and charges the chosen one', async () => {
  const { shop, seller, pay } = await openPage({
    ...PLANS,
    enableCoupon: true,
    validCoupons: [
      { code: 'HALF', discount: 50, type: 'percentage' },
      { code: 'BIG', discount: 25, type: 'fixed', minimum: '50' },
    ],
  });
  const { body: half } = await shop.call('apply-coupon', { slug: 'taller', code: 'HALF' });
  expect(half).toMatchObject({ total: 500, totalText: '$5.00 USD/month' });
  expect(half.plans.map(({ plan, totalText }) => [plan, totalText])).toEqual([
    ['year', '$49.50 USD/year'],
    ['once', '$149.50 USD'],
  ]);
  const { body: big } = await shop.call('apply-coupon', { slug: 'taller', code: 'BIG' });
  expect(big).toMatchObject({ discount: 0, total: 1000 });
  expect(big.plans.map(({ plan, total }) => [plan, total])).toEqual([
    ['year', 7400],
    ['once', 27_400],
  ]);
  const refused = await pay({ appliedCoupon: 'BIG' });
  expect(refused.body.error).toMatchObject({
    code: 'coupon_below_price',
    message: 'This coupon code needs a price of at least $50.00',
  });
  await shop.pay((await pay({ appliedCoupon: 'BIG', plan: 'year' })).body.url);
  const { orders } = (await seller.call('list-orders', {})).body;
  expect(orders).toMatchObject([{ total: 7400, discount: 2500, billing: 'yearly' }]);
});

test('names old and new price of an option that became more expensive', async () => {
  const { seller, pay } = await openPage(PLANS);
  const others = OPTIONS.others.map((option) =>
    option.id === 'year' ? { ...option, price: '120' } : option,
  );
  await seller.publish({ ...PLANS, priceOptions: { baseName: '', others } }, 'taller');
  const expected = { amount: 9900, currency: 'USD' };
  const { body } = await pay({ plan: 'year', version: 1, expected });
  expect(body.error).toMatchObject({
    code: 'price_changed',
    oldText: '$99.00 USD/year',
    newText: '$120.00 USD/year',
  });
  const once = await pay({ plan: 'once', version: 1, expected: { amount: 29_900, currency: 'USD' } });
  expect(once.status).toBe(200);
});

const NAMED = {
  price: '20',
  payWhatYouWant: { enabled: true, minimum: '5', maximum: '100', presets: ['10', '20'] },
};

test('charges the amount that the buyer names', async () => {
  const { shop, seller, pay, sessionAt } = await openPage(NAMED);
  const expected = { amount: 2000, currency: 'USD' };
  const { body } = await pay({ amount: '12,50', expected, version: 1 });
  const { session } = await sessionAt(body.url);
  expect(session.amount_total).toBe(1250);
  expect(session.cancel_url).toContain('?canceled=true&amount=12.50');
  await shop.pay(body.url);
  await shop.pay((await pay({ expected })).body.url);
  const { orders } = (await seller.call('list-orders', {})).body;
  expect(orders.map(({ total }) => total)).toEqual([2000, 1250]);
  const low = await pay({ amount: '4.99' });
  expect([low.status, low.body.error]).toMatchObject([
    422,
    { code: 'amount_invalid', message: 'The least that you can pay is $5.00.', least: 500, most: 10_000 },
  ]);
});

test('accepts zero without a minimum, also for subscriptions', async () => {
  const { shop, seller, pay } = await openPage({
    ...NAMED,
    payWhatYouWant: { ...NAMED.payWhatYouWant, minimum: '' },
    paymentType: 'subscription',
  });
  await shop.pay((await pay({ amount: '0' })).body.url, { number: '', expiry: '', cvc: '' });
  const { orders } = (await seller.call('list-orders', {})).body;
  expect(orders).toMatchObject([{ total: 0, state: 'paid', billing: 'monthly' }]);
});

test('rejects a named amount after the page got a fixed price', async () => {
  const { seller, pay } = await openPage(NAMED);
  await seller.publish({ price: '20' }, 'taller');
  const { body } = await pay({ amount: '12', version: 1, expected: { amount: 2000, currency: 'USD' } });
  expect(body.error?.code).toBe('amount_invalid');
});

async function openCounting(atEnd: 'close' | 'price') {
  const page = await openPage({});
  const countdown = {
    ...addedKeys().countdown,
    enabled: true,
    endsAt: soon(page.shop, 0.2),
    atEnd,
    priceAfter: '49',
  };
  await page.seller.publish({ countdown }, 'taller');
  return page;
}

test('keeps the price for a buyer who started before the countdown ended', async () => {
  const { shop, seller, pay } = await openCounting('price');
  const press = { attempt: crypto.randomUUID(), version: 2, expected: { amount: 2900, currency: 'USD' } };
  const first = (await pay(press)).body.url;
  await moveClock(shop, 0.3);
  expect((await pay(press)).body.url).toBe(first);
  const late = await pay({ ...press, attempt: crypto.randomUUID() });
  expect(late.body.error).toMatchObject({
    code: 'price_changed',
    oldText: '$29.00 USD',
    newText: '$49.00 USD',
  });
  await shop.pay(first);
  await shop.pay((await pay({ expected: { amount: 4900, currency: 'USD' } })).body.url);
  const { orders } = (await seller.call('list-orders', {})).body;
  expect(orders.map(({ total }) => total)).toEqual([4900, 2900]);
});

test('lets buyers pay who started before the page closed and rejects others', async () => {
  const { shop, pay } = await openCounting('close');
  const attempt = crypto.randomUUID();
  const first = (await pay({ attempt })).body.url;
  await moveClock(shop, 0.3);
  expect((await pay({ attempt })).body.url).toBe(first);
  const other = await pay({});
  expect([other.status, other.body.error?.code]).toEqual([409, 'page_closed']);
  expect((await shop.pay(first)).status).toBe(303);
});

test('opens at its opening time and rejects payments before it', async () => {
  const { shop, seller, pay } = await openPage({});
  await seller.publish(
    { availability: { ...addedKeys().availability, opensAt: soon(shop, 1), closesAt: soon(shop, 2) } },
    'taller',
  );
  const codes = [];
  for (const hours of [0.9, 0.2, 1]) {
    codes.push((await pay({})).body.error?.code);
    await moveClock(shop, hours);
  }
  expect([...codes, (await pay({})).body.error?.code]).toEqual([
    'not_open_yet',
    'not_open_yet',
    undefined,
    'page_closed',
  ]);
});

test('accepts a coupon between its dates and names the reason outside them', async () => {
  const { shop, seller, pay } = await openPage({});
  const coupon = { code: 'WEEK', discount: 10, type: 'percentage' as const };
  await seller.publish(
    {
      enableCoupon: true,
      validCoupons: [{ ...coupon, startsAt: soon(shop, 1), endsAt: soon(shop, 2) }],
    },
    'taller',
  );
  const told = [];
  for (const hours of [1.1, 1, 0]) {
    const applied = await shop.call('apply-coupon', { slug: 'taller', code: 'WEEK' });
    const paid = await pay({ appliedCoupon: 'WEEK' });
    told.push([applied.body.error?.code ?? applied.body.total, paid.body.error?.code ?? 'paid']);
    await moveClock(shop, hours);
  }
  expect(told).toEqual([
    ['coupon_not_started', 'coupon_not_started'],
    [2610, 'paid'],
    ['coupon_ended', 'coupon_ended'],
  ]);
});
