import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createAddedFields } from '#domain/checkout-page.ts';
import { createPublicServices } from '#server/routes/public-services.ts';
import { shortOrFull } from '#server/testing/cleanup.ts';

import {
  findBrokenInvariants,
  getCounts,
  payByDebit,
  expectedCounts,
  expirePurchase,
  isRejectionCorrect,
  isWithinLimits,
  createLimitedPage,
  payPurchase,
  requestCheckouts,
  advanceDays,
  type Buyer,
  type LimitedPage,
} from '../testing/limited-page.ts';

const EASY = { code: 'EASY', discount: 10, type: 'percentage' as const };

const createBuyers = (count: number, code: string | null = null): Buyer[] =>
  Array.from({ length: count }, (_, index) => ({ code, email: `buyer-${index}@example.com` }));

const countResults = (results: readonly (string | null)[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(results, (code) => code ?? 'let in')].map(([key, { length }]) => [key, length]));

const availabilityOf = async ({ app }: LimitedPage) => {
  const foundPage = await createPublicServices(app.context).findPage('scarce');
  return foundPage.kind === 'page' && [foundPage.page.availability, foundPage.page.stockLeft];
};

const upTo = (maximum: number) => ({ ...createAddedFields().quantity, enabled: true, maximum });

test('sells three units each to exactly three of 20 concurrent buyers of the last ten, and one to the next', async () => {
  const limitedPage = await createLimitedPage({ stock: 10, coupon: EASY }, { quantity: upTo(5) });
  const buyers = createBuyers(20).map((buyer) => ({ ...buyer, quantity: 3 }));
  expect(countResults(await requestCheckouts(limitedPage, buyers))).toEqual({ 'let in': 3, not_enough_left: 17 });
  expect(await getCounts(limitedPage)).toMatchObject({ sold: 0, reserved: 9 });
  expect(await availabilityOf(limitedPage)).toEqual(['open', 1]);
  const late = { slug: 'scarce', email: 'late@example.com' };
  const refused = await limitedPage.app.rpc('create-checkout-session', { ...late, quantity: '2' });
  expect(refused.body.error).toMatchObject({
    message: 'Only 1 is left. Choose a smaller quantity.',
    left: 1,
  });
  expect((await limitedPage.app.rpc('create-checkout-session', { ...late, quantity: '1' })).status).toBe(200);
  expect(await findBrokenInvariants(limitedPage)).toEqual([]);
});

test('lets one buyer reserve at most the largest quantity at a time, and change it', async () => {
  const limitedPage = await createLimitedPage({ stock: 100, coupon: EASY }, { quantity: upTo(5) });
  const buyer = { code: null, email: 'ada@example.com' };
  const attempt = crypto.randomUUID();
  const choose = async (quantity: string) => {
    const { email } = buyer;
    const body = { slug: 'scarce', attempt, email, quantity };
    return (await limitedPage.app.rpc('create-checkout-session', body)).body.url;
  };
  const urls = [await choose('5'), await choose('3'), await choose('5')];
  expect(urls.every((url) => url.startsWith('http'))).toBe(true);
  expect(await getCounts(limitedPage)).toMatchObject({ sold: 0, reserved: 5 });
  expect(await requestCheckouts(limitedPage, [{ ...buyer, quantity: 1 }])).toEqual(['units_reserved']);
  expect(await requestCheckouts(limitedPage, [{ ...buyer, email: 'bob@example.com', quantity: 5 }])).toEqual([null]);
});

