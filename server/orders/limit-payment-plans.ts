import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type Stripe from 'stripe';

import type { BillingInterval } from '#domain/order.ts';
import { addPeriods } from '#domain/price-after-discount.ts';
import type { Context } from '#server/core/context.ts';
import { buyerSubscriptions } from '#server/db/schema-ledger.ts';
import { checkoutAttempts, sales } from '#server/db/schema-orders.ts';
import { providerAccounts } from '#server/db/schema-pages.ts';
import { updateLedger } from '#server/ledger/update-ledger.ts';
import type { SellerStripe } from '#server/stripe/seller-stripe.ts';
import { dateOf, idOfReference } from '#server/stripe/stripe-values.ts';

const BATCH_SIZE = 100;

type Plan = Awaited<ReturnType<typeof listUnlimitedPlans>>[number];

/**
 * Payment plans whose subscription runs without an end, or after the last payment; a random selection. `paid`: number of
 * payments so far.
 */
function listUnlimitedPlans({ db, mode }: Context) {
  const { attemptId, accountId, subscriptionId, billing, scheduleId } = buyerSubscriptions;
  const { installments } = checkoutAttempts;
  const paid = db.$count(sales, eq(sales.attemptId, attemptId));
  return db
    .select({ id: buyerSubscriptions.id, accountId, subscriptionId, billing, scheduleId, installments, paid })
    .from(buyerSubscriptions)
    .innerJoin(checkoutAttempts, eq(checkoutAttempts.id, attemptId))
    .innerJoin(
      providerAccounts,
      and(eq(providerAccounts.mode, buyerSubscriptions.mode), eq(providerAccounts.accountId, accountId)),
    )
    .where(
      and(
        eq(buyerSubscriptions.mode, mode),
        isNotNull(installments),
        inArray(buyerSubscriptions.status, ['active', 'past_due']),
        isNull(providerAccounts.disconnectedAt),
        sql`(${scheduleId} is null or ${paid} >= ${installments})`,
      ),
    )
    .orderBy(sql`random()`)
    .limit(BATCH_SIZE);
}

/**
 * Lets the subscriptions of payment plans end after their last payment. Safe to run at any time and in several processes at
 * once, and to repeat after it was interrupted.
 */
export async function limitPaymentPlans(context: Context): Promise<void> {
  for (const plan of await listUnlimitedPlans(context)) {
    try {
      await limitPlan(context, plan);
    } catch (error) {
      context.log.warn({ err: error, subscription: plan.subscriptionId }, 'payment_plan_limit_failed');
    }
  }
}

async function limitPlan(context: Context, plan: Plan): Promise<void> {
  const { accountId, subscriptionId, installments, paid } = plan;
  if (installments === null) return;
  const stripe = context.sellerStripe(accountId);
  const subscription = await stripe.subscriptions.retrieve(subscriptionId);
  const endsAt = paid < installments ? findPlanEnd(subscription, { ...plan, installments }) : null;
  if (endsAt && subscription.ended_at === null) {
    const scheduleId = await endBySchedule(stripe, subscription, endsAt);
    await context.db.update(buyerSubscriptions).set({ scheduleId }).where(eq(buyerSubscriptions.id, plan.id));
    return;
  }
  if (subscription.ended_at === null)
    await stripe.subscriptions.cancel(subscriptionId, { invoice_now: false, prorate: false });
  await updateLedger(context, [{ accountId, kind: 'subscription', id: subscriptionId }]);
}

/**
 * When the last period of a payment plan ends: exactly where Stripe, which counts periods from the billing cycle anchor, would
 * start another one. Null if another one has started.
 */
export function findPlanEnd(
  { billing_cycle_anchor: anchor, items }: Pick<Stripe.Subscription, 'billing_cycle_anchor' | 'items'>,
  { billing, installments }: { billing: BillingInterval; installments: number },
): Date | null {
  const endsAt = addPeriods(dateOf(anchor), billing, installments);
  const periodStart = dateOf(items.data[0]?.current_period_start ?? anchor);
  return periodStart < endsAt ? endsAt : null;
}

/** Returns the id of the schedule. */
async function endBySchedule(
  { schedules }: SellerStripe,
  subscription: Stripe.Subscription,
  endsAt: Date,
): Promise<string> {
  const { id: subscriptionId, schedule: reference, items } = subscription;
  const existingId = idOfReference(reference);
  // Stripe releases a schedule without an end after its period, but repeats the response to its key for a day.
  const key = `plan:${subscriptionId}:${items.data[0]?.current_period_start}`;
  const { id, phases, current_phase } = existingId
    ? await schedules.retrieve(existingId)
    : await schedules.create({ from_subscription: subscriptionId }, key);
  const phase = phases.find(({ start_date }) => start_date === current_phase?.start_date);
  if (!phase) throw new Error(`Schedule ${id} has no current phase`);
  await schedules.update(id, endPhaseAt(subscription, phase.start_date, endsAt));
  return id;
}

/**
 * Ends the subscription with its last period. Its own end (`cancel_at`) would prorate that period. Everything is repeated as the
 * subscription has it, because Stripe drops what the phase does not name, such as a discount or the card.
 */
function endPhaseAt(
  { items, discounts, metadata, description, default_payment_method: card }: Stripe.Subscription,
  start_date: number,
  endsAt: Date,
): Stripe.SubscriptionScheduleUpdateParams {
  const cardId = idOfReference(card);
  return {
    end_behavior: 'cancel',
    proration_behavior: 'none',
    phases: [
      {
        items: items.data.map(({ price, quantity }) => ({ price: price.id, quantity: quantity ?? 1 })),
        discounts: discounts.map((discount) => ({ discount: idOfReference(discount) ?? '' })),
        metadata,
        ...(description ? { description } : {}),
        ...(cardId ? { default_payment_method: cardId } : {}),
        start_date,
        end_date: endsAt.getTime() / 1000,
      },
    ],
  };
}
