import { TRIAL_DAYS } from '#domain/plans.ts';

import type { Context } from '#server/context.ts';
import { updatePlanCustomer, updatePlanSubscription, type PlanRow } from '#server/db/plan-subscriptions.ts';
import { askProvider } from '#server/stripe/provider-errors.ts';
import { planCatalogue } from './plan-catalogue.ts';
import { syncPlan } from './sync-plan.ts';

export async function ensureCustomer(context: Context, row: PlanRow, email: string): Promise<void> {
  if (row.customerId) return;
  const { db, mode } = context;
  const { sellerId } = row;
  const customer = await askProvider(() =>
    context.stripe.plans.customers.create(
      { email, metadata: { seller_id: sellerId } },
      { idempotencyKey: `plan-customer:${mode}:${sellerId}` },
    ),
  );
  await updatePlanCustomer(db, sellerId, mode, customer.id);
}

/** The seller's only trial: without a card, and paused at its end when there is none by then. */
export async function createTrial(context: Context, row: PlanRow & { customerId: string }): Promise<PlanRow> {
  const { priceOf } = await planCatalogue(context);
  const { id } = await askProvider(() =>
    context.stripe.plans.subscriptions.create(
      {
        customer: row.customerId,
        items: [{ price: priceOf(row.chosenPlan), quantity: 1 }],
        trial_period_days: TRIAL_DAYS,
        trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
        payment_settings: { save_default_payment_method: 'on_subscription' },
        metadata: metadataOf(row),
      },
      { idempotencyKey: `plan-trial:${row.mode}:${row.sellerId}` },
    ),
  );
  return keepSubscription(context, row, id);
}

/** One after the first has ended: charged at once, or not begun at all. */
export async function createPaid(
  context: Context,
  row: PlanRow & { customerId: string },
  paymentMethod: string | null,
): Promise<PlanRow> {
  const { priceOf } = await planCatalogue(context);
  const { id } = await askProvider(() =>
    context.stripe.plans.subscriptions.create(
      {
        customer: row.customerId,
        items: [{ price: priceOf(row.plan ?? row.chosenPlan), quantity: 1 }],
        payment_behavior: 'error_if_incomplete',
        payment_settings: { save_default_payment_method: 'on_subscription' },
        ...(paymentMethod ? { default_payment_method: paymentMethod } : {}),
        metadata: metadataOf(row),
      },
      { idempotencyKey: `plan-again:${row.mode}:${row.sellerId}:${row.generation}:${row.changes}` },
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
