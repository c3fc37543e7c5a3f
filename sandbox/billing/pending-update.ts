import type { CallContext } from '../core/call-context.ts';
import type { Objects } from '../core/objects.ts';
import { applyChange, periodEndOf, updateSubscription, type Change } from './subscription-state.ts';

type Subscription = Objects['subscription'];
type PendingUpdate = NonNullable<Subscription['pending_update']>;

const PAYMENT_WINDOW_S = 23 * 3600;
export const PENDING_EXPIRY_TASK = 'subscription.lapse';

/** Makes the subscription wait for an open invoice: for 23 hours, and at most until `latest`. Returns until when. */
export const waitForPayment = (call: CallContext, id: string, invoice: string, latest = Infinity): number => {
  const expires = Math.min(call.now + PAYMENT_WINDOW_S, latest);
  call.schedule(expires, PENDING_EXPIRY_TASK, invoice);
  call.repository.updateHidden('subscription', id, { pendingInvoice: invoice });
  return expires;
};

/** Stores a change as `pending_update`. It is applied when its open invoice is paid in time. */
export const deferChange = (call: CallContext, id: string, change: Change, invoice: string): Subscription => {
  const pending_update: PendingUpdate = {
    billing_cycle_anchor: change.anchor ?? null,
    cancel_at_period_end: change.cancelAtPeriodEnd ?? null,
    discount: null,
    discounts: null,
    expires_at: waitForPayment(call, id, invoice, periodEndOf(call.repository.get('subscription', id))),
    metadata: change.metadata ?? null,
    subscription_items: change.items ?? null,
    trial_end: change.trialEnd ?? null,
    trial_from_plan: null,
  };
  return updateSubscription(call, id, { pending_update });
};

const toChange = (pendingUpdate: PendingUpdate): Change => ({
  items: pendingUpdate.subscription_items ?? undefined,
  anchor: pendingUpdate.billing_cycle_anchor ?? undefined,
  trialEnd: pendingUpdate.trial_end ?? undefined,
  cancelAtPeriodEnd: pendingUpdate.cancel_at_period_end ?? undefined,
  metadata: pendingUpdate.metadata ?? undefined,
});

/** Applies a pending update after its invoice has been paid. */
export const applyPendingUpdate = (call: CallContext, subscription: Subscription, invoice: string): void => {
  const { pending_update: pendingUpdate, hidden } = subscription;
  if (!pendingUpdate || hidden.pendingInvoice !== invoice) return;
  const applied = applyChange(call, subscription.id, toChange(pendingUpdate), {
    pending_update: null,
    hidden: { ...hidden, pendingInvoice: null },
  });
  call.emit('customer.subscription.pending_update_applied', applied);
};
