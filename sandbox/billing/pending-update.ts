import type { Call } from '../call.ts';
import type { Objects } from '../objects.ts';
import { applyChange, type Change } from './change.ts';
import { changeState, periodEndOf } from './subscription-state.ts';
import { waitForPayment } from './waiting.ts';

type Subscription = Objects['subscription'];
type Pending = NonNullable<Subscription['pending_update']>;

/** Stores a change as `pending_update`. It is applied when its open invoice is paid in time. */
export const deferChange = (call: Call, id: string, change: Change, invoice: string): Subscription => {
  const before = call.books.get('subscription', id);
  const { expires, hidden } = waitForPayment(call, before, invoice, periodEndOf(before));
  const pending_update: Pending = {
    billing_cycle_anchor: change.anchor ?? null,
    cancel_at_period_end: change.cancelAtPeriodEnd ?? null,
    discount: null,
    discounts: null,
    expires_at: expires,
    metadata: change.metadata ?? null,
    subscription_items: change.items ?? null,
    trial_end: change.trialEnd ?? null,
    trial_from_plan: null,
  };
  return changeState(call, id, { pending_update, hidden });
};

const changeIn = (pending: Pending): Change => ({
  ...(pending.subscription_items && { items: pending.subscription_items }),
  ...(pending.billing_cycle_anchor !== null && { anchor: pending.billing_cycle_anchor }),
  ...(pending.trial_end !== null && { trialEnd: pending.trial_end }),
  ...(pending.cancel_at_period_end !== null && { cancelAtPeriodEnd: pending.cancel_at_period_end }),
  ...(pending.metadata && { metadata: pending.metadata }),
});

/** Applies a pending update after its invoice has been paid. */
export const applyPendingUpdate = (call: Call, subscription: Subscription, invoice: string): void => {
  const { pending_update: pending, hidden } = subscription;
  if (!pending || hidden?.pendingInvoice !== invoice) return;
  const applied = applyChange(call, subscription.id, changeIn(pending), {
    pending_update: null,
    hidden: { ...hidden, pendingInvoice: null },
  });
  call.emit('customer.subscription.pending_update_applied', applied);
};
