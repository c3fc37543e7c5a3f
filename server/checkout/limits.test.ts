import fc from 'fast-check';
import { expect, test } from 'vitest';

import { shortOrFull } from '#server/testing-scale.ts';
import { publicShop } from '#server/pages/public-shop.ts';

import {
  brokenBy,
  countsOf,
  debitOne,
  expectedCounts,
  expireOne,
  isJust,
  isWithinLimits,
  openScarce,
  payOne,
  pressAll,
  waitForDays,
  type Buyer,
  type Scarce,
} from './testing-limits.ts';

const EASY = { code: 'EASY', discount: 10, type: 'percentage' as const };

const crowd = (count: number, code: string | null = null): Buyer[] =>
  Array.from({ length: count }, (_, index) => ({ code, email: `buyer-${index}@example.com` }));

const tally = (answers: readonly (string | null)[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(answers, (one) => one ?? 'let in')].map(([key, { length }]) => [key, length]),
  );

const lookOf = async ({ shop }: Scarce) => {
  const found = await publicShop(shop.context).findPage('scarce');
  return found.kind === 'page' && [found.page.availability, found.page.left];
};

test('sells exactly the last ten pieces to 50 concurrent buyers', async () => {
  const scarce = await openScarce({ stock: 10, coupon: EASY });
  expect(await lookOf(scarce)).toEqual(['open', 10]);
  expect(tally(await pressAll(scarce, crowd(50)))).toEqual({ 'let in': 10, all_held: 40 });
  expect(await countsOf(scarce)).toMatchObject({ sold: 0, held: 10 });
  expect(await lookOf(scarce)).toEqual(['held', 0]);
  for (let paid = 0; paid < 9; paid++) await payOne(scarce, 0);
  expect(tally(await pressAll(scarce, crowd(5)))).toEqual({ all_held: 5 });
  await expireOne(scarce, 0);
  expect(await lookOf(scarce)).toEqual(['open', 1]);
  expect(tally(await pressAll(scarce, crowd(5)))).toEqual({ 'let in': 1, all_held: 4 });
  await payOne(scarce, 0);
  expect(tally(await pressAll(scarce, crowd(5)))).toEqual({ sold_out: 5 });
  expect(await lookOf(scarce)).toEqual(['sold_out', 0]);
  expect(await brokenBy(scarce)).toEqual([]);
});

test('grants exactly the last ten coupon uses to 50 concurrent buyers and lets the others pay without', async () => {
  const scarce = await openScarce({ stock: 1000, coupon: { ...EASY, limit: 10 } });
  expect(tally(await pressAll(scarce, crowd(50, 'EASY')))).toEqual({ 'let in': 10, coupon_used_up: 40 });
  expect(tally(await pressAll(scarce, crowd(3)))).toEqual({ 'let in': 3 });
  await expireOne(scarce, 0);
  expect(tally(await pressAll(scarce, crowd(3, 'EASY')))).toEqual({ 'let in': 1, coupon_used_up: 2 });
});

test('counts email addresses of one buyer once for a limit per buyer', async () => {
  const scarce = await openScarce({ stock: 1000, coupon: { ...EASY, perBuyer: 1 } });
  const typed = ['ada@example.com', 'Ada@Example.com', 'ada+1@example.com', 'ADA+two@EXAMPLE.com'];
  const buyers = typed.map((email) => ({ code: 'EASY', email }));
  expect(tally(await pressAll(scarce, buyers))).toEqual({ 'let in': 1, coupon_used_by_buyer: 3 });
  expect(tally(await pressAll(scarce, crowd(1, 'EASY')))).toEqual({ 'let in': 1 });
  await expireOne(scarce, 0);
  expect(tally(await pressAll(scarce, buyers))).toEqual({ 'let in': 1, coupon_used_by_buyer: 3 });
  const { body } = await scarce.shop.call('create-checkout-session', {
    slug: 'scarce',
    appliedCoupon: 'EASY',
  });
  expect(body.error?.code).toBe('coupon_needs_email');
});

