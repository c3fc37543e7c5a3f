import type { PlainEmail } from '#domain/email.ts';
import { getPlan } from '#domain/plans.ts';
import { daysLeft } from '#domain/subscription.ts';
import type { Db } from '#server/db/client.ts';
import { queueSellerMail, type PlanRow } from '#server/sellers/seller-plans.ts';

import type { FetchedPlan } from './fetch-plan.ts';
import { isRunning } from './plan-snapshot.ts';

type PlanTransition = { before: PlanRow; after: PlanRow; fetched: FetchedPlan; now: Date };
type KeyedEmail = { key: string; mail: PlainEmail };

/** Queues the emails of a plan change. Returns true if any was queued. Reminders that a clock jump skipped are not sent. */
export async function queuePlanEmails(tx: Db, transition: PlanTransition): Promise<boolean> {
  const { sellerId, mode } = transition.after;
  let isQueued = false;
  for (const { key, mail } of [trialEmails, paymentFailureEmails, cancellationEmails].flatMap((build) =>
    build(transition),
  )) {
    const mailKey = `${mail.kind}:${mode}:${sellerId}:${key}`;
    if (await queueSellerMail(tx, sellerId, { key: mailKey, mail, now: transition.now })) isQueued = true;
  }
  return isQueued;
}

function trialEmails({ before, after, now }: PlanTransition): KeyedEmail[] {
  const { status, plan, trialEndsAt, cancelAt } = after;
  if (!plan || !trialEndsAt) return [];
  if (status === 'paused' && before.status !== 'paused')
    return [{ key: trialEndsAt.toISOString(), mail: { kind: 'trial_ended', plan } }];
  if (status !== 'trialing') return [];
  if (before.status === null) {
    const limit = getPlan(plan).monthlyLimitUsd;
    const mail: PlainEmail = {
      kind: 'welcome_trial',
      plan,
      trialEndsAt: trialEndsAt.toISOString(),
      limit: limit === null ? null : limit * 100,
    };
    return [{ key: 'first', mail }];
  }
  const remainingDays = daysLeft(trialEndsAt, now);
  // A seller who canceled knows the end date.
  if (cancelAt || remainingDays === 0 || remainingDays > 3) return [];
  const reminderDays = remainingDays === 1 ? 1 : 3;
  const mail: PlainEmail = {
    kind: 'trial_ends',
    plan,
    days: remainingDays,
    trialEndsAt: trialEndsAt.toISOString(),
  };
  return [{ key: `${trialEndsAt.toISOString()}:${reminderDays}`, mail }];
}

/** Sent once per invoice, however often Stripe retries the payment. */
function paymentFailureEmails({ after, fetched: { openInvoice } }: PlanTransition): KeyedEmail[] {
  const { status, plan, due } = after;
  if (status !== 'past_due' || !plan || !due || due.plan !== null || !openInvoice) return [];
  const nextAttempt = openInvoice.next_payment_attempt;
  const mail: PlainEmail = {
    kind: 'payment_failed',
    plan,
    amount: due.amount,
    url: due.url,
    nextTryAt: nextAttempt === null ? null : new Date(nextAttempt * 1000).toISOString(),
  };
  return [{ key: openInvoice.id, mail }];
}

function cancellationEmails({ before, after, fetched }: PlanTransition): KeyedEmail[] {
  const { plan, cancelAt } = after;
  if (!plan) return [];
  if (cancelAt && !before.cancelAt && isRunning(before.status)) {
    const mail: PlainEmail = { kind: 'plan_canceled', plan, endsAt: cancelAt.toISOString() };
    return [{ key: `plan_change:${after.version}`, mail }];
  }
  if (after.status !== 'canceled' || !isRunning(before.status)) return [];
  return [{ key: fetched.subscription.id, mail: { kind: 'plan_canceled', plan, endsAt: null } }];
}
