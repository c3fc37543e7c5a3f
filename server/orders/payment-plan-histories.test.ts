import { randomInt } from 'node:crypto';

import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createPaymentTerms, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { Coupon } from '#domain/coupon.ts';
import { quoteOrder } from '#domain/quote.ts';
import { createBump, withBumps } from '#domain/testing/order-bumps.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time-units.ts';
import { buyerSubscriptions } from '#server/db/schema-ledger.ts';
import { checkoutAttempts, sales } from '#server/db/schema-orders.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { idOfReference } from '#server/stripe/stripe-values.ts';
import { shortOrFull } from '#server/testing/cleanup.ts';
import { advanceBusinessClock, listBrokenLedgerInvariants } from '#server/testing/dropped-events.ts';
import { createFaultyStripe, TRIES } from '#server/testing/faulty-stripe.ts';
import { createRandom, shuffleEvents, type CapturedEvent } from '#server/testing/ledger-simulation.ts';
import { getStripeAccountId } from '#server/testing/sold-orders.ts';
import { createTestApp, sellableConfig, type TestApp } from '#server/testing/test-app.ts';

import { limitPaymentPlans } from './limit-payment-plans.ts';

// `SEED=… HISTORIES=…` runs other histories or repeats one.
const HISTORY_COUNT = Number(process.env.HISTORIES ?? shortOrFull(1, 10));
const SEED = Number(process.env.SEED ?? randomInt(2 ** 30));

const COUPONS: Coupon[] = [
  { code: 'HALF', discount: 50, type: 'percentage' },
  { code: 'TEN', discount: 10, type: 'fixed' },
];
const PERIOD_DAYS = { weekly: 7, monthly: 28 } as const;
/** Stripe keeps events for 30 days. */
const MAX_DOWNTIME_DAYS = 28;

/** A payment plan of a page of its own, and how it is bought. */
const planArbitrary = fc
  .record({
    frequency: fc.oneof(
      fc.record({ billing: fc.constant('weekly' as const), installments: fc.integer({ min: 2, max: 6 }) }),
      fc.record({ billing: fc.constant('monthly' as const), installments: fc.integer({ min: 2, max: 3 }) }),
    ),
    coupon: fc.constantFrom(null, ...COUPONS),
    bumps: fc.subarray(['book']),
  })
  .map(({ frequency, ...choice }) => ({ ...frequency, ...choice }));
type Plan = typeof planArbitrary extends fc.Arbitrary<infer T> ? T : never;

const SCHEDULE_CALLS = {
  create: /^POST \/v1\/subscription_schedules$/,
  update: /^POST \/v1\/subscription_schedules\/sub_sched/,
  cancel: /^DELETE \/v1\/subscriptions\//,
} as const;

const faultArbitrary = fc.record({
  call: fc.constantFrom('create' as const, 'update' as const, 'cancel' as const),
  fault: fc.constantFrom('time-out before' as const, 'time-out after' as const, '500 after' as const),
  times: fc.integer({ min: 1, max: TRIES }),
});

/** What happens to the events of some days: they arrive when the server is up again, even later, or never. */
const eventFate = fc.constantFrom('delivered' as const, 'late' as const, 'lost' as const);

const stepArbitrary = fc.record({
  days: fc.constantFrom(0.1, 1.1, 5, 12, 20),
  fate: eventFate,
  seed: fc.nat(),
  /** Processes that run the job at once, besides the app's own worker. */
  jobs: fc.constantFrom(0, 1, 2),
  card: fc.constantFrom(null, null, null, 'fail' as const, 'succeed' as const),
  which: fc.nat(2),
});
type Step = typeof stepArbitrary extends fc.Arbitrary<infer T> ? T : never;

const historyArbitrary = fc.record({
  /** Days of all lengths of months, their ends included. */
  startedAt: fc.oneof(
    fc.integer({ min: 0, max: 1500 }).map((days) => Date.UTC(2027, 0, 1 + days, 10)),
    fc.constantFrom(Date.UTC(2027, 0, 31, 10), Date.UTC(2028, 0, 30, 10), Date.UTC(2028, 1, 29, 10)),
  ),
  plans: fc.array(planArbitrary, { minLength: 2, maxLength: 3 }),
  faults: fc.array(faultArbitrary, { maxLength: 3 }),
  /** The part of the time until the first payment too many in which the server is down. */
  downtime: fc.integer({ min: 0, max: 95 }).map((percent) => percent / 100),
  firstFate: eventFate,
  steps: fc.array(stepArbitrary, { minLength: 3, maxLength: 5 }),
});
type History = typeof historyArbitrary extends fc.Arbitrary<infer T> ? T : never;