test('releases stock after a failed debit and keeps it after a successful one and after a refund', async () => {
  const scarce = await openScarce({ stock: 2, coupon: EASY });
  await pressAll(scarce, crowd(2));
  await debitOne(scarce, 0, true);
  await debitOne(scarce, 0, false);
  expect(await lookOf(scarce)).toEqual(['sold_out', 0]);
  await waitForDays(scarce, 4);
  expect(await lookOf(scarce)).toEqual(['open', 1]);
  const { orders } = (await scarce.seller.call('list-orders', {})).body;
  const paid = orders.find(({ state }) => state === 'paid');
  const detail = (await scarce.seller.call('get-order', { orderId: paid?.id ?? '' })).body;
  const refund = { reason: 'requested_by_customer' as const, request: crypto.randomUUID() };
  const { status } = await scarce.seller.call('refund-order', {
    ...refund,
    orderId: detail.id,
    paymentId: detail.payments[0]?.id ?? '',
  });
  expect(status).toBe(200);
  await scarce.shop.settled();
  expect(await countsOf(scarce)).toMatchObject({ sold: 1, held: 0 });
});

test('reserves one piece for 20 requests of one button', async () => {
  const scarce = await openScarce({ stock: 1, coupon: EASY });
  const { shop } = scarce;
  const attempt = crypto.randomUUID();
  const press = () => shop.call('create-checkout-session', { slug: 'scarce', attempt });
  const answers = await Promise.all(Array.from({ length: 20 }, press));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1);
  expect(await countsOf(scarce)).toMatchObject({ sold: 0, held: 1 });
});

test("releases the buyer's own reservation when they choose otherwise", async () => {
  const scarce = await openScarce({ stock: 1, coupon: { ...EASY, perBuyer: 1 } });
  const { shop } = scarce;
  const attempt = crypto.randomUUID();
  const press = async (email: string, appliedCoupon: string | null) => {
    const { body } = await shop.call('create-checkout-session', {
      slug: 'scarce',
      attempt,
      email,
      appliedCoupon,
    });
    return body.error?.code ?? body.url;
  };
  const first = await press('ada@example.com', null);
  const second = await press('ada@example.com', 'EASY');
  const third = await press('ada+typo@example.com', 'EASY');
  expect([first, second, third].map((url) => url.startsWith('http'))).toEqual([true, true, true]);
  expect(new Set([first, second, third]).size).toBe(3);
  expect(await countsOf(scarce)).toEqual({ sold: 0, held: 1, uses: { used: 0, held: 1 } });
  const other = await shop.call('create-checkout-session', { slug: 'scarce', email: 'bob@example.com' });
  expect(other.body.error?.code).toBe('all_held');
});

const step = fc.oneof(
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
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** One of eight buyers: some share a normalized email address, half of them have the code. */
const buyerOf = (which: number): Buyer => ({
  code: which % 2 ? 'EASY' : null,
  email: which < 4 ? `ada${which > 1 ? `+${which}` : ''}@example.com` : `buyer-${which}@example.com`,
});

async function take(scarce: Scarce, one: Step): Promise<void> {
  if (one.kind === 'pay') await payOne(scarce, one.which);
  else if (one.kind === 'debit') await debitOne(scarce, one.which, one.fails);
  else if (one.kind === 'expire') await expireOne(scarce, one.which);
  else if (one.kind === 'wait') await waitForDays(scarce, one.days);
  else {
    const buyers = one.buyers.map(buyerOf);
    for (const [index, answer] of (await pressAll(scarce, buyers)).entries()) {
      const buyer = buyers[index];
      if (answer !== null && buyer) expect([answer, isJust(scarce, buyer, answer)]).toEqual([answer, true]);
    }
  }
}

const HISTORIES = Number(process.env.HISTORIES ?? shortOrFull(1, 3));

test('never oversells, never keeps stock back and counts correctly for any history', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 16 }), async (steps) => {
      const coupon = { ...EASY, limit: 4, perBuyer: 2 };
      const scarce = await openScarce({ stock: 6, coupon });
      for (const one of steps) {
        await take(scarce, one);
        expect(isWithinLimits(scarce)).toBe(true);
        expect([one, await countsOf(scarce)]).toEqual([one, expectedCounts(scarce)]);
      }
      expect(await brokenBy(scarce)).toEqual([]);
    }),
    { numRuns: HISTORIES, endOnFailure: true, ...(process.env.HISTORIES ? {} : { seed: 11 }) },
  );
});
