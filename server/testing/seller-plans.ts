import { ne } from 'drizzle-orm';
import type Stripe from 'stripe';

import type { PlanId } from '#domain/plans.ts';
import type { SubscriptionStatus } from '#domain/subscription.ts';
/** Shared helpers of plan tests: Stripe test cards, clock changes, and state at Stripe. */
import { DAY_MS } from '#domain/time-units.ts';
import { getOrCreateSellerId } from '#server/auth/queries/users.ts';

import { outbox } from '../db/schema-outbox.ts';
import { findPlanRow, type PlanRow } from '../sellers/seller-plans.ts';
import type { TestSeller, TestApp } from './test-app.ts';

/** Stripe's test cards: charged, declined at each charge, authentication required. */
export type CardToken = 'pm_card_visa' | 'pm_card_chargeCustomerFail' | 'pm_card_authenticationRequired';

export const sellerIdOf = ({ context }: TestApp, { session }: TestSeller): Promise<string> =>
  getOrCreateSellerId(context.db, session.user.id, context.now());

export async function getPlanRow(app: TestApp, seller: TestSeller): Promise<PlanRow> {
  const { db, mode } = app.context;
  const row = await findPlanRow(db, await sellerIdOf(app, seller), mode);
  if (!row) throw new Error('The seller has no plan');
  return row;
}

/** Changes the seller's card at Stripe, like Stripe's hosted pages do. */
export async function attachCard(app: TestApp, seller: TestSeller, token: CardToken): Promise<void> {
  const { customerId, subscriptionId } = await getPlanRow(app, seller);
  const { paymentMethods, customers, subscriptions } = app.context.stripe.plans;
  const customer = customerId ?? '';
  const method = await paymentMethods.attach(token, { customer });
  await customers.update(customer, { invoice_settings: { default_payment_method: method.id } });
  const { default_payment_method: subscriptionCard } = await subscriptions.retrieve(subscriptionId ?? '');
  if (subscriptionCard) await subscriptions.update(subscriptionId ?? '', { default_payment_method: method.id });
  await app.waitUntilIdle();
}

/** Advances the business clock and waits for everything that becomes due. */
export async function advanceDays(app: TestApp, days: number): Promise<void> {
  const clock = app.sandbox?.clock;
  if (!clock) throw new Error('The provider is elsewhere');
  clock.moveTo(new Date(clock.now().getTime() + days * DAY_MS));
  await app.waitUntilIdle();
}

/** A seller in the trial; with a card when one is given. */
export async function createTrialSeller(
  app: TestApp,
  planId: PlanId = 'starter',
  card: CardToken | null = null,
): Promise<TestSeller> {
  const seller = await app.signUpSeller();
  const { status, body } = await seller.rpc('create-subscription', { planId });
  if (status !== 200) throw new Error(`The trial answered ${status}: ${JSON.stringify(body)}`);
  await app.waitUntilIdle();
  if (card) await attachCard(app, seller, card);
  return seller;
}

/** A seller whose trial has ended and whose first month is paid. */
export async function createPayingSeller(app: TestApp, planId: PlanId = 'starter'): Promise<TestSeller> {
  const seller = await createTrialSeller(app, planId, 'pm_card_visa');
  await advanceDays(app, 7.1);
  const { status } = await getPlanStatus(seller);
  if (status !== 'active') throw new Error(`The seller is ${status}`);
  return seller;
}

export const getPlanStatus = async (seller: TestSeller, refresh = false): Promise<SubscriptionStatus> =>
  (await seller.rpc('check-subscription-status', refresh ? { refresh } : {})).body;

/** All subscriptions and the amounts of all paid invoices at Stripe. */
export async function listStripeBilling(
  app: TestApp,
): Promise<{ subscriptions: Stripe.Subscription[]; chargedAmounts: number[] }> {
  const { subscriptions, invoices } = app.context.stripe.plans;
  const { data } = await subscriptions.list({ status: 'all', limit: 100 });
  const paidInvoices = await invoices.list({ status: 'paid', limit: 100 });
  const chargedAmounts = paidInvoices.data
    .map(({ amount_paid: amountPaid }) => amountPaid)
    .filter((amountPaid) => amountPaid > 0);
  return { subscriptions: data, chargedAmounts: chargedAmounts.toReversed() };
}

/** Kinds of the queued plan emails, oldest first. */
export async function listPlanEmails(app: TestApp): Promise<string[]> {
  const { db } = app.context;
  const rows = await db.select().from(outbox).where(ne(outbox.kind, 'confirm_email')).orderBy(outbox.createdAt);
  return rows.map(({ kind, props }) => (typeof props.days === 'number' ? `${kind} ${props.days}` : kind));
}