const createConfig = ({ billing, installments }: Pick<Plan, 'billing' | 'installments'>): CheckoutPageConfig =>
  sellableConfig({
    price: '105',
    paymentType: 'payment-plan',
    billingFrequency: billing,
    paymentTerms: { ...createPaymentTerms(), installments },
    enableCoupon: true,
    validCoupons: COUPONS,
    ...withBumps(createBump('book', '20')),
  });

async function openHistory({ startedAt, plans }: Pick<History, 'startedAt' | 'plans'>) {
  const stripe = createFaultyStripe();
  const events: CapturedEvent[] = [];
  let isCapturing = false;
  const app = await createTestApp({
    sandboxTime: () => startedAt,
    wrapStripe: stripe.wrapStripe,
    wrapEventDelivery: (next) => async (url, init) => {
      if (!isCapturing) return next(url, init);
      events.push({ url, init });
      return { status: 200 };
    },
  });
  const seller = await app.signUpSeller();
  for (const [index, plan] of plans.entries()) await seller.publishPage(createConfig(plan), `plan-${index}`);
  isCapturing = true;
  const account = await getStripeAccountId(seller);
  /** Plans whose card was replaced by a failing one. */
  const disturbed = new Set<number>();
  return { app, account, stripe, events, plans, disturbed };
}
type Play = Awaited<ReturnType<typeof openHistory>>;

async function buyAll({ app, plans }: Play): Promise<void> {
  for (const [index, { coupon, bumps }] of plans.entries()) {
    const email = `buyer-${index}@example.com`;
    const choice = { email, bumps, appliedCoupon: coupon?.code ?? null };
    const { status, body } = await app.rpc('create-checkout-session', { slug: `plan-${index}`, ...choice });
    if (status !== 200) throw new Error(`Paying answered ${status}: ${JSON.stringify(body)}`);
    await app.payWithoutWaiting(body.url, { email });
  }
}

/** The server is down for some days; then the events arrive while it reconciles. */
async function passDays({ app, events }: Play, days: number, { fate, seed }: Pick<Step, 'fate' | 'seed'>) {
  const { sandbox } = app;
  if (!sandbox) throw new Error('There is no sandbox');
  await sandbox.waitForDeliveries();
  sandbox.clock.moveTo(new Date(sandbox.now().getTime() + days * DAY_MS));
  await sandbox.waitForDeliveries();
  const arriving = fate === 'late' ? [] : events.splice(0);
  if (fate === 'delivered')
    for (const { url, init } of shuffleEvents(arriving, createRandom(seed)))
      expect((await app.request(url, init)).status).toBe(200);
  await app.waitUntilIdle();
}

/** The days until the first plan would charge once more than it may. */
const countSafeDays = (plans: readonly Plan[]): number =>
  Math.min(...plans.map(({ billing, installments }) => PERIOD_DAYS[billing] * installments));

const listSubscriptions = ({ app: { context } }: Pick<Play, 'app'>) =>
  context.db
    .select({
      slug: checkoutAttempts.slug,
      attemptId: buyerSubscriptions.attemptId,
      subscriptionId: buyerSubscriptions.subscriptionId,
      status: buyerSubscriptions.status,
      scheduleId: buyerSubscriptions.scheduleId,
    })
    .from(buyerSubscriptions)
    .innerJoin(checkoutAttempts, eq(checkoutAttempts.id, buyerSubscriptions.attemptId));

/** Lets the worker run for an hour: often enough for a call that fails as often as it may. */
async function runWorker(app: TestApp): Promise<void> {
  for (let run = 0; run < 6; run += 1) await advanceBusinessClock(app, 11 * MINUTE_MS);
}

async function performStep(play: Play, { days, jobs, card, which, ...events }: Step): Promise<void> {
  const { app, account, plans, disturbed } = play;
  const index = which % plans.length;
  const subscription = (await listSubscriptions(play)).find(({ slug }) => slug === `plan-${index}`);
  if (card && subscription) {
    if (card === 'fail') disturbed.add(index);
    // An ended subscription has no card.
    await app.request(`/sandbox/dashboard/${account}/subscriptions/${subscription.subscriptionId}`, {
      method: 'POST',
      body: new URLSearchParams({ act: card }),
    });
  }
  await passDays(play, days, events);
  await Promise.all(Array.from({ length: jobs }, () => limitPaymentPlans(app.context)));
}

/** The amounts that Stripe charged for each subscription, largest first. */
async function listCharges({ app, account }: Play): Promise<Map<string, number[]>> {
  const { data } = await app.context.sellerStripe(account).invoices.list({ limit: 100 });
  const paid = data.filter(({ status, amount_paid: amount }) => status === 'paid' && amount > 0);
  const subscriptionOf = ({ parent }: (typeof paid)[number]): string =>
    idOfReference(parent?.subscription_details?.subscription) ?? '';
  return new Map(
    [...Map.groupBy(paid, subscriptionOf)].map(([id, invoices]) => [
      id,
      invoices.map(({ amount_paid: amount }) => amount).toSorted((a, b) => b - a),
    ]),
  );
}

