import { isShopError, ShopError } from '#domain/errors.ts';

import type { Context } from '#server/context.ts';
import {
  claimPlanChange,
  findPlanRow,
  updatePlanChangeOver,
  type PlanRow,
} from '#server/db/plan-subscriptions.ts';
import type { FetchedPlan } from './fetch-plan.ts';
import { syncPlan } from './sync-plan.ts';

/** Longer than any change takes, so that the lease expires only after a crash. */
const LEASE_MS = 60_000;

/** A subscription that is locked for changes, freshly fetched from Stripe. */
export type HeldPlan = { row: PlanRow; fetched: FetchedPlan };

/**
 * Runs one change of a seller's subscription at a time across processes; concurrent calls are rejected. Afterwards the
 * row is synced with Stripe again, or by the plans worker if that fails.
 */
export async function changingPlan<T>(
  context: Context,
  sellerId: string,
  change: (held: HeldPlan) => Promise<T>,
): Promise<T> {
  const { db, mode } = context;
  const realNow = context.realNow();
  const until = new Date(realNow.getTime() + LEASE_MS);
  const claimed = await claimPlanChange(db, sellerId, mode, realNow, until);
  if (!claimed) {
    const row = await findPlanRow(db, sellerId, mode);
    throw new ShopError(row?.status ? 'plan_change_under_way' : 'subscription_missing');
  }
  let ended = false;
  let upToDate = true;
  try {
    const synced = await syncPlan(context, sellerId);
    if (!synced?.fetched) throw new ShopError('subscription_missing');
    upToDate = false;
    const result = await change({ row: synced.row, fetched: synced.fetched });
    ended = true;
    upToDate = await isBroughtUpToDate(context, sellerId);
    return result;
  } catch (error) {
    ended ||= isShopError(error) && error.code !== 'provider_unavailable';
    throw error;
  } finally {
    const lookAgainAt = upToDate ? null : context.now();
    await updatePlanChangeOver(db, claimed, { ended, lookAgainAt });
    if (lookAgainAt) context.ring('plans');
  }
}

/** The change is already made, so a failed sync is not reported as an error. */
async function isBroughtUpToDate(context: Context, sellerId: string): Promise<boolean> {
  try {
    await syncPlan(context, sellerId);
    return true;
  } catch (error) {
    context.log.warn({ err: error, sellerId }, 'a changed plan could not be read; it is tried again');
    return false;
  }
}