test('sells exactly the last ten units to 50 concurrent buyers', async () => {
  const limitedPage = await createLimitedPage({ stock: 10, coupon: EASY });
  expect(await availabilityOf(limitedPage)).toEqual(['open', 10]);
  expect(countResults(await requestCheckouts(limitedPage, createBuyers(50)))).toEqual({
    'let in': 10,
    all_held: 40,
  });
  expect(await getCounts(limitedPage)).toMatchObject({ sold: 0, reserved: 10 });
  expect(await availabilityOf(limitedPage)).toEqual(['reserved', 0]);
  for (let count = 0; count < 9; count++) await payPurchase(limitedPage, 0);
  expect(countResults(await requestCheckouts(limitedPage, createBuyers(5)))).toEqual({ all_held: 5 });
  await expirePurchase(limitedPage, 0);
  expect(await availabilityOf(limitedPage)).toEqual(['open', 1]);
  expect(countResults(await requestCheckouts(limitedPage, createBuyers(5)))).toEqual({
    'let in': 1,
    all_held: 4,
  });
  await payPurchase(limitedPage, 0);
  expect(countResults(await requestCheckouts(limitedPage, createBuyers(5)))).toEqual({ sold_out: 5 });
  expect(await availabilityOf(limitedPage)).toEqual(['sold_out', 0]);
  expect(await findBrokenInvariants(limitedPage)).toEqual([]);
});

test('grants exactly the last ten coupon uses to 50 concurrent buyers and lets the others pay without', async () => {
  const limitedPage = await createLimitedPage({ stock: 1000, coupon: { ...EASY, limit: 10 } });
  expect(countResults(await requestCheckouts(limitedPage, createBuyers(50, 'EASY')))).toEqual({
    'let in': 10,
    coupon_used_up: 40,
  });
  expect(countResults(await requestCheckouts(limitedPage, createBuyers(3)))).toEqual({ 'let in': 3 });
  await expirePurchase(limitedPage, 0);
  expect(countResults(await requestCheckouts(limitedPage, createBuyers(3, 'EASY')))).toEqual({
    'let in': 1,
    coupon_used_up: 2,
  });
});

test('counts email addresses of one buyer once for a limit per buyer', async () => {
  const limitedPage = await createLimitedPage({ stock: 1000, coupon: { ...EASY, perBuyer: 1 } });
  const emails = ['ada@example.com', 'Ada@Example.com', 'ada+1@example.com', 'ADA+two@EXAMPLE.com'];
  const buyers = emails.map((email) => ({ code: 'EASY', email }));
  expect(countResults(await requestCheckouts(limitedPage, buyers))).toEqual({
    'let in': 1,
    coupon_used_by_buyer: 3,
  });
  expect(countResults(await requestCheckouts(limitedPage, createBuyers(1, 'EASY')))).toEqual({ 'let in': 1 });
  await expirePurchase(limitedPage, 0);
  expect(countResults(await requestCheckouts(limitedPage, buyers))).toEqual({
    'let in': 1,
    coupon_used_by_buyer: 3,
  });
  const { body } = await limitedPage.app.rpc('create-checkout-session', {
    slug: 'scarce',
    appliedCoupon: 'EASY',
  });
  expect(body.error?.code).toBe('coupon_needs_email');
});

test('releases stock after a failed debit and keeps it after a successful one and after a refund', async () => {
  const limitedPage = await createLimitedPage({ stock: 2, coupon: EASY });
  await requestCheckouts(limitedPage, createBuyers(2));
  await payByDebit(limitedPage, 0, true);
  await payByDebit(limitedPage, 0, false);
  expect(await availabilityOf(limitedPage)).toEqual(['sold_out', 0]);
  await advanceDays(limitedPage, 4);
  expect(await availabilityOf(limitedPage)).toEqual(['open', 1]);
  const { orders } = (await limitedPage.seller.rpc('list-orders', {})).body;
  const paidOrder = orders.find(({ state }) => state === 'paid');
  const detail = (await limitedPage.seller.rpc('get-order', { orderId: paidOrder?.id ?? '' })).body;
  const refund = { reason: 'requested_by_customer' as const, request: crypto.randomUUID() };
  const { status } = await limitedPage.seller.rpc('refund-order', {
    ...refund,
    orderId: detail.id,
    paymentId: detail.payments[0]?.id ?? '',
  });
  expect(status).toBe(200);
  await limitedPage.app.waitUntilIdle();
  expect(await getCounts(limitedPage)).toMatchObject({ sold: 1, reserved: 0 });
});