/** Every plan was charged as it was quoted, never once more, and less often only if a card failed. */
async function expectAgreedPayments(play: Play): Promise<void> {
  const { db } = play.app.context;
  const [charges, rows] = [await listCharges(play), await listSubscriptions(play)];
  for (const [index, plan] of play.plans.entries()) {
    const row = rows.find(({ slug }) => slug === `plan-${index}`);
    const quote = quoteOrder(createConfig(plan), { bumps: plan.bumps }, plan.coupon);
    if (!row || 'error' in quote || !quote.recurring) throw new Error(`Plan ${index} was not sold`);
    const later = Array<number>(plan.installments - 1).fill(quote.recurring.amount);
    const agreed = [quote.total, ...later];
    const charged = charges.get(row.subscriptionId) ?? [];
    expect(charged, row.slug).toEqual(play.disturbed.has(index) ? agreed.slice(0, charged.length) : agreed);
    const recorded = await db.select().from(sales).where(eq(sales.attemptId, row.attemptId));
    expect(recorded.map(({ amount }) => amount).toSorted((a, b) => b - a)).toEqual(charged);
    expect(row.status).toBe('canceled');
    const receipts = (await db.select().from(outbox)).filter(
      ({ kind, recipient }) => kind === 'receipt' && recipient === `buyer-${index}@example.com`,
    );
    expect(receipts.length).toBeLessThanOrEqual(charged.length);
  }
  expect(await listBrokenLedgerInvariants(play.app)).toEqual([]);
}

async function playThrough(history: History): Promise<void> {
  const { plans, faults, downtime, firstFate, steps } = history;
  const play = await openHistory(history);
  try {
    await buyAll(play);
    for (const { call, fault, times } of faults) play.stripe.injectFault(SCHEDULE_CALLS[call], fault, times);
    const days = Math.min(downtime * countSafeDays(plans), MAX_DOWNTIME_DAYS);
    await passDays(play, days, { fate: firstFate, seed: 1 });
    await runWorker(play.app);
    const running = (await listSubscriptions(play)).filter(({ status }) => status !== 'canceled');
    expect(running.filter(({ scheduleId }) => scheduleId === null)).toEqual([]);
    for (const step of steps) await performStep(play, step);
    // Long enough for the longest plan.
    for (let round = 0; round < 6; round += 1) await passDays(play, 20, { fate: 'delivered', seed: round });
    await advanceBusinessClock(play.app, 11 * MINUTE_MS);
    await expectAgreedPayments(play);
  } finally {
    await play.app.close();
  }
}

test(
  `never charges a payment plan once more than agreed, whatever fails and however late it is (seed ${SEED})`,
  { timeout: HISTORY_COUNT * 60_000 },
  async () => {
    await fc.assert(fc.asyncProperty(historyArbitrary, playThrough), {
      seed: SEED,
      numRuns: HISTORY_COUNT,
      endOnFailure: true,
    });
  },
);

test('ends a plan whose billing period ended between the two calls for its schedule', async () => {
  const plan: Plan = { billing: 'weekly', installments: 3, coupon: null, bumps: [] };
  const play = await openHistory({ startedAt: Date.UTC(2027, 0, 1), plans: [plan] });
  play.stripe.injectFault(SCHEDULE_CALLS.update, 'time-out before', 1000);
  await buyAll(play);
  await passDays(play, 6.99, { fate: 'delivered', seed: 1 });
  for (const minutes of [5, 20]) await advanceBusinessClock(play.app, minutes * MINUTE_MS);
  play.stripe.clearFaults();
  await runWorker(play.app);
  expect(play.stripe.calls.filter((call) => SCHEDULE_CALLS.create.test(call))).toHaveLength(2);
  for (const seed of [2, 3]) await passDays(play, 20, { fate: 'delivered', seed });
  expect([...(await listCharges(play)).values()]).toEqual([[10_500, 10_500, 10_500]]);
  expect(await listBrokenLedgerInvariants(play.app)).toEqual([]);
});

test('ends a plan at once whose end passed while the server was down, and reports the payment too many', async () => {
  const plan: Plan = { billing: 'weekly', installments: 2, coupon: null, bumps: [] };
  const play = await openHistory({ startedAt: Date.UTC(2027, 0, 1), plans: [plan] });
  await buyAll(play);
  await passDays(play, 16, { fate: 'delivered', seed: 1 });
  await runWorker(play.app);
  expect(await listSubscriptions(play)).toMatchObject([{ status: 'canceled' }]);
  await passDays(play, 20, { fate: 'delivered', seed: 2 });
  await runWorker(play.app);
  expect([...(await listCharges(play)).values()]).toEqual([[10_500, 10_500, 10_500]]);
  expect(await listBrokenLedgerInvariants(play.app)).toEqual(['plan-never-overcharges']);
});
