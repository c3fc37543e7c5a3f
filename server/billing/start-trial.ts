import { isAppError, AppError } from '#domain/errors.ts';
import type { PlanId } from '#domain/plans.ts';
import type { Context } from '#server/core/context.ts';
import { getOrCreatePlanRow, claimWelcome, type PlanRow } from '#server/sellers/seller-plans.ts';

import { changePlan } from './change-plan.ts';
import { createTrialSubscription, createUnpaidSubscription, ensureCustomer } from './create-plan-subscription.ts';
import { isFirstPaymentPending } from './subscription-status.ts';
import { syncPlan } from './sync-plan.ts';
import { claimTrial } from './trial-eligibility.ts';

type Seller = { sellerId: string; email: string };
/**
 * Starts the seller's trial on a plan, or switches the plan of a running trial without a charge. If the trial was used
 * before, the plan starts unpaid instead. Of several concurrent calls the first plan counts.
 * Returns true to exactly one of all calls of a seller. Throws AppError 'subscription_exists' when the trial is over.
 */
export async function startTrial(context: Context, seller: Seller, plan: PlanId): Promise<boolean> {
  const { db, mode } = context;
  const { sellerId } = seller;
  const reserved = await getOrCreatePlanRow(db, sellerId, mode, plan, context.now());
  const row = reserved.status ? reserved : await startOnce(context, seller, reserved);
  const isUnpaid = isFirstPaymentPending(row);
  if (row.status !== 'trialing' && !isUnpaid) throw new AppError('subscription_exists');
  const isFirst = await claimWelcome(db, sellerId, mode, context.now());
  // Calls that arrived during creation get the plan of the first one.
  if (reserved.status && row.plan !== plan && !isUnpaid) await switchPlanIfNeeded(context, sellerId, plan);
  return isFirst;
}

/** Concurrent calls share one creation; other processes get the same result through Stripe's idempotency keys. */
function startOnce(context: Context, seller: Seller, row: PlanRow): Promise<PlanRow> {
  const { trialStarts } = context.caches;
  const { sellerId } = seller;
  const pendingStart =
    trialStarts.get(sellerId) ??
    createFirstSubscription(context, seller, row).finally(() => trialStarts.delete(sellerId));
  trialStarts.set(sellerId, pendingStart);
  return pendingStart;
}

async function createFirstSubscription(context: Context, seller: Seller, row: PlanRow): Promise<PlanRow> {
  const { sellerId, email } = seller;
  await ensureCustomer(context, row, email);
  // Finds a subscription that an earlier attempt created.
  const synced = await syncPlan(context, sellerId);
  if (synced?.fetched) return synced.row;
  const { customerId } = synced?.row ?? row;
  if (!customerId) throw new Error('The customer of a seller was not kept');
  const createSubscription = (await claimTrial(context, seller)) ? createTrialSubscription : createUnpaidSubscription;
  return createSubscription(context, { ...row, customerId });
}

async function switchPlanIfNeeded(context: Context, sellerId: string, plan: PlanId): Promise<void> {
  try {
    await changePlan(context, sellerId, plan, { reason: 'seller' });
  } catch (error) {
    if (!isAppError(error) || error.code !== 'plan_held') throw error;
  }
}