test('reserves one unit for 20 requests of one button', async () => {
  const limitedPage = await createLimitedPage({ stock: 1, coupon: EASY });
  const { app } = limitedPage;
  const attempt = crypto.randomUUID();
  const requestCheckout = () => app.rpc('create-checkout-session', { slug: 'scarce', attempt });
  const responses = await Promise.all(Array.from({ length: 20 }, requestCheckout));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(responses.map(({ body }) => body.url)).size).toBe(1);
  expect(await getCounts(limitedPage)).toMatchObject({ sold: 0, reserved: 1 });
});

test("releases the buyer's own reservation when they choose otherwise", async () => {
  const limitedPage = await createLimitedPage({ stock: 1, coupon: { ...EASY, perBuyer: 1 } });
  const { app } = limitedPage;
  const attempt = crypto.randomUUID();
  const requestCheckout = async (email: string, appliedCoupon: string | null) => {
    const { body } = await app.rpc('create-checkout-session', {
      slug: 'scarce',
      attempt,
      email,
      appliedCoupon,
    });
    return body.error?.code ?? body.url;
  };
  const first = await requestCheckout('ada@example.com', null);
  const second = await requestCheckout('ada@example.com', 'EASY');
  const third = await requestCheckout('ada+typo@example.com', 'EASY');
  expect([first, second, third].map((url) => url.startsWith('http'))).toEqual([true, true, true]);
  expect(new Set([first, second, third]).size).toBe(3);
  expect(await getCounts(limitedPage)).toEqual({ sold: 0, reserved: 1, uses: { used: 0, reserved: 1 } });
  const otherBuyer = await app.rpc('create-checkout-session', { slug: 'scarce', email: 'bob@example.com' });
  expect(otherBuyer.body.error?.code).toBe('all_held');
});

const stepArbitrary = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('press' as const),
      buyers: fc.array(fc.nat(7), { maxLength: 8 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pay' as const), which: fc.nat(20) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('debit' as const), which: fc.nat(20), fails: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('expire' as const), which: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.constantFrom(1, 4) }) },
);
type Step = typeof stepArbitrary extends fc.Arbitrary<infer S> ? S : never;

/** One of eight buyers: some share a normalized email address, half of them have the code. They take one to three units. */
const buyerOf = (index: number): Buyer => ({
  code: index % 2 ? 'EASY' : null,
  email: index < 4 ? `ada${index > 1 ? `+${index}` : ''}@example.com` : `buyer-${index}@example.com`,
  quantity: 1 + (index % 3),
});

async function performAction(limitedPage: LimitedPage, action: Step): Promise<void> {
  if (action.kind === 'pay') await payPurchase(limitedPage, action.which);
  else if (action.kind === 'debit') await payByDebit(limitedPage, action.which, action.fails);
  else if (action.kind === 'expire') await expirePurchase(limitedPage, action.which);
  else if (action.kind === 'wait') await advanceDays(limitedPage, action.days);
  else {
    const buyers = action.buyers.map(buyerOf);
    for (const [index, errorCode] of (await requestCheckouts(limitedPage, buyers)).entries()) {
      const buyer = buyers[index];
      if (errorCode !== null && buyer)
        expect([errorCode, isRejectionCorrect(limitedPage, buyer, errorCode)]).toEqual([errorCode, true]);
    }
  }
}

const HISTORIES = Number(process.env.HISTORIES ?? shortOrFull(1, 3));

test('never oversells, never keeps stock back and counts correctly for any history', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 12, maxLength: 16 }), async (actions) => {
      const coupon = { ...EASY, limit: 4, perBuyer: 2 };
      const limitedPage = await createLimitedPage({ stock: 12, coupon }, { quantity: upTo(4) });
      for (const action of actions) {
        await performAction(limitedPage, action);
        expect(isWithinLimits(limitedPage)).toBe(true);
        expect([action, await getCounts(limitedPage)]).toEqual([action, expectedCounts(limitedPage)]);
      }
      expect(await findBrokenInvariants(limitedPage)).toEqual([]);
    }),
    { numRuns: HISTORIES, endOnFailure: true, ...(process.env.HISTORIES ? {} : { seed: 11 }) },
  );
});
