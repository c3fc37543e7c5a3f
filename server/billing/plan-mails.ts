import type { OpenMail } from '#domain/mail.ts';
import { planOf } from '#domain/plans.ts';
import { daysLeft } from '#domain/subscription.ts';

import type { Db } from '#server/db/client.ts';
import { queueMail } from '#server/db/outbox.ts';
import { findSellerEmail, type PlanRow } from '#server/db/plan-subscriptions.ts';
import type { FetchedPlan } from './fetch-plan.ts';
import { isRunning } from './plan-truth.ts';

type Step = { before: PlanRow; after: PlanRow; fetched: FetchedPlan; now: Date };
type Told = { key: string; mail: OpenMail };

/** Queues the emails of a plan change. Returns true if any was queued. Reminders that a clock jump skipped are not sent. */
export async function planMails(tx: Db, step: Step): Promise<boolean> {
  const told = mailsOf(step);
  if (told.length === 0) return false;
  const { sellerId, mode } = step.after;
  const to = await findSellerEmail(tx, sellerId);
  if (!to) return false;
  let queued = false;
  for (const { key, mail } of told) {
    const mailKey = `${mail.kind}:${mode}:${sellerId}:${key}`;
    queued = (await queueMail(tx, { key: mailKey, to, mail, now: step.now })) || queued;
  }
  return queued;
}

function mailsOf(step: Step): Told[] {
  return [...trialMails(step), ...failureMails(step), ...endMails(step)];
}

function trialMails({ before, after, now }: Step): Told[] {
  const { status, plan, trialEndsAt, cancelAt } = after;
  if (!plan || !trialEndsAt) return [];
  if (status === 'paused' && before.status !== 'paused')
    return [{ key: trialEndsAt.toISOString(), mail: { kind: 'trial_ended', plan } }];
  if (status !== 'trialing') return [];
  if (before.status === null) {
    const limit = planOf(plan).monthlyLimitUsd;
    const mail: OpenMail = {
      kind: 'welcome_trial',
      plan,
      trialEndsAt: trialEndsAt.toISOString(),
      limit: limit === null ? null : limit * 100,
    };
    return [{ key: 'first', mail }];
  }
  const left = daysLeft(trialEndsAt, now);
  // A seller who canceled knows the end date.
  if (cancelAt || left === 0 || left > 3) return [];
  const days = left === 1 ? 1 : 3;
  const mail: OpenMail = { kind: 'trial_ends', plan, days: left, trialEndsAt: trialEndsAt.toISOString() };
  return [{ key: `${trialEndsAt.toISOString()}:${days}`, mail }];
}

/** Sent once per invoice, however often Stripe retries the payment. */
function failureMails({ after, fetched: { openInvoice } }: Step): Told[] {
  const { status, plan, due } = after;
  if (status !== 'past_due' || !plan || !due || due.plan !== null || !openInvoice) return [];
  const next = openInvoice.next_payment_attempt;
  const mail: OpenMail = {
    kind: 'payment_failed',
    plan,
    amount: due.amount,
    url: due.url,
    nextTryAt: next === null ? null : new Date(next * 1000).toISOString(),
  };
  return [{ key: openInvoice.id, mail }];
}

function endMails({ before, after, fetched }: Step): Told[] {
  const { plan, cancelAt } = after;
  if (!plan) return [];
  if (cancelAt && !before.cancelAt && isRunning(before.status)) {
    const mail: OpenMail = { kind: 'plan_canceled', plan, endsAt: cancelAt.toISOString() };
    return [{ key: `wish:${after.version}`, mail }];
  }
  if (after.status !== 'canceled' || !isRunning(before.status)) return [];
  return [{ key: fetched.subscription.id, mail: { kind: 'plan_canceled', plan, endsAt: null } }];
}
