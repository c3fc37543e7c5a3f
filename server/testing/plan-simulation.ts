/** Runs a seller's history on a real app through its HTTP interface, next to the model. For tests only. */
import type Stripe from 'stripe';

import type { PlanId } from '#domain/plans.ts';
import type { SubscriptionStatus } from '#domain/subscription.ts';
import { planSubscriptions } from '#server/db/schema-plans.ts';

import { newModel, type CardKind, type Model } from './plan-model.ts';
import { createTestApp, type TestSeller, type TestApp } from './test-app.ts';

type Sale = { amount: number; at: number; paymentIntent: string; refunded: boolean };

/** How Stripe events are delivered; `late`: after the next refresh, newest first. */
export type DeliveryMode = 'once' | 'twice' | 'late' | 'never';

export type PlanSimulation = {
  app: TestApp;
  seller: TestSeller;
  model: Model;
  sales: Sale[];
  /** Slugs of pages by price in US dollars. */
  slugs: Map<number, string>;
  deliveryMode: DeliveryMode;
  /** Events that are delivered late. */
  delayedEvents: (() => Promise<unknown>)[];
  startedAt: number;
};

/** Creates an app whose business clock is stopped at `startedAt` (seconds) until it is moved. */
export async function createSimulation(startedAt: number): Promise<PlanSimulation> {
  const eventState: Pick<PlanSimulation, 'deliveryMode' | 'delayedEvents'> = {
    deliveryMode: 'once',
    delayedEvents: [],
  };
  const app = await createTestApp({
    sandboxTime: () => startedAt * 1000,
    wrapEventDelivery: (next) => (url, init) => deliverEvent(eventState, url, async () => next(url, init)),
  });
  const seller = await app.signUpSeller();
  return Object.assign(eventState, {
    app,
    seller,
    model: newModel(startedAt),
    sales: [],
    slugs: new Map(),
    startedAt,
  });
}

/** Delivers one event; events of sales always arrive. */
async function deliverEvent(
  { deliveryMode, delayedEvents }: Pick<PlanSimulation, 'deliveryMode' | 'delayedEvents'>,
  url: string,
  send: () => Promise<{ status: number }>,
): Promise<{ status: number }> {
  if (deliveryMode === 'twice') await send();
  if (deliveryMode === 'once' || deliveryMode === 'twice' || !url.endsWith('/platform')) return send();
  if (deliveryMode === 'late') delayedEvents.push(send);
  return { status: 200 };
}

/** Delivers all delayed events. */
export async function deliverDelayed({ delayedEvents, app }: PlanSimulation): Promise<void> {
  for (const send of delayedEvents.splice(0).toReversed()) await send();
  await app.waitUntilIdle();
}

const deliversEvents = ({ deliveryMode }: PlanSimulation): boolean =>
  deliveryMode === 'once' || deliveryMode === 'twice';

/** Refreshes the status if events are not delivered, and waits for background work. */
export async function syncApp(simulation: PlanSimulation): Promise<void> {
  await simulation.app.waitUntilIdle();
  if (deliversEvents(simulation)) return;
  await statusOf(simulation);
  await simulation.app.waitUntilIdle();
}

export const nowOf = ({ app }: PlanSimulation): number => app.context.now().getTime() / 1000;

const TOKENS: Record<CardKind, string> = { good: 'pm_card_visa', bad: 'pm_card_chargeCustomerFail' };

async function findRow({ app }: PlanSimulation) {
  const [row] = await app.context.db.select().from(planSubscriptions);
  return row ?? null;
}

/** Replaces the seller's card, as the portal does. */
export async function giveCard(simulation: PlanSimulation, kind: CardKind): Promise<void> {
  const { plans } = simulation.app.context.stripe;
  const row = await findRow(simulation);
  if (!row?.customerId) return;
  const { id } = await plans.paymentMethods.attach(TOKENS[kind], { customer: row.customerId });
  await plans.customers.update(row.customerId, { invoice_settings: { default_payment_method: id } });
  const isRunning = row.subscriptionId && row.status !== 'canceled';
  if (isRunning) await plans.subscriptions.update(row.subscriptionId ?? '', { default_payment_method: id });
}

