import type { CallContext } from '../call.ts';
import type { Objects } from '../objects.ts';
import { applyChange, type Change } from './change.ts';
import { updateSubscription, periodEndOf } from './subscription-state.ts';
import { waitForPayment } from './waiting.ts';

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
