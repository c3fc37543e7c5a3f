import type { Context } from '#server/context.ts';
import { findSellerOfCustomer } from '#server/db/plan-subscriptions.ts';
import type { ClaimedEvent } from '#server/db/provider-events.ts';
import { syncPlan } from './sync-plan.ts';

/** The events of our own account after which a seller's plan is asked for anew. */
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

const EVENTS: ReadonlySet<string> = new Set(PLAN_EVENTS);

/** Brings the seller's row up to date whom an event names; false when it is about nobody of ours. */
export async function heedPlanEvent(context: Context, event: ClaimedEvent): Promise<boolean> {
  if (event.accountId || !EVENTS.has(event.type)) return false;
  for (const customer of customersOf(event)) {
    const sellerId = await findSellerOfCustomer(context.db, context.mode, customer);
    if (!sellerId) continue;
    await syncPlan(context, sellerId);
    return true;
  }
  return false;
}

/** Whom an event may be about. Nothing but these ids is taken from its body, and they only say whom to ask about. */
function customersOf({ type, objectId, refs }: ClaimedEvent): string[] {
  if (type === 'customer.updated') return [objectId];
  return refs.customer ? [refs.customer] : [];
}