/** Lists the plan's invoices, newest first. */
export async function invoicesOf(simulation: PlanSimulation): Promise<Stripe.Invoice[]> {
  const row = await findRow(simulation);
  if (!row?.customerId) return [];
  const { data } = await simulation.app.context.stripe.plans.invoices.list({
    customer: row.customerId,
    limit: 100,
  });
  return data;
}

export const paidAmounts = (invoices: readonly Stripe.Invoice[]): number[] =>
  invoices
    .filter(({ status, amount_paid: amount }) => status === 'paid' && amount > 0)
    .map(({ amount_paid: amount }) => amount)
    .toSorted((a, b) => a - b);

export const statusOf = async (simulation: PlanSimulation): Promise<SubscriptionStatus> =>
  (await simulation.seller.rpc('check-subscription-status', deliversEvents(simulation) ? {} : { refresh: true })).body;

/** Pays all open invoices, as the invoice page does. */
export async function payOpenInvoices(simulation: PlanSimulation): Promise<void> {
  const { plans } = simulation.app.context.stripe;
  for (const { id, status } of await invoicesOf(simulation))
    if (id && status === 'open') await plans.invoices.pay(id).catch(() => null);
}

async function slugFor(simulation: PlanSimulation, price: number): Promise<string> {
  const existingSlug = simulation.slugs.get(price);
  if (existingSlug) return existingSlug;
  const { slug } = await simulation.seller.publishPage({ price: String(price) }, `page-${price}`);
  simulation.slugs.set(price, slug);
  return slug;
}

/** Buys for this price in US dollars. Returns false if the pages are offline. */
export async function makeSale(simulation: PlanSimulation, price: number): Promise<boolean> {
  const { app, seller, sales } = simulation;
  const isPublished = simulation.slugs.has(price);
  if (!isPublished && !(await statusOf(simulation)).access) return false;
  const slug = await slugFor(simulation, price);
  const { status, body } = await app.rpc('create-checkout-session', { slug });
  if (status === 409) return false;
  if (status !== 200) throw new Error(`Paying answered ${status}: ${JSON.stringify(body)}`);
  await app.payAtStripe(body.url);
  const account = (await seller.rpc('get-connection', {})).body.stripe_account_id ?? '';
  const id = new URL(body.url).pathname.split('/').at(-1) ?? '';
  const session = await app.context.sellerStripe(account).sessions.retrieve(id);
  const { payment_intent: intent } = session;
  const paymentIntent = typeof intent === 'object' ? (intent?.id ?? '') : intent;
  sales.push({ amount: price * 100, at: nowOf(simulation), paymentIntent, refunded: false });
  return true;
}

/** Refunds a sale in full at Stripe. */
export async function refundSale(simulation: PlanSimulation, sale: Sale): Promise<void> {
  const { app, seller } = simulation;
  const account = (await seller.rpc('get-connection', {})).body.stripe_account_id ?? '';
  const response = await app.sandbox?.api(
    new Request('http://provider.test/v1/refunds', {
      method: 'POST',
      headers: { Authorization: 'Bearer sk_test_play', 'Stripe-Account': account },
      body: new URLSearchParams({ payment_intent: sale.paymentIntent }),
    }),
  );
  if (!response?.ok) throw new Error(`The refund was refused: ${await response?.text()}`);
  sale.refunded = true;
  await app.waitUntilIdle();
}

export async function choosePlan({ seller }: PlanSimulation, targetPlan: PlanId): Promise<string> {
  const { body } = await seller.rpc('upgrade-subscription', {
    targetPlan,
    userId: seller.session.user.id,
  });
  return body.error?.code ?? body.change;
}
