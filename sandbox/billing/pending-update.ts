import type { CallContext } from '../core/call-context.ts';
import type { Objects, SubscriptionHidden } from '../core/objects.ts';
import { applyChange, type Change } from './apply-change.ts';
import { updateSubscription, periodEndOf } from './subscription-state.ts';

type StoredSubscription = Objects['subscription'];

const PAYMENT_WINDOW_S = 23 * 3600;
export const PENDING_EXPIRY_TASK = 'subscription.lapse';

/** Makes the subscription wait for an open invoice: for 23 hours, and at most until `latest`. */
export const waitForPayment = (
  call: CallContext,
  subscription: StoredSubscription,
  invoice: string,
  latest = Infinity,
): { expires: number; hidden: SubscriptionHidden } => {
  const expires = Math.min(call.now + PAYMENT_WINDOW_S, latest);
  call.schedule(expires, PENDING_EXPIRY_TASK, invoice);
  return { expires, hidden: { pendingLines: [], ...subscription.hidden, pendingInvoice: invoice } };
};

type Subscription = Objects['subscription'];
type PendingUpdate = NonNullable<Subscription['pending_update']>;

/** Stores a change as `pending_update`. It is applied when its open invoice is paid in time. */
export const deferChange = (call: CallContext, id: string, change: Change, invoice: string): Subscription => {
  const before = call.repository.get('subscription', id);
  const { expires: expiresAt, hidden } = waitForPayment(call, before, invoice, periodEndOf(before));
  const pending_update: PendingUpdate = {
    billing_cycle_anchor: change.anchor ?? null,
    cancel_at_period_end: change.cancelAtPeriodEnd ?? null,
    discount: null,
    discounts: null,
    expires_at: expiresAt,
    metadata: change.metadata ?? null,
    subscription_items: change.items ?? null,
    trial_end: change.trialEnd ?? null,
    trial_from_plan: null,
  };
  return updateSubscription(call, id, { pending_update, hidden });
};

const toChange = (pendingUpdate: PendingUpdate): Change => ({
  ...(pendingUpdate.subscription_items && { items: pendingUpdate.subscription_items }),
  ...(pendingUpdate.billing_cycle_anchor !== null && { anchor: pendingUpdate.billing_cycle_anchor }),
  ...(pendingUpdate.trial_end !== null && { trialEnd: pendingUpdate.trial_end }),
  ...(pendingUpdate.cancel_at_period_end !== null && {
    cancelAtPeriodEnd: pendingUpdate.cancel_at_period_end,
  }),
  ...(pendingUpdate.metadata && { metadata: pendingUpdate.metadata }),
});

/** Applies a pending update after its invoice has been paid. */
export const applyPendingUpdate = (call: CallContext, subscription: Subscription, invoice: string): void => {
  const { pending_update: pendingUpdate, hidden } = subscription;
  if (!pendingUpdate || hidden?.pendingInvoice !== invoice) return;
  const applied = applyChange(call, subscription.id, toChange(pendingUpdate), {
    pending_update: null,
    hidden: { ...hidden, pendingInvoice: null },
  });
  call.emit('customer.subscription.pending_update_applied', applied);
};
