import { isShopError, type ErrorCode } from '#domain/errors.ts';
import { comparePlans } from '#domain/plans.ts';
import { FOREVER, type PlanChange } from '#domain/subscription.ts';
import { monthOf, planThatFits } from '#domain/usage.ts';
import type { Context } from '#server/context.ts';
import { PUT_OFF_MS, runCounted } from '#server/counted-job.ts';
import { findMonthSum } from '#server/db/monthly-sales.ts';
import { queueMail } from '#server/db/outbox.ts';
import { findPlanRow, findSellerEmail } from '#server/db/plan-subscriptions.ts';
import {
  claimUpgrade,
  isAnyUpgradeDue,
  updateUpgrade,
  upsertUpgrade,
  type PlanUpgrade,
} from '#server/db/plan-upgrades.ts';

import { changePlan } from './change-plan.ts';

/** Longer than all Stripe calls of one change may take together. */
const LEASE_MS = 120_000;
const DAY_MS = 86_400_000;
const MAX_BACKOFF_MS = 3_600_000;

/** Attempts per month to collect for a larger plan. */
export const MAX_PAYMENT_TRIES = 5;

/** Runs one due upgrade. Returns false if none is due. */
export async function upgradeRound(context: Context): Promise<boolean> {
  const due = await claimUpgrade(context.db, context.mode, context.now(), LEASE_MS);
  if (due) await carryOutCounted(context, due);
  return due !== null;
}

async function carryOutCounted(context: Context, upgrade: PlanUpgrade): Promise<void> {
  const job = { name: `upgrade ${upgrade.id}`, patienceMs: LEASE_MS };
  if (await runCounted(context, job, () => carryOut(context, upgrade))) return;
  await updateUpgrade(context.db, upgrade.id, { nextAt: later(context, PUT_OFF_MS) });
}

export const isUpgradeDue = (context: Context): Promise<boolean> =>
  isAnyUpgradeDue(context.db, context.mode, context.now());

async function carryOut(context: Context, upgrade: PlanUpgrade): Promise<void> {
  try {
    if (!(await isStillWanted(context, upgrade))) return await skip(context, upgrade);
    const { sellerId, toPlan } = upgrade;
    await conclude(context, upgrade, await changePlan(context, sellerId, toPlan, { why: 'limit' }));
  } catch (error) {
    await handle(context, upgrade, error);
  }
}

/**
 * Checks again before charging: the month may be over, sales refunded, or the plan changed or canceled. Sales that need
 * an even larger plan get their own row, so that there is one change and one charge.
 */
async function isStillWanted(context: Context, upgrade: PlanUpgrade): Promise<boolean> {
  const { sellerId, mode, month, toPlan } = upgrade;
  const now = context.now();
  if (month !== monthOf(now)) return false;
  const row = await findPlanRow(context.db, sellerId, mode);
  if (!row?.plan || row.cancelAt || (row.status !== 'trialing' && row.status !== 'active')) return false;
  const { usdCents } = await findMonthSum(context.db, sellerId, mode, month);
  const fitting = planThatFits(usdCents);
  if (fitting === toPlan) return true;
  const more = { sellerId, mode, month, fromPlan: row.plan, toPlan: fitting, createdAt: now };
  if (comparePlans(fitting, row.plan) > 0) await upsertUpgrade(context.db, more);
  return false;
}

async function skip({ db, now }: Context, { id }: PlanUpgrade): Promise<void> {
  await updateUpgrade(db, id, { state: 'skipped', doneAt: now() });
}

async function conclude(context: Context, upgrade: PlanUpgrade, change: PlanChange): Promise<void> {
  if (change.change === 'payment_needed') return needsPayment(context, upgrade, 'declined');
  if (change.change !== 'upgraded' && change.change !== 'switched') return skip(context, upgrade);
  const { id, sellerId, fromPlan: from, toPlan: to, month } = upgrade;
  const { charged } = change;
  const ended = await context.db.transaction(async (tx) => {
    if (!(await updateUpgrade(tx, id, { state: 'done', charged, doneAt: context.now() }))) return false;
    const email = await findSellerEmail(tx, sellerId);
    const mail = { kind: 'plan_upgraded', from, to, charged, month } as const;
    if (email) await queueMail(tx, { key: `plan_upgraded:${id}`, to: email, mail, now: context.now() });
    return true;
  });
  if (ended) context.ring('outbox');
}

/** After these errors a retry is useless until the next sale. */
const POINTLESS: readonly ErrorCode[] = [
  'plan_held',
  'payment_overdue',
  'subscription_missing',
  'subscription_canceled',
  'downgrade_below_sales',
];

async function handle(context: Context, upgrade: PlanUpgrade, error: unknown): Promise<void> {
  const code = isShopError(error) ? error.code : null;
  if (code === 'payment_method_needed') return needsPayment(context, upgrade, 'no_card');
  if (code === 'payment_declined') return needsPayment(context, upgrade, 'declined');
  if (code && POINTLESS.includes(code)) return skip(context, upgrade);
  context.log.warn({ err: error, upgrade: upgrade.id }, 'an upgrade will be tried again');
  // In state `needs_payment`, `attempts` counts payment attempts only.
  const attempts = upgrade.state === 'waiting' ? upgrade.attempts + 1 : upgrade.attempts;
  const wait = upgrade.state === 'waiting' ? Math.min(MAX_BACKOFF_MS, 1000 * 2 ** attempts) : MAX_BACKOFF_MS;
  await updateUpgrade(context.db, upgrade.id, { attempts, nextAt: later(context, wait) });
}

/** Retries after a day until the last attempt of the month. The email is sent once. */
async function needsPayment(
  context: Context,
  upgrade: PlanUpgrade,
  reason: 'no_card' | 'declined',
): Promise<void> {
  const { id, sellerId, toPlan: to } = upgrade;
  const attempts = upgrade.state === 'needs_payment' ? upgrade.attempts + 1 : 1;
  const nextAt = attempts < MAX_PAYMENT_TRIES ? later(context, DAY_MS) : FOREVER;
  await context.db.transaction(async (tx) => {
    if (!(await updateUpgrade(tx, id, { state: 'needs_payment', attempts, nextAt }))) return;
    const email = await findSellerEmail(tx, sellerId);
    const mail = { kind: 'upgrade_needs_payment', to, reason, url: null } as const;
    if (email)
      await queueMail(tx, { key: `upgrade_needs_payment:${id}`, to: email, mail, now: context.now() });
  });
  context.ring('outbox');
}

const later = ({ now }: Context, ms: number): Date => new Date(now().getTime() + ms);
