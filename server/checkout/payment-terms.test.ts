import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { expect, test } from 'vitest';

import { createPaymentTerms, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';
import type { AppOptions } from '#server/app.ts';
import { buyerSubscriptions } from '#server/db/schema-ledger.ts';
import { orderLines, orders, sales } from '#server/db/schema-orders.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { createApiClient } from '#server/testing/api-client.ts';
import { advanceBusinessClock, listBrokenLedgerInvariants } from '#server/testing/dropped-events.ts';
import { createFaultyStripe, TRIES } from '#server/testing/faulty-stripe.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const CLUB = { paymentType: 'subscription', billingFrequency: 'monthly', price: '29' } as const;
const NO_CARD = { number: '', expiry: '', cvc: '' };
const BUYER = { slug: 'club', email: 'ada@example.com' };

type Terms = Partial<CheckoutPageConfig['paymentTerms']>;

/** After `delay`, events wait until the test delivers them: the last one first, and each twice. */
function createLateEvents() {
  let isDelaying = false;
  const waiting: (() => Promise<unknown>)[] = [];
  const wrapEventDelivery: NonNullable<AppOptions['wrapEventDelivery']> =
    (next) =>
    async (...delivery) => {
      if (!isDelaying) return next(...delivery);
      waiting.push(() => next(...delivery));
      return { status: 200 };
    };
  return {
    wrapEventDelivery,
    delay: () => void (isDelaying = true),
    deliverAll: async () => {
      for (const deliver of waiting.splice(0).toReversed()) for (let times = 0; times < 2; times += 1) await deliver();
    },
  };
}

async function sell(terms: Terms, change: Partial<CheckoutPageConfig> = {}, app?: TestApp) {
  const openApp = app ?? (await createTestApp());
  const seller = await openApp.signUpSeller();
  await seller.publishPage({ ...CLUB, paymentTerms: { ...createPaymentTerms(), ...terms }, ...change }, 'club');
  const { db } = openApp.context;
  return {
    app: openApp,
    seller,
    start: (request: object = {}) => openApp.rpc('create-checkout-session', { ...BUYER, ...request }),
    buy: async (request: object = {}, card: Record<string, string> = {}) => {
      const { body } = await openApp.rpc('create-checkout-session', { ...BUYER, ...request });
      await openApp.payAtStripe(body.url, card);
    },
    sales: async () => (await db.select().from(sales).orderBy(sales.paidAt)).map(({ amount }) => amount),
    subscription: async () => (await db.select().from(buyerSubscriptions))[0],
    mails: async (kind: string) =>
      (await db.select().from(outbox).orderBy(outbox.createdAt)).filter((row) => row.kind === kind),
    plan: async () => (await seller.rpc('list-orders', {})).body.orders[0]?.paymentPlan,
    /** How many orders the API lists with a payment plan in these states, one after the other. */
    countPlans: async (...queries: string[]) => {
      const { send } = await createApiClient(openApp, seller);
      const counts: number[] = [];
      for (const states of queries)
        counts.push((await send<{ data: unknown[] }>('GET', `/orders?paymentPlanState=${states}`)).body.data.length);
      return counts;
    },
  };
}

test('charges a setup fee once, as a line of its own that can be refunded alone', async () => {
  const { app, seller, buy, sales: listSales } = await sell({ setupFee: '99' });
  await buy();
  await advanceBusinessClock(app, 32 * DAY_MS);
  expect(await listSales()).toEqual([12_800, 2900]);
  const [order] = await app.context.db.select().from(orders);
  const { body } = await seller.rpc('get-order', { orderId: order?.id ?? '' });
  expect(body.lines).toMatchObject([
    { key: 'main', total: 2900 },
    { key: 'setup-fee', name: 'Setup fee', total: 9900 },
  ]);
  const refund = await seller.rpc('refund-order', {
    orderId: order?.id ?? '',
    paymentId: body.payments[0]?.id ?? '',
    lines: [{ key: 'setup-fee' }],
    reason: 'requested_by_customer',
    request: crypto.randomUUID(),
  });
  expect(refund.status).toBe(200);
  await app.waitUntilIdle();
  expect((await app.context.db.select().from(orders))[0]).toMatchObject({ refunded: 9900 });
  expect(await listBrokenLedgerInvariants(app)).toEqual([]);
});

test('starts a free trial, reminds the buyer a week before the first payment, and charges at its end', async () => {
  const { app, buy, sales: listSales, subscription, mails } = await sell({ trialDays: 14, setupFee: '99' });
  await buy({ expected: { amount: 9900, currency: 'USD' } });
  expect(await app.context.db.select().from(orders)).toMatchObject([{ state: 'paid', total: 9900, received: 9900 }]);
  expect(await app.context.db.select().from(orderLines)).toMatchObject([
    { key: 'main', total: 2900, afterTrial: true },
    { key: 'setup-fee', total: 9900, afterTrial: false },
  ]);
  const trial = await subscription();
  expect(trial).toMatchObject({ status: 'trialing', amount: 2900 });
  const terms =
    '14 days free. Then $29.00 USD/month until you cancel. A one-time setup fee of $99.00 USD is due today.';
  expect(await mails('receipt')).toMatchObject([
    { props: { paymentTerms: terms, trialEndsAt: trial?.trialEndsAt?.toISOString() } },
  ]);
  await advanceBusinessClock(app, 6 * DAY_MS);
  expect(await mails('free_trial_ends')).toEqual([]);
  for (const days of [2, 2]) await advanceBusinessClock(app, days * DAY_MS);
  expect(await mails('free_trial_ends')).toMatchObject([
    { recipient: 'ada@example.com', props: { amount: 2900, trialEndsAt: trial?.trialEndsAt?.toISOString() } },
  ]);
  await advanceBusinessClock(app, 5 * DAY_MS);
  expect(await listSales()).toEqual([9900, 2900]);
  expect(await subscription()).toMatchObject({ status: 'active' });
  expect(await listBrokenLedgerInvariants(app)).toEqual([]);
});

test('ends a trial without a card, which charges nothing', async () => {
  const { app, buy, sales: listSales, subscription, mails } = await sell({ trialDays: 14, trialNeedsCard: false });
  await buy({}, NO_CARD);
  expect(await app.context.db.select().from(orders)).toMatchObject([{ state: 'paid', total: 0 }]);
  await advanceBusinessClock(app, 8 * DAY_MS);
  expect(await mails('free_trial_ends')).toMatchObject([{ props: { needsCard: false } }]);
  await advanceBusinessClock(app, 8 * DAY_MS);
  expect(await subscription()).toMatchObject({ status: 'canceled' });
  expect([await listSales(), (await mails('subscription_ends')).length]).toEqual([[], 1]);
});

test('a subscription that a coupon makes free goes on after its trial, without a card', async () => {
  const coupon = { code: 'FREE', discount: 100, type: 'percentage' as const };
  const change = { enableCoupon: true, validCoupons: [coupon] };
  const { app, buy, sales: listSales, subscription, mails } = await sell({ trialDays: 14 }, change);
  await buy({ appliedCoupon: 'FREE' }, NO_CARD);
  for (const days of [8, 8]) await advanceBusinessClock(app, days * DAY_MS);
  expect(await subscription()).toMatchObject({ status: 'active', amount: 0 });
  expect([await listSales(), await mails('free_trial_ends'), await mails('subscription_ends')]).toEqual([[], [], []]);
});

test('gives a buyer one free trial of a page, and sells it without a trial afterwards', async () => {
  const { buy, start, sales: listSales } = await sell({ trialDays: 14 });
  await buy();
  const again = await start({ email: 'Ada+again@example.com' });
  expect([again.status, again.body.error]).toMatchObject([
    409,
    { code: 'trial_used', message: 'You’ve already had a free trial of this. You can order it without one.' },
  ]);
  expect((await start({ email: undefined })).body.error?.code).toBe('email_invalid');
  const wrongPrice = await start({ withoutTrial: true, expected: { amount: 0, currency: 'USD' }, version: 1 });
  expect(wrongPrice.body.error?.code).toBe('price_changed');
  await buy({ withoutTrial: true, expected: { amount: 2900, currency: 'USD' }, version: 1 });
  expect(await listSales()).toEqual([2900]);
});

const PLAN = { price: '105', paymentType: 'payment-plan' } as const;

test('charges exactly the payments of a plan, even if the calls for its schedule fail or are interrupted at first', async () => {
  const stripe = createFaultyStripe();
  // Stripe has created the schedule, but the job never learns it, as if the process was killed before the second call.
  stripe.injectFault(/^POST \/v1\/subscription_schedules$/, 'time-out after', TRIES);
  stripe.injectFault(/^POST \/v1\/subscription_schedules\/sub_sched/, '500 after', TRIES + 1);
  const app = await createTestApp({ wrapStripe: stripe.wrapStripe });
  const { buy, sales: listSales, subscription, mails } = await sell({ installments: 3 }, PLAN, app);
  await buy();
  for (const minutes of [2, 10, 10, 10]) await advanceBusinessClock(app, minutes * MINUTE_MS);
  expect(stripe.calls.filter((call) => call === 'POST /v1/subscription_schedules')).toHaveLength(TRIES);
  expect((await subscription())?.scheduleId).toMatch(/^sub_sched/);
  for (const days of [32, 32, 32, 32]) await advanceBusinessClock(app, days * DAY_MS);
  expect(await listSales()).toEqual([10_500, 10_500, 10_500]);
  expect(await subscription()).toMatchObject({ status: 'canceled', cancelAt: null });
  expect(await mails('subscription_ends')).toEqual([]);
  expect((await mails('receipt')).map(({ props }) => props['installment'])).toEqual([
    { number: 1, count: 3 },
    { number: 2, count: 3 },
    { number: 3, count: 3 },
  ]);
  expect(await listBrokenLedgerInvariants(app)).toEqual([]);
});

test('charges no payment of a plan twice if events arrive twice, in the opposite order, and more than a day late', async () => {
  const events = createLateEvents();
  const app = await createTestApp({ wrapEventDelivery: events.wrapEventDelivery });
  const { buy, sales: listSales, subscription, mails } = await sell({ installments: 3 }, PLAN, app);
  events.delay();
  await buy();
  for (const days of [1.1, 31, 31, 31, 31]) {
    await advanceBusinessClock(app, days * DAY_MS);
    await advanceBusinessClock(app, 26 * HOUR_MS);
    await events.deliverAll();
    await app.waitUntilIdle();
  }
  expect(await listSales()).toEqual([10_500, 10_500, 10_500]);
  expect(await subscription()).toMatchObject({ status: 'canceled', cancelAt: null });
  expect(await mails('subscription_ends')).toEqual([]);
  expect(await listBrokenLedgerInvariants(app)).toEqual([]);
});

test('keeps the discount and the card of a plan, which Stripe’s schedule does not name', async () => {
  const stripe = createFaultyStripe();
  stripe.rewrite(/^POST \/v1\/subscription_schedules$/, (body) => {
    const schedule = body as Stripe.SubscriptionSchedule;
    return { ...schedule, phases: schedule.phases.map((phase) => ({ ...phase, discounts: null })) };
  });
  const app = await createTestApp({ wrapStripe: stripe.wrapStripe });
  const coupon = { code: 'SAVE', discount: 10, type: 'fixed' as const };
  const change = { ...PLAN, enableCoupon: true, validCoupons: [coupon] };
  const { buy, sales: listSales, subscription } = await sell({ installments: 3 }, change, app);
  await buy({ appliedCoupon: 'SAVE' });
  await advanceBusinessClock(app, 2 * MINUTE_MS);
  const { accountId = '', subscriptionId = '', scheduleId } = (await subscription()) ?? {};
  const { schedules, subscriptions } = app.context.sellerStripe(accountId);
  const [phase] = (await schedules.retrieve(scheduleId ?? '')).phases;
  const atStripe = await subscriptions.retrieve(subscriptionId);
  expect(phase?.discounts).toHaveLength(1);
  expect(phase).toMatchObject({
    default_payment_method: atStripe.default_payment_method,
    description: atStripe.description,
    metadata: atStripe.metadata,
  });
  for (const days of [32, 32, 32, 32]) await advanceBusinessClock(app, days * DAY_MS);
  expect(await listSales()).toEqual([10_166, 10_166, 10_166]);
});

test('shows how far a plan is, and lets only the seller end it early', async () => {
  const { app, seller, buy, subscription, plan, countPlans } = await sell({ installments: 3 }, PLAN);
  await buy();
  await advanceBusinessClock(app, 2 * MINUTE_MS);
  expect(await plan()).toMatchObject({ count: 3, paid: 1, state: 'running' });
  expect((await seller.rpc('export-orders', {})).body.lines).toContain(',1,3,running,');
  expect(await countPlans('running')).toEqual([1]);
  const row = await subscription();
  await seller.rpc('cancel-buyer-subscription', { subscriptionId: row?.id ?? '', now: false });
  expect(await plan()).toEqual({ count: 3, paid: 1, state: 'ended_early', nextAt: null });
  expect(await countPlans('ended_early,complete', 'running', 'overdue')).toEqual([1, 0, 0]);
  await advanceBusinessClock(app, 70 * DAY_MS);
  expect(await app.context.db.select().from(sales).where(eq(sales.renewal, true))).toEqual([]);
});

test('says that a plan is overdue after a failed payment, and complete when that is paid', async () => {
  const { app, buy, subscription, sales: listSales, mails, plan, countPlans } = await sell({ installments: 2 }, PLAN);
  await buy();
  await advanceBusinessClock(app, 2 * MINUTE_MS);
  const { accountId = '', subscriptionId = '' } = (await subscription()) ?? {};
  const setCard = (act: 'fail' | 'succeed') =>
    app.request(`/sandbox/dashboard/${accountId}/subscriptions/${subscriptionId}`, {
      method: 'POST',
      body: new URLSearchParams({ act }),
    });
  await setCard('fail');
  await advanceBusinessClock(app, 32 * DAY_MS);
  expect(await plan()).toEqual({ count: 2, paid: 1, state: 'overdue', nextAt: null });
  expect(await countPlans('overdue', 'running,complete,ended_early')).toEqual([1, 0]);
  await setCard('succeed');
  for (const days of [8, 1]) await advanceBusinessClock(app, days * DAY_MS);
  expect(await plan()).toEqual({ count: 2, paid: 2, state: 'complete', nextAt: null });
  expect(await countPlans('complete', 'running,overdue,ended_early')).toEqual([1, 0]);
  expect(await listSales()).toEqual([10_500, 10_500]);
  expect(await subscription()).toMatchObject({ status: 'canceled' });
  expect(await mails('subscription_ends')).toEqual([]);
  expect(await listBrokenLedgerInvariants(app)).toEqual([]);
});
