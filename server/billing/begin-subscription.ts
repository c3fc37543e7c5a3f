import { isShopError } from '#domain/errors.ts';
import { TRIAL_DAYS } from '#domain/plans.ts';

import type { Context } from '#server/context.ts';
import {
  updateChangesAfterRefusal,
  updatePlanCustomer,
  updatePlanSubscription,
  type PlanRow,
} from '#server/db/plan-subscriptions.ts';
import { CHARGE_TIMEOUT_MS } from '#server/stripe/client.ts';
import { fingerprint } from '#server/stripe/idempotency-keys.ts';
import { askProvider, isFinalRefusal } from '#server/stripe/provider-errors.ts';
import { planCatalogue } from './plan-catalogue.ts';
import { syncPlan } from './sync-plan.ts';

export async function ensureCustomer(context: Context, row: PlanRow, email: string): Promise<void> {
  if (row.customerId) return;
  const { db, mode } = context;
  const { sellerId } = row;
  const idempotencyKey = `plan-customer:${mode}:${sellerId}:${row.changes}:${fingerprint(email)}`;
  const customer = await withNewKeyAfterRefusal(context, row, () =>
    context.stripe.plans.customers.create({ email, metadata: { seller_id: sellerId } }, { idempotencyKey }),
  );
  await updatePlanCustomer(db, sellerId, mode, customer.id);
}

/** Creates the seller's only trial. It needs no card and is paused at its end if there is still none. */
export async function createTrial(context: Context, row: PlanRow & { customerId: string }): Promise<PlanRow> {
  const { priceOf } = await planCatalogue(context);
  const { id } = await withNewKeyAfterRefusal(context, row, () =>
    context.stripe.plans.subscriptions.create(
      {
        customer: row.customerId,
        items: [{ price: priceOf(row.chosenPlan), quantity: 1 }],
        trial_period_days: TRIAL_DAYS,
        trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
        payment_settings: { save_default_payment_method: 'on_subscription' },
        metadata: metadataOf(row),
      },
      { idempotencyKey: `plan-trial:${row.mode}:${row.sellerId}:${row.changes}` },
    ),
  );
  return keepSubscription(context, row, id);
}

/**
 * Stripe returns a rejection for a day under its idempotency key. After a final rejection the row's `changes` is
 * incremented, so that the next attempt has a new key. After a timeout the key stays.
 */
async function withNewKeyAfterRefusal<T>(context: Context, row: PlanRow, call: () => Promise<T>): Promise<T> {
  try {
    return await askProvider(call);
  } catch (error) {
    if (isShopError(error) && isFinalRefusal(error.cause)) await updateChangesAfterRefusal(context.db, row);
    throw error;
  }
}

/** Creates the first subscription of a seller without a trial. It starts when its first invoice is paid. */
export const createUnpaid = (context: Context, row: PlanRow & { customerId: string }): Promise<PlanRow> =>
  withNewKeyAfterRefusal(context, row, () => createPaid(context, row, null, 'default_incomplete'));

/** Creates a later subscription and charges it at once; `paymentBehavior` decides what happens if the charge fails. */
export async function createPaid(
  context: Context,
  row: PlanRow & { customerId: string },
  paymentMethod: string | null,
  unpaid: 'error_if_incomplete' | 'allow_incomplete' | 'default_incomplete',
): Promise<PlanRow> {
  const { priceOf } = await planCatalogue(context);
  const { id } = await askProvider(() =>
    context.stripe.plans.subscriptions.create(
      {
        customer: row.customerId,
        items: [{ price: priceOf(row.plan ?? row.chosenPlan), quantity: 1 }],
        payment_behavior: unpaid,
        payment_settings: { save_default_payment_method: 'on_subscription' },
        ...(paymentMethod ? { default_payment_method: paymentMethod } : {}),
        metadata: metadataOf(row),
      },
      {
        idempotencyKey: `plan-again:${row.sellerId}:${row.generation}:${row.changes}:${unpaid}`,
        timeout: CHARGE_TIMEOUT_MS,
      },
    ),
  );
  return keepSubscription(context, row, id);
}

const metadataOf = ({ sellerId, generation }: PlanRow) => ({
  seller_id: sellerId,
  generation: String(generation),
});

async function keepSubscription(context: Context, row: PlanRow, subscriptionId: string): Promise<PlanRow> {
  await updatePlanSubscription(context.db, row, subscriptionId);
  const synced = await syncPlan(context, row.sellerId);
  return synced?.row ?? row;
}
