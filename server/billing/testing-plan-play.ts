/** Runs a seller's history on a real app through its HTTP interface, next to the model. For tests only. */
import type Stripe from 'stripe';

import type { PlanId } from '#domain/plans.ts';
import type { SubscriptionStatus } from '#domain/subscription.ts';
import { planSubscriptions } from '#server/db/schema-plans.ts';
import { openShop, type TestSeller, type TestShop } from '#server/testing.ts';

import { newModel, type CardKind, type Model } from './testing-plan-model.ts';

type Sale = { amount: number; at: number; paymentIntent: string; refunded: boolean };

/** How Stripe events are delivered; `late`: after the next refresh, newest first. */
export type Telling = 'once' | 'twice' | 'late' | 'never';

export type Play = {
  shop: TestShop;
  seller: TestSeller;
  model: Model;
  sales: Sale[];
  /** Slugs of pages by price in US dollars. */
  slugs: Map<number, string>;
  telling: Telling;
  /** Events that are delivered late. */
  held: (() => Promise<unknown>)[];
  begunAt: number;
};

/** Creates an app whose business clock is stopped at `startedAt` (seconds) until it is moved. */
export async function openPlay(begunAt: number): Promise<Play> {
  const told: Pick<Play, 'telling' | 'held'> = { telling: 'once', held: [] };
  const shop = await openShop({
    sandboxTime: () => begunAt * 1000,
    aroundEvents: (next) => (url, init) => tell(told, url, async () => next(url, init)),
  });
  const seller = await shop.seller();
  return Object.assign(told, {
    shop,
    seller,
    model: newModel(begunAt),
    sales: [],
    slugs: new Map(),
    begunAt,
  });
}

/** Delivers one event; events of sales always arrive. */
async function tell(
  { telling, held }: Pick<Play, 'telling' | 'held'>,
  url: string,
  send: () => Promise<{ status: number }>,
): Promise<{ status: number }> {
  if (telling === 'twice') await send();
  if (telling === 'once' || telling === 'twice' || !url.endsWith('/platform')) return send();
  if (telling === 'late') held.push(send);
  return { status: 200 };
}

/** Delivers all delayed events. */
export async function tellHeld({ held, shop }: Play): Promise<void> {
  for (const send of held.splice(0).toReversed()) await send();
  await shop.settled();
}

const isTold = ({ telling }: Play): boolean => telling === 'once' || telling === 'twice';

/** Refreshes the status if events are not delivered, and waits for background work. */
export async function hear(play: Play): Promise<void> {
  await play.shop.settled();
  if (isTold(play)) return;
  await statusOf(play);
  await play.shop.settled();
}

export const nowOf = ({ shop }: Play): number => shop.context.now().getTime() / 1000;

const TOKENS: Record<CardKind, string> = { good: 'pm_card_visa', bad: 'pm_card_chargeCustomerFail' };

async function rowOf({ shop }: Play) {
  const [row] = await shop.context.db.select().from(planSubscriptions);
  return row ?? null;
}

/** Replaces the seller's card, as the portal does. */
export async function giveCard(play: Play, kind: CardKind): Promise<void> {
  const { plans } = play.shop.context.stripe;
  const row = await rowOf(play);
  if (!row?.customerId) return;
  const { id } = await plans.paymentMethods.attach(TOKENS[kind], { customer: row.customerId });
  await plans.customers.update(row.customerId, { invoice_settings: { default_payment_method: id } });
  const running = row.subscriptionId && row.status !== 'canceled';
  if (running) await plans.subscriptions.update(row.subscriptionId ?? '', { default_payment_method: id });
}

/** Lists the plan's invoices, newest first. */
export async function invoicesOf(play: Play): Promise<Stripe.Invoice[]> {
  const row = await rowOf(play);
  if (!row?.customerId) return [];
  const { data } = await play.shop.context.stripe.plans.invoices.list({
    customer: row.customerId,
    limit: 100,
  });
  return data;
}

export const takenFrom = (invoices: readonly Stripe.Invoice[]): number[] =>
  invoices
    .filter(({ status, amount_paid: amount }) => status === 'paid' && amount > 0)
    .map(({ amount_paid: amount }) => amount)
    .toSorted((a, b) => a - b);

export const statusOf = async (play: Play): Promise<SubscriptionStatus> =>
  (await play.seller.call('check-subscription-status', isTold(play) ? {} : { refresh: true })).body;

/** Pays all open invoices, as the invoice page does. */
export async function payOpen(play: Play): Promise<void> {
  const { plans } = play.shop.context.stripe;
  for (const { id, status } of await invoicesOf(play))
    if (id && status === 'open') await plans.invoices.pay(id).catch(() => null);
}

async function slugFor(play: Play, price: number): Promise<string> {
  const known = play.slugs.get(price);
  if (known) return known;
  const { slug } = await play.seller.publish({ price: String(price) }, `page-${price}`);
  play.slugs.set(price, slug);
  return slug;
}

/** Buys for this price in US dollars. Returns false if the pages are offline. */
export async function sellOne(play: Play, price: number): Promise<boolean> {
  const { shop, seller, sales } = play;
  const known = play.slugs.has(price);
  if (!known && !(await statusOf(play)).access) return false;
  const slug = await slugFor(play, price);
  const { status, body } = await shop.call('create-checkout-session', { slug });
  if (status === 409) return false;
  if (status !== 200) throw new Error(`Paying answered ${status}: ${JSON.stringify(body)}`);
  await shop.pay(body.url);
  const account = (await seller.call('get-connection', {})).body.stripe_account_id ?? '';
  const id = new URL(body.url).pathname.split('/').at(-1) ?? '';
  const session = await shop.context.sellerStripe(account).sessions.retrieve(id);
  const { payment_intent: intent } = session;
  const paymentIntent = typeof intent === 'object' ? (intent?.id ?? '') : intent;
  sales.push({ amount: price * 100, at: nowOf(play), paymentIntent, refunded: false });
  return true;
}

/** Refunds a sale in full at Stripe. */
export async function refundOne(play: Play, sale: Sale): Promise<void> {
  const { shop, seller } = play;
  const account = (await seller.call('get-connection', {})).body.stripe_account_id ?? '';
  const answer = await shop.sandbox?.api(
    new Request('http://provider.test/v1/refunds', {
      method: 'POST',
      headers: { Authorization: 'Bearer sk_test_play', 'Stripe-Account': account },
      body: new URLSearchParams({ payment_intent: sale.paymentIntent }),
    }),
  );
  if (!answer?.ok) throw new Error(`The refund was refused: ${await answer?.text()}`);
  sale.refunded = true;
  await shop.settled();
}

export async function choosePlan({ seller }: Play, targetPlan: PlanId): Promise<string> {
  const { body } = await seller.call('upgrade-subscription', {
    targetPlan,
    userId: seller.session.user.id,
  });
  return body.error?.code ?? body.change;
}
