import { asc, eq, isNotNull, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import { expect } from 'vitest';

import { createAddedFields, createPaymentTerms, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { createBump, withBumps } from '#domain/testing/order-bumps.ts';
import { WEBHOOK_EVENT_BY_ORDER_EVENT } from '#domain/webhook-event.ts';
import { buyerSubscriptions, orderEvents } from '#server/db/schema-ledger.ts';
import { orders } from '#server/db/schema-orders.ts';
import { webhookDeliveries, webhookEndpoints, webhookEvents } from '#server/db/schema-webhooks.ts';
import { recomputeEntitlements } from '#server/ledger/recompute-entitlements.ts';

import {
  FILE,
  GENERATED_KEYS,
  listEntitlementRows,
  publishDelivery,
  withValidity,
  type DeliverableInput,
} from './delivering-page.ts';
import { getStripeAccountId } from './sold-orders.ts';
/** Simulates a history of sales on a real app; the history decides when events are delivered. For tests only. */
import { createTestApp, type TestSeller, type TestApp } from './test-app.ts';

/** Compares outgoing webhooks with the order timelines. For tests only. */
/**
 * Every timeline event has exactly one webhook message, in the order of recording. Events recorded before their order are
 * sent with the order, sorted by time. Every paid subscription has one that says that it started. Sellers without an endpoint
 * have no deliveries.
 */
export async function compareWebhookMessages({ app }: LedgerSimulation): Promise<void> {
  const { db } = app.context;
  const subscribedSellerIds = (await db.select().from(webhookEndpoints)).map(({ sellerId }) => sellerId);
  const rows = await db
    .select({ event: orderEvents })
    .from(orderEvents)
    // The transactions of an attempt run one after the other, and these rows are never updated. `ctid` alone does not
    // do, because each connection fills pages of its own.
    .orderBy(sql`order_events.xmin::text::bigint, order_events.ctid`);
  const timelineEvents = rows.map(({ event }) => event);
  const expected = [...Map.groupBy(timelineEvents, ({ attemptId }) => attemptId)].map(([attemptId, events]) => {
    const isEarly = events[0]?.kind !== 'checkout_started';
    const webhookEvents = events.filter(({ kind }) => WEBHOOK_EVENT_BY_ORDER_EVENT[kind]);
    return { attemptId, keys: webhookEvents.map(({ key }) => `${attemptId} ${key}`), isEarly };
  });
  const messages = await db.select().from(webhookEvents).orderBy(asc(webhookEvents.position));
  const isStart = ({ type }: (typeof messages)[number]): boolean => type === 'subscription.started';
  const isAccess = ({ type }: (typeof messages)[number]): boolean => type.startsWith('entitlement.');
  const orderMessages = messages.filter(
    (message) => message.orderNumber !== null && !isStart(message) && !isAccess(message),
  );
  const bySubject = Map.groupBy(orderMessages, ({ orderingKey: subject }) => subject);
  for (const { attemptId, keys, isEarly } of expected) {
    const actualKeys = (bySubject.get(attemptId) ?? []).map(({ key }) => key);
    if (isEarly) expect(actualKeys.toSorted()).toEqual(keys.toSorted());
    else expect(actualKeys).toEqual(keys);
  }
  expect(orderMessages).toHaveLength(expected.flatMap(({ keys }) => keys).length);
  const paidSubscriptions = await db
    .select({ attemptId: buyerSubscriptions.attemptId })
    .from(buyerSubscriptions)
    .innerJoin(orders, eq(orders.attemptId, buyerSubscriptions.attemptId))
    .where(isNotNull(orders.paidAt));
  const started = messages.filter(isStart).map(({ orderingKey }) => orderingKey);
  expect(new Set(started)).toEqual(new Set(paidSubscriptions.map(({ attemptId }) => attemptId)));
  expect(started).toHaveLength(paidSubscriptions.length);
  const sent = await db.select().from(webhookDeliveries).orderBy(asc(webhookDeliveries.position));
  // Endpoints exist before the first sale, but not before the first publication.
  const subscribed = messages.filter(
    ({ sellerId, orderNumber }) => subscribedSellerIds.includes(sellerId) && orderNumber !== null,
  );
  const pageMessages = messages.filter(({ orderNumber }) => orderNumber === null).map(({ id }) => id);
  const sentIds = sent.map(({ messageId }) => messageId).filter((id) => !pageMessages.includes(id));
  expect(sentIds).toEqual(subscribed.map(({ id }) => id));
}

/** Computing every entitlement again changes nothing: whatever happened, each has the state that its order gives it. */
export async function compareEntitlements({ app }: LedgerSimulation): Promise<void> {
  const { context } = app;
  const before = await listEntitlementRows(app);
  const attemptIds = [...new Set(before.map(({ attemptId }) => attemptId))];
  await context.db.transaction((tx) => recomputeEntitlements(context, tx, attemptIds));
  expect(await listEntitlementRows(app)).toEqual(before);
}

export type CapturedEvent = { url: string; init: RequestInit };
export type SimulatedSeller = { seller: TestSeller; account: string };

export type LedgerSimulation = {
  app: TestApp;
  sellers: SimulatedSeller[];
  /** Captured events in the order in which Stripe sent them. */
  capturedEvents: CapturedEvent[];
  /** Purchases in order. Amounts in minor units. */
  purchases: { account: string; currency: string; total: number; billing: string | null }[];
  /** Time of the business clock in milliseconds; only the history moves it. */
  now: () => number;
};

type SimulatedPage = {
  slug: string;
  currency: string;
  price: string;
  /** Due today in minor units: without a coupon, with HALF, and with FREE if that leaves something. */
  total: number;
  totalWithHalfCoupon: number;
  totalWithFreeCoupon?: number;
  paymentType: CheckoutPageConfig['paymentType'];
  /** What the page has besides its price. */
  change?: Partial<CheckoutPageConfig>;
  /** What a buyer chooses besides the price. */
  choice?: { bumps?: string[]; quantity?: string };
  delivers?: readonly DeliverableInput[];
};

const PLAN_SLUG = 'plan';

/** Whether a subscription is a payment plan of one of the pages. */
export const isPaymentPlan = ({ metadata }: Pick<Stripe.Subscription, 'metadata'>): boolean =>
  metadata['slug']?.endsWith(`-${PLAN_SLUG}`) ?? false;

/** Pages of each seller. Their coupons are for the product: no extra and no setup fee is cheaper with them. */
export const PAGES: readonly SimulatedPage[] = [
  {
    slug: 'usd',
    currency: 'USD',
    price: '29.99',
    total: 2999,
    totalWithHalfCoupon: 1499,
    paymentType: 'one-time',
  },
  {
    slug: 'eur',
    currency: 'EUR',
    price: '10.01',
    total: 1001,
    totalWithHalfCoupon: 500,
    paymentType: 'one-time',
  },
  {
    slug: 'jpy',
    currency: 'JPY',
    price: '777',
    total: 777,
    totalWithHalfCoupon: 388,
    paymentType: 'one-time',
  },
  {
    slug: 'kwd',
    currency: 'KWD',
    price: '4.56',
    total: 4560,
    totalWithHalfCoupon: 2280,
    paymentType: 'one-time',
  },
  {
    slug: 'club',
    currency: 'EUR',
    price: '9.99',
    total: 999,
    totalWithHalfCoupon: 499,
    paymentType: 'subscription',
    delivers: [
      { settings: withValidity(GENERATED_KEYS, 'subscription'), name: 'club license' },
      { settings: withValidity(FILE, 'days', 20), name: 'club magazine' },
    ],
  },
  {
    slug: 'kit',
    currency: 'EUR',
    price: '10.01',
    total: 3336,
    totalWithHalfCoupon: 1834,
    totalWithFreeCoupon: 333,
    paymentType: 'one-time',
    change: {
      ...withBumps(createBump('book', '3.33')),
      quantity: { ...createAddedFields().quantity, enabled: true },
    },
    choice: { bumps: ['book'], quantity: '3' },
    delivers: [
      { settings: GENERATED_KEYS, name: 'kit license' },
      { settings: FILE, name: 'kit book', offeredWith: ['bump:book'] },
    ],
  },
  {
    slug: 'trial',
    currency: 'JPY',
    price: '777',
    total: 0,
    totalWithHalfCoupon: 0,
    paymentType: 'subscription',
    change: { paymentTerms: { ...createPaymentTerms(), trialDays: 14 } },
  },
  {
    slug: 'fee',
    currency: 'USD',
    price: '19.99',
    total: 700,
    totalWithHalfCoupon: 700,
    totalWithFreeCoupon: 700,
    paymentType: 'subscription',
    change: {
      ...withBumps(createBump('call', '2'), createBump('support', '3', { billing: 'with-price' })),
      paymentTerms: { ...createPaymentTerms(), setupFee: '5', trialDays: 7 },
    },
    choice: { bumps: ['call', 'support'] },
  },
  {
    slug: PLAN_SLUG,
    currency: 'KWD',
    price: '4.56',
    total: 4560,
    totalWithHalfCoupon: 2280,
    paymentType: 'payment-plan',
    // No history is long enough for the last payment.
    change: { paymentTerms: { ...createPaymentTerms(), installments: 24 } },
    delivers: [{ settings: FILE, name: 'plan course' }],
  },
];

/** Coupons that a buyer may enter. */
const COUPONS = [
  { code: 'HALF', discount: 50, type: 'percentage' as const },
  { code: 'FREE', discount: 100, type: 'percentage' as const },
];
type CouponCode = 'HALF' | 'FREE' | null;

export const CARDS = {
  good: '4242 4242 4242 4242',
  refundFails: '4000 0000 0000 5126',
  refundWaits: '4000 0000 0000 7726',
  disputed: '4000 0000 0000 0259',
  inquiry: '4000 0000 0000 1976',
} as const;
type CardName = keyof typeof CARDS;

const NAMES = ['ann', 'bob'];
const START_TIME = new Date('2026-11-21T10:00:00Z').getTime();

/** Creates an app with two sellers, all pages and a stopped business clock. */
export async function createSimulation(): Promise<LedgerSimulation> {
  const capturedEvents: CapturedEvent[] = [];
  let isCapturing = false;
  const app = await createTestApp({
    sandboxTime: () => START_TIME,
    wrapEventDelivery: (next) => async (url, init) => {
      if (!isCapturing) return next(url, init);
      capturedEvents.push({ url, init });
      return { status: 200 };
    },
  });
  // Reconciling would fetch changes on its own; here the history decides when they arrive.
  await app.workers.reconcile.close();
  // Deliveries stay queued, so that they can be compared.
  await app.workers.deliveries.close();
  const sellers: SimulatedSeller[] = [];
  for (const name of NAMES) sellers.push(await createSeller(app, name));
  isCapturing = true;
  return { app, sellers, capturedEvents, purchases: [], now: () => app.context.now().getTime() };
}

async function createSeller(app: TestApp, name: string): Promise<SimulatedSeller> {
  const seller = await app.signUpSeller(`${name}@example.com`);
  for (const { slug, currency, price, paymentType, change, delivers } of PAGES) {
    const config = { currency, price, paymentType, enableCoupon: true, validCoupons: COUPONS, ...change };
    if (delivers) await publishDelivery(app, seller, delivers, `${name}-${slug}`, config);
    else await seller.publishPage(config, `${name}-${slug}`);
  }
  // Only the first seller has a webhook endpoint.
  if (name === NAMES[0]) await seller.rpc('create-webhook-endpoint', { url: 'http://127.0.0.1:9/hooks' });
  return { seller, account: await getStripeAccountId(seller) };
}

/** Buys from one of the pages. */
export async function buy(
  simulation: LedgerSimulation,
  {
    seller: sellerIndex,
    page: pageIndex,
    coupon,
    card,
  }: { seller: number; page: number; coupon: CouponCode; card: CardName },
): Promise<void> {
  const page = PAGES[pageIndex % PAGES.length];
  if (!page) throw new Error('There are no pages');
  const { account } = simulation.sellers[sellerIndex % 2] ?? { account: '' };
  const slug = `${NAMES[sellerIndex % 2]}-${page.slug}`;
  const email = `buyer-${simulation.purchases.length}@example.com`;
  const { status, body } = await simulation.app.rpc('create-checkout-session', {
    slug,
    email,
    appliedCoupon: coupon,
    ...page.choice,
  });
  if (status !== 200) throw new Error(`Paying answered ${status}: ${JSON.stringify(body)}`);
  await simulation.app.payAtStripe(body.url, { email, number: CARDS[card] });
  const { total: none, totalWithHalfCoupon: HALF, totalWithFreeCoupon: FREE = 0 } = page;
  const total = { HALF, FREE, none }[coupon ?? 'none'];
  const billing = page.paymentType === 'one-time' ? null : 'monthly';
  simulation.purchases.push({ account, currency: page.currency, total, billing });
}

/** Performs an action on the seller's Stripe dashboard; an action that is impossible now (422) is skipped. */
export async function postToDashboard(
  { app }: LedgerSimulation,
  account: string,
  path: string,
  fields: Record<string, string>,
): Promise<void> {
  const { status } = await app.request(`/sandbox/dashboard/${account}/${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  if (status !== 303 && status !== 422) throw new Error(`${path} answered ${status}`);
}

export async function advanceClock({ app, now }: LedgerSimulation, hours: number): Promise<void> {
  app.sandbox?.clock.moveTo(new Date(now() + hours * 3_600_000));
  await app.sandbox?.waitForDeliveries();
}

/** Random numbers from 0 to 1: the same ones for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
}

/** The events in a random order, some of them twice. */
export const shuffleEvents = (events: readonly CapturedEvent[], random: () => number): CapturedEvent[] =>
  [...events, ...events.filter(() => random() < 0.4)]
    .map((event) => [random(), event] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, event]) => event);

/** Delivers captured events shuffled, some of them twice and some only in a second round. */
export async function deliver(
  { app, capturedEvents }: LedgerSimulation,
  random: () => number,
  lossRate: number,
): Promise<void> {
  await app.waitUntilIdle();
  const all = capturedEvents.splice(0);
  const [delivered, delayed] = [all.filter(() => random() >= lossRate), [] as CapturedEvent[]];
  delayed.push(...all.filter((event) => !delivered.includes(event)));
  for (const group of [delivered, delayed]) {
    const responses = await Promise.all(shuffleEvents(group, random).map(({ url, init }) => app.request(url, init)));
    const failedResponse = responses.find(({ status }) => status !== 200);
    if (failedResponse) throw new Error(`An event was answered ${failedResponse.status}`);
    await app.waitUntilIdle();
  }
}
