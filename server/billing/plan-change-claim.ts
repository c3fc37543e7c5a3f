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

/** Longer than a change can take, so that only a process that died leaves it to run out. */
const LEASE_MS = 60_000;

/** A subscription that nobody else of ours changes now, just read from the provider. */
export type HeldPlan = { row: PlanRow; fetched: FetchedPlan };

/**
 * Does one change of a seller's subscription at a time, in whatever processes; whoever comes while one is under way is
 * refused. Afterwards the row is read from the provider again, or left to the sweep when that fails.
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

/** The change has been made already: that it cannot be read just now is no reason to call it failed. */
async function isBroughtUpToDate(context: Context, sellerId: string): Promise<boolean> {
  try {
    await syncPlan(context, sellerId);
    return true;
  } catch (error) {
    context.log.warn({ err: error, sellerId }, 'a changed plan could not be read; it is tried again');
    return false;
  }
}
