import { isAppError } from '#domain/errors.ts';
import { TRIAL_DAYS } from '#domain/plans.ts';
import type { Context } from '#server/core/context.ts';
import {
  countRejectedPlanChange,
  setPlanCustomer,
  setPlanSubscription,
  type PlanRow,
} from '#server/sellers/seller-plans.ts';
import { CHARGE_TIMEOUT_MS } from '#server/stripe/client.ts';
import { fingerprint } from '#server/stripe/idempotency-keys.ts';
import { callStripe, isFinalRejection } from '#server/stripe/stripe-errors.ts';

import { getPlanCatalog } from './plan-catalog.ts';
import { syncPlan } from './sync-plan.ts';

export async function ensureCustomer(context: Context, row: PlanRow, email: string): Promise<void> {
  if (row.customerId) return;
  const { db, mode } = context;
  const { sellerId } = row;
  const idempotencyKey = `plan-customer:${mode}:${sellerId}:${row.changes}:${fingerprint(email)}`;
  const customer = await withNewKeyAfterRejection(context, row, () =>
    context.stripe.plans.customers.create({ email, metadata: { seller_id: sellerId } }, { idempotencyKey }),
  );
  await setPlanCustomer(db, sellerId, mode, customer.id);
}

/** Creates the seller's only trial. It needs no card and is paused at its end if there is still none. */
export async function createTrialSubscription(
  context: Context,
  row: PlanRow & { customerId: string },
): Promise<PlanRow> {
  const { priceIdOf } = await getPlanCatalog(context);
  const { id } = await withNewKeyAfterRejection(context, row, () =>
    context.stripe.plans.subscriptions.create(
      {
        customer: row.customerId,
        items: [{ price: priceIdOf(row.chosenPlan), quantity: 1 }],
        trial_period_days: TRIAL_DAYS,
        trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
        payment_settings: { save_default_payment_method: 'on_subscription' },
        metadata: subscriptionMetadata(row),
      },
      { idempotencyKey: `plan-trial:${row.mode}:${row.sellerId}:${row.changes}` },
    ),
  );
  return storeSubscription(context, row, id);
}

/**
 * Stripe returns a rejection for a day under its idempotency key. After a final rejection the row's `changes` is
 * incremented, so that the next attempt has a new key. After a timeout the key stays.
 */
async function withNewKeyAfterRejection<T>(context: Context, row: PlanRow, call: () => Promise<T>): Promise<T> {
  try {
    return await callStripe(call);
  } catch (error) {
    if (isAppError(error) && isFinalRejection(error.cause)) await countRejectedPlanChange(context.db, row);
    throw error;
  }
}

/** Creates the first subscription of a seller without a trial. It starts when its first invoice is paid. */
export const createUnpaidSubscription = (context: Context, row: PlanRow & { customerId: string }): Promise<PlanRow> =>
  withNewKeyAfterRejection(context, row, () => createPaidSubscription(context, row, null, 'default_incomplete'));

/** Creates a later subscription and charges it at once; `paymentBehavior` decides what happens if the charge fails. */
export async function createPaidSubscription(
  context: Context,
  row: PlanRow & { customerId: string },
  paymentMethod: string | null,
  paymentBehavior: 'error_if_incomplete' | 'allow_incomplete' | 'default_incomplete',
): Promise<PlanRow> {
  const { priceIdOf } = await getPlanCatalog(context);
  const { id } = await callStripe(() =>
    context.stripe.plans.subscriptions.create(
      {
        customer: row.customerId,
        items: [{ price: priceIdOf(row.plan ?? row.chosenPlan), quantity: 1 }],
        payment_behavior: paymentBehavior,
        payment_settings: { save_default_payment_method: 'on_subscription' },
        ...(paymentMethod ? { default_payment_method: paymentMethod } : {}),
        metadata: subscriptionMetadata(row),
      },
      {
        idempotencyKey: `plan-again:${row.sellerId}:${row.generation}:${row.changes}:${paymentBehavior}`,
        timeout: CHARGE_TIMEOUT_MS,
      },
    ),
  );
  return storeSubscription(context, row, id);
}

const subscriptionMetadata = ({ sellerId, generation }: PlanRow) => ({
  seller_id: sellerId,
  generation: String(generation),
});

async function storeSubscription(context: Context, row: PlanRow, subscriptionId: string): Promise<PlanRow> {
  await setPlanSubscription(context.db, row, subscriptionId);
  const synced = await syncPlan(context, row.sellerId);
  return synced?.row ?? row;
}
