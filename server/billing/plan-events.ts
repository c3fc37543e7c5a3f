import type { Context } from '#server/core/context.ts';
import type { LeasedEvent } from '#server/payments/queries/stripe-events.ts';
import { findSellerOfCustomer } from '#server/sellers/seller-plans.ts';

import { syncPlan } from './sync-plan.ts';

/** Events of our own Stripe account that trigger a sync of a seller's plan. */
export const PLAN_EVENTS = [
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.trial_will_end',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'customer.updated',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.finalization_failed',
  'invoice.finalized',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'payment_method.attached',
  'payment_method.detached',
  'subscription_schedule.created',
  'subscription_schedule.updated',
  'subscription_schedule.released',
  'subscription_schedule.completed',
  'subscription_schedule.canceled',
  'subscription_schedule.aborted',
] as const;

const PLAN_EVENT_TYPES: ReadonlySet<string> = new Set(PLAN_EVENTS);

/** Syncs the plan of the seller that an event names. Returns false if it concerns no seller of ours. */
export async function handlePlanEvent(context: Context, event: LeasedEvent): Promise<boolean> {
  if (event.accountId || !PLAN_EVENT_TYPES.has(event.type)) return false;
  for (const customer of customerIdsOf(event)) {
    const sellerId = await findSellerOfCustomer(context.db, context.mode, customer);
    if (!sellerId) continue;
    await syncPlan(context, sellerId);
    return true;
  }
  return false;
}

/** Only these ids are read from an event; the state itself is fetched from Stripe. */
function customerIdsOf({ type, objectId, refs }: LeasedEvent): string[] {
  if (type === 'customer.updated') return [objectId];
  return refs.customer ? [refs.customer] : [];
}
