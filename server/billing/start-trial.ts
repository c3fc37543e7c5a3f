import { isShopError, ShopError } from '#domain/errors.ts';
import type { PlanId } from '#domain/plans.ts';

import type { Context } from '#server/context.ts';
import { findPlanRow, reservePlanRow, updateGreeted, type PlanRow } from '#server/db/plan-subscriptions.ts';
import { createTrial, createUnpaid, ensureCustomer } from './begin-subscription.ts';
import { changePlan } from './change-plan.ts';
import { isFirstPaymentAwaited } from './subscription-status.ts';
import { syncPlan } from './sync-plan.ts';
import { claimTrial } from './used-trials.ts';

type Seller = { sellerId: string; email: string };
type Started = {
  row: PlanRow;
  /** True for exactly one of all calls of a seller. */
  created: boolean;
};

/**
 * Starts the seller's trial on a plan, or switches the plan of a running trial without a charge. If the trial was used
 * before, the plan starts unpaid instead. Of several concurrent calls the first plan counts.
 * Throws AppError 'subscription_exists' when the trial is over.
 */
export async function startTrial(context: Context, seller: Seller, wish: PlanId): Promise<Started> {
  const { db, mode } = context;
  const { sellerId } = seller;
  const reserved = await reservePlanRow(db, sellerId, mode, wish, context.now());
  const row = reserved.status ? reserved : await beginOnce(context, seller, reserved);
  const isUnpaid = isFirstPaymentAwaited(row);
  if (row.status !== 'trialing' && !isUnpaid) throw new ShopError('subscription_exists');
  const created = await updateGreeted(db, sellerId, mode, context.now());
  // Calls that arrived during creation get the plan of the first one.
  if (reserved.status && row.plan !== wish && !isUnpaid) await switchTo(context, sellerId, wish);
  return { row: (await findPlanRow(db, sellerId, mode)) ?? row, created };
}

const flights = new WeakMap<Context, Map<string, Promise<PlanRow>>>();

/** Concurrent calls share one creation; other processes get the same result through Stripe's idempotency keys. */
function beginOnce(context: Context, seller: Seller, row: PlanRow): Promise<PlanRow> {
  const ofContext = flights.get(context) ?? new Map<string, Promise<PlanRow>>();
  flights.set(context, ofContext);
  const { sellerId } = seller;
  const flight =
    ofContext.get(sellerId) ?? begin(context, seller, row).finally(() => ofContext.delete(sellerId));
  ofContext.set(sellerId, flight);
  return flight;
}

async function begin(context: Context, seller: Seller, row: PlanRow): Promise<PlanRow> {
  const { sellerId, email } = seller;
  await ensureCustomer(context, row, email);
  // Finds a subscription that an earlier attempt created.
  const synced = await syncPlan(context, sellerId);
  if (synced?.fetched) return synced.row;
  const { customerId } = synced?.row ?? row;
  if (!customerId) throw new Error('The customer of a seller was not kept');
  const create = (await claimTrial(context, seller)) ? createTrial : createUnpaid;
  return create(context, { ...row, customerId });
}

async function switchTo(context: Context, sellerId: string, wish: PlanId): Promise<void> {
  try {
    await changePlan(context, sellerId, wish, { why: 'seller' });
  } catch (error) {
    if (!isShopError(error) || error.code !== 'plan_held') throw error;
  }
}
