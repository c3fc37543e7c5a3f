import { and, count, eq, inArray, isNotNull, notInArray, or, sql } from 'drizzle-orm';

import type { PaymentTermsCounts } from '#domain/analytics.ts';
import { ENDED_STATUSES } from '#domain/buyer-subscription.ts';
import type { PaymentPlan } from '#domain/order.ts';
import type { Db } from '#server/db/client.ts';
import { buyerSubscriptions } from '#server/db/schema-ledger.ts';
import { checkoutAttempts, orders, sales } from '#server/db/schema-orders.ts';
import { paymentPlanState } from '#server/orders/queries/order-filters.ts';

import type { AnalyticsTarget, BucketSpan } from './page-views.ts';
import { isInSpan } from './revenue.ts';

type State = PaymentPlan['state'] | 'trialing' | 'trial_paid' | 'trial_ended';

/** A setup fee is no renewal, so it does not make a free trial paid. */
const trialState = sql`case
  when exists (select from ${sales} where ${and(eq(sales.attemptId, checkoutAttempts.id), eq(sales.renewal, true))}) then 'trial_paid'
  when ${inArray(buyerSubscriptions.status, ENDED_STATUSES)} then 'trial_ended'
  else 'trialing' end`;

/**
 * Free trials and payment plans that started in a period, by their state now. Starts with the seller's subscriptions, so
 * orders without one are not read.
 */
export async function countPaymentTerms(
  db: Db,
  scope: AnalyticsTarget,
  span: BucketSpan,
): Promise<PaymentTermsCounts | null> {
  const { trialDays, installments } = checkoutAttempts;
  const rows = await db
    .select({
      state: sql<State>`case when ${installments} is null then ${trialState} else ${paymentPlanState} end`,
      orders: count(),
    })
    .from(buyerSubscriptions)
    .innerJoin(orders, eq(orders.attemptId, buyerSubscriptions.attemptId))
    .innerJoin(checkoutAttempts, eq(checkoutAttempts.id, buyerSubscriptions.attemptId))
    .where(
      and(
        eq(buyerSubscriptions.mode, scope.mode),
        eq(buyerSubscriptions.sellerId, scope.sellerId),
        isInSpan(orders, scope, orders.paidAt, span),
        notInArray(orders.state, ['pending', 'failed']),
        or(isNotNull(trialDays), isNotNull(installments)),
      ),
    )
    .groupBy(sql`1`);
  if (rows.length === 0) return null;
  const countIn = (...states: State[]): number =>
    rows.reduce((total, row) => total + (states.includes(row.state) ? row.orders : 0), 0);
  return {
    trials: {
      started: countIn('trialing', 'trial_paid', 'trial_ended'),
      paid: countIn('trial_paid'),
      ended: countIn('trial_ended'),
    },
    plans: {
      started: countIn('running', 'overdue', 'complete', 'ended_early'),
      complete: countIn('complete'),
      overdue: countIn('overdue'),
      endedEarly: countIn('ended_early'),
    },
  };
}
