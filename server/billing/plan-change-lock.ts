import { isAppError, AppError } from '#domain/errors.ts';
import type { Context } from '#server/core/context.ts';
import { claimPlanChange, findPlanRow, releasePlanChange, type PlanRow } from '#server/sellers/seller-plans.ts';

import type { FetchedPlan } from './fetch-plan.ts';
import { syncPlan } from './sync-plan.ts';

/** Longer than any change takes, so that the lease expires only after a crash. */
const LEASE_MS = 60_000;

/** A subscription that is locked for changes, freshly fetched from Stripe. */
export type LockedPlan = { row: PlanRow; fetched: FetchedPlan };

/**
 * Runs one change of a seller's subscription at a time across processes; concurrent calls are rejected. Afterwards the
 * row is synced with Stripe again, or by the plans worker if that fails.
 */
export async function withPlanChangeLock<T>(
  context: Context,
  sellerId: string,
  change: (lockedPlan: LockedPlan) => Promise<T>,
): Promise<T> {
  const { db, mode } = context;
  const realNow = context.realNow();
  const lockedUntil = new Date(realNow.getTime() + LEASE_MS);
  const lock = await claimPlanChange(db, sellerId, mode, realNow, lockedUntil);
  if (!lock) {
    const row = await findPlanRow(db, sellerId, mode);
    throw new AppError(row?.status ? 'plan_change_under_way' : 'subscription_missing');
  }
  let isOutcomeKnown = false;
  let isSynced = true;
  try {
    const synced = await syncPlan(context, sellerId);
    if (!synced?.fetched) throw new AppError('subscription_missing');
    isSynced = false;
    const result = await change({ row: synced.row, fetched: synced.fetched });
    isOutcomeKnown = true;
    isSynced = await resyncPlan(context, sellerId);
    return result;
  } catch (error) {
    isOutcomeKnown ||= isAppError(error) && error.code !== 'provider_unavailable';
    throw error;
  } finally {
    const resyncAt = isSynced ? null : context.now();
    await releasePlanChange(db, lock, { isFinished: isOutcomeKnown, nextCheckAt: resyncAt });
    if (resyncAt) context.wake('plans');
  }
}

/** The change is already made, so a failed sync is not reported as an error. */
async function resyncPlan(context: Context, sellerId: string): Promise<boolean> {
  try {
    await syncPlan(context, sellerId);
    return true;
  } catch (error) {
    context.log.warn({ err: error, sellerId }, 'plan_sync_after_change_failed');
    return false;
  }
}
