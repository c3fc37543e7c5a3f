import { isAppError, type ErrorCode } from '#domain/errors.ts';
import { comparePlans } from '#domain/plans.ts';
import { FOREVER, type PlanChange } from '#domain/subscription.ts';
import { DAY_MS, HOUR_MS } from '#domain/time-units.ts';
import { getMonth, getFittingPlan } from '#domain/usage.ts';
import { findMonthlySales } from '#server/billing/queries/monthly-sales.ts';
import { updateUpgrade, requestUpgrade, type PlanUpgrade } from '#server/billing/queries/plan-upgrades.ts';
import type { Context } from '#server/core/context.ts';
import { nextTryAt } from '#server/jobs/leased-rows.ts';
import { findPlanRow, queueSellerMail } from '#server/sellers/seller-plans.ts';

import { changePlan } from './change-plan.ts';

/** Delays after failed tries, doubling from two seconds; after them, a failed upgrade is retried each hour. */
const RETRY_DELAYS_MS = Array.from({ length: 11 }, (_, index) => 2000 * 2 ** index);

/** Tries per month to collect for a larger plan. */
const MAX_PAYMENT_TRIES = 5;

export async function runUpgrade(context: Context, upgrade: PlanUpgrade): Promise<void> {
  if (!(await isUpgradeNeeded(context, upgrade))) return skipUpgrade(context, upgrade);
  const { sellerId, toPlan } = upgrade;
  await recordOutcome(context, upgrade, await changePlan(context, sellerId, toPlan, { reason: 'limit' }));
}

/**
 * Checks again before charging: the month may be over, sales refunded, or the plan changed or canceled. Sales that need
 * an even larger plan get their own row, so that there is one change and one charge.
 */
async function isUpgradeNeeded(context: Context, upgrade: PlanUpgrade): Promise<boolean> {
  const { sellerId, mode, month, toPlan } = upgrade;
  const now = context.now();
  if (month !== getMonth(now)) return false;
  const row = await findPlanRow(context.db, sellerId, mode);
  if (!row?.plan || row.cancelAt || (row.status !== 'trialing' && row.status !== 'active')) return false;
  const { usdCents } = await findMonthlySales(context.db, sellerId, mode, month);
  const requiredPlan = getFittingPlan(usdCents);
  if (requiredPlan === toPlan) return true;
  const largerUpgrade = { sellerId, mode, month, fromPlan: row.plan, toPlan: requiredPlan, createdAt: now };
  if (comparePlans(requiredPlan, row.plan) > 0) await requestUpgrade(context.db, largerUpgrade);
  return false;
}

async function skipUpgrade({ db, now }: Context, { id }: PlanUpgrade): Promise<void> {
  await updateUpgrade(db, id, { state: 'skipped', doneAt: now() });
}

async function recordOutcome(context: Context, upgrade: PlanUpgrade, change: PlanChange): Promise<void> {
  if (change.change === 'payment_needed') return recordPaymentNeeded(context, upgrade, 'declined');
  if (change.change !== 'upgraded' && change.change !== 'switched') return skipUpgrade(context, upgrade);
  const { id, sellerId, fromPlan: from, toPlan: to, month } = upgrade;
  const { charged } = change;
  const isRecorded = await context.db.transaction(async (tx) => {
    if (!(await updateUpgrade(tx, id, { state: 'done', charged, doneAt: context.now() }))) return false;
    const mail = { kind: 'plan_upgraded', from, to, charged, month } as const;
    await queueSellerMail(tx, sellerId, { key: `plan_upgraded:${id}`, mail, now: context.now() });
    return true;
  });
  if (isRecorded) context.wake('outbox');
}

/** After these errors a retry is useless until the next sale. */
const PERMANENT_ERRORS: readonly ErrorCode[] = [
  'plan_held',
  'payment_overdue',
  'subscription_missing',
  'subscription_canceled',
  'downgrade_below_sales',
];

export async function handleUpgradeError(context: Context, upgrade: PlanUpgrade, error: unknown): Promise<void> {
  const code = isAppError(error) ? error.code : null;
  if (code === 'payment_method_needed') return recordPaymentNeeded(context, upgrade, 'no_card');
  if (code === 'payment_declined') return recordPaymentNeeded(context, upgrade, 'declined');
  if (code && PERMANENT_ERRORS.includes(code)) return skipUpgrade(context, upgrade);
  context.log.warn({ err: error, upgrade: upgrade.id }, 'plan_upgrade_failed');
  // In state `needs_payment`, `tries` counts tries to collect only.
  const tries = upgrade.state === 'waiting' ? upgrade.tries + 1 : upgrade.tries;
  const retryAt = upgrade.state === 'waiting' ? nextTryAt(RETRY_DELAYS_MS, tries, context.now()) : null;
  await updateUpgrade(context.db, upgrade.id, { tries, nextAt: retryAt ?? timeFromNow(context, HOUR_MS) });
}

/** Retries after a day until the last try of the month. The email is sent once. */
async function recordPaymentNeeded(
  context: Context,
  upgrade: PlanUpgrade,
  reason: 'no_card' | 'declined',
): Promise<void> {
  const { id, sellerId, toPlan: to } = upgrade;
  const tries = upgrade.state === 'needs_payment' ? upgrade.tries + 1 : 1;
  const nextAt = tries < MAX_PAYMENT_TRIES ? timeFromNow(context, DAY_MS) : FOREVER;
  await context.db.transaction(async (tx) => {
    if (!(await updateUpgrade(tx, id, { state: 'needs_payment', tries, nextAt }))) return;
    const mail = { kind: 'upgrade_needs_payment', to, reason, url: null } as const;
    await queueSellerMail(tx, sellerId, { key: `upgrade_needs_payment:${id}`, mail, now: context.now() });
  });
  context.wake('outbox');
}

const timeFromNow = ({ now }: Context, ms: number): Date => new Date(now().getTime() + ms);
