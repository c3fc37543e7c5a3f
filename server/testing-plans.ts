/** Shared helpers of plan tests: Stripe test cards, clock changes, and state at Stripe. */
import { ne } from 'drizzle-orm';
import type Stripe from 'stripe';

import type { PlanId } from '#domain/plans.ts';
import type { SubscriptionStatus } from '#domain/subscription.ts';

import { upsertSeller } from './db/sellers.ts';
import { outbox } from './db/schema-mail.ts';
import { findPlanRow, type PlanRow } from './db/plan-subscriptions.ts';
import type { TestSeller, TestShop } from './testing.ts';

/** Stripe's test cards: charged, declined at each charge, authentication required. */
export type CardToken = 'pm_card_visa' | 'pm_card_chargeCustomerFail' | 'pm_card_authenticationRequired';

export const DAY_MS = 86_400_000;

export const sellerIdOf = ({ context }: TestShop, { session }: TestSeller): Promise<string> =>
  upsertSeller(context.db, session.user.id, context.now());

export async function planRowOf(shop: TestShop, seller: TestSeller): Promise<PlanRow> {
  const { db, mode } = shop.context;
  const row = await findPlanRow(db, await sellerIdOf(shop, seller), mode);
  if (!row) throw new Error('The seller has no plan');
  return row;
}

/** Changes the seller's card at Stripe, like Stripe's hosted pages do. */
export async function giveCard(shop: TestShop, seller: TestSeller, token: CardToken): Promise<void> {
  const { customerId, subscriptionId } = await planRowOf(shop, seller);
  const { paymentMethods, customers, subscriptions } = shop.context.stripe.plans;
  const customer = customerId ?? '';
  const method = await paymentMethods.attach(token, { customer });
  await customers.update(customer, { invoice_settings: { default_payment_method: method.id } });
  const { default_payment_method: own } = await subscriptions.retrieve(subscriptionId ?? '');
  if (own) await subscriptions.update(subscriptionId ?? '', { default_payment_method: method.id });
  await shop.settled();
}

/** Advances the business clock and waits for everything that becomes due. */
export async function passDays(shop: TestShop, days: number): Promise<void> {
  const clock = shop.sandbox?.clock;
  if (!clock) throw new Error('The provider is elsewhere');
  clock.moveTo(new Date(clock.now().getTime() + days * DAY_MS));
  await shop.settled();
}

/** A seller in the trial; with a card when one is given. */
export async function sellerOnTrial(
  shop: TestShop,
  planId: PlanId = 'starter',
  card: CardToken | null = null,
): Promise<TestSeller> {
  const seller = await shop.seller();
  const { status, body } = await seller.call('create-subscription', { planId });
  if (status !== 200) throw new Error(`The trial answered ${status}: ${JSON.stringify(body)}`);
  await shop.settled();
  if (card) await giveCard(shop, seller, card);
  return seller;
}

/** A seller whose trial has ended and whose first month is paid. */
export async function payingSeller(shop: TestShop, planId: PlanId = 'starter'): Promise<TestSeller> {
  const seller = await sellerOnTrial(shop, planId, 'pm_card_visa');
  await passDays(shop, 7.1);
  const { status } = await statusOf(seller);
  if (status !== 'active') throw new Error(`The seller is ${status}`);
  return seller;
}

export const statusOf = async (seller: TestSeller, refresh = false): Promise<SubscriptionStatus> =>
  (await seller.call('check-subscription-status', refresh ? { refresh } : {})).body;

/** All subscriptions and the amounts of all paid invoices at Stripe. */
export async function atProvider(
  shop: TestShop,
): Promise<{ subscriptions: Stripe.Subscription[]; charged: number[] }> {
  const { subscriptions, invoices } = shop.context.stripe.plans;
  const { data } = await subscriptions.list({ status: 'all', limit: 100 });
  const bills = await invoices.list({ status: 'paid', limit: 100 });
  const charged = bills.data.map(({ amount_paid: paid }) => paid).filter((paid) => paid > 0);
  return { subscriptions: data, charged: charged.toReversed() };
}

/** Kinds of the queued plan emails, oldest first. */
export async function mailsOf(shop: TestShop): Promise<string[]> {
  const { db } = shop.context;
  const rows = await db
    .select()
    .from(outbox)
    .where(ne(outbox.kind, 'confirm_email'))
    .orderBy(outbox.createdAt);
  return rows.map(({ kind, props }) => (typeof props.days === 'number' ? `${kind} ${props.days}` : kind));
}
