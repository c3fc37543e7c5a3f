import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type Stripe from 'stripe';

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
  const schedule = paid < installments ? await findOrCreateSchedule(stripe, subscription) : null;
  const [phase] = schedule?.phases ?? [];
  const endsAt = addPeriods(dateOf(subscription.start_date), plan.billing, installments);
  if (schedule && phase && endsAt > dateOf(phase.start_date)) {
    await stripe.schedules.update(schedule.id, endPhaseAt(phase, endsAt));
    await context.db
      .update(buyerSubscriptions)
      .set({ scheduleId: schedule.id })
      .where(eq(buyerSubscriptions.id, plan.id));
    return;
  }
  await stripe.subscriptions.cancel(subscriptionId, { invoice_now: false, prorate: false });
  await updateLedger(context, [{ accountId, kind: 'subscription', id: subscriptionId }]);
}

function findOrCreateSchedule(
  { schedules }: SellerStripe,
  { id, schedule }: Stripe.Subscription,
): Promise<Stripe.SubscriptionSchedule> {
  const scheduleId = idOfReference(schedule);
  return scheduleId ? schedules.retrieve(scheduleId) : schedules.create({ from_subscription: id }, `plan:${id}`);
}

/** Ends the subscription with its last period. Its own end (`cancel_at`) would prorate that period. */
function endPhaseAt(
  { items, discounts, metadata, start_date }: Stripe.SubscriptionSchedule.Phase,
  endsAt: Date,
): Stripe.SubscriptionScheduleUpdateParams {
  return {
    end_behavior: 'cancel',
    proration_behavior: 'none',
    phases: [
      {
        items: items.map(({ price, quantity }) => ({ price: idOfReference(price) ?? '', quantity: quantity ?? 1 })),
        discounts: discounts.map(({ discount }) => ({ discount: idOfReference(discount) ?? '' })),
        ...(metadata ? { metadata } : {}),
        start_date,
        end_date: endsAt.getTime() / 1000,
      },
    ],
  };
}
