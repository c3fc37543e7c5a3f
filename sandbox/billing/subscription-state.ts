import type Stripe from 'stripe';

import type { CallContext } from '../core/call-context.ts';
import type { Objects } from '../core/objects.ts';
import { mergeMetadata } from '../core/params.ts';

type Subscription = Objects['subscription'];

/** Updates a subscription and emits `customer.subscription.updated` with the previous attributes. */
export const updateSubscription = (call: CallContext, id: string, change: Partial<Subscription>): Subscription =>
  call.update('subscription', id, change, 'customer.subscription.updated');

/** Returns whether the subscription has ended for good. */
export const hasEnded = ({ status }: Subscription): boolean => status === 'canceled' || status === 'incomplete_expired';

/** Returns the subscription of an invoice, if any. */
export const findSubscription = (call: CallContext, invoice: Objects['invoice']): Subscription | undefined => {
  const id = invoice.parent?.subscription_details?.subscription;
  return id === undefined ? undefined : call.repository.find('subscription', id as string);
};

export const periodEndOf = (subscription: Subscription): number =>
  Math.min(...subscription.items.data.map((item) => item.current_period_end));

const THREE_DAYS_S = 3 * 24 * 3600;

/** Schedules the end of the period and of the trial. Must be called whenever these change. */
export const scheduleDueDates = (call: CallContext, subscription: Subscription): void => {
  call.schedule(periodEndOf(subscription), 'subscription.due', subscription.id);
  const { status, trial_end: trialEnd } = subscription;
  if (status === 'trialing' && trialEnd !== null)
    call.schedule(Math.max(trialEnd - THREE_DAYS_S, call.now), 'subscription.trial_will_end', subscription.id);
};

export type CancellationReason = 'cancellation_requested' | 'payment_failed';
export type CancellationInput = { comment?: string | null; feedback?: string | null };

export const cancellationDetails = (
  reason: CancellationReason | null,
  { comment = null, feedback = null }: CancellationInput = {},
): NonNullable<Subscription['cancellation_details']> => ({
  comment,
  feedback: feedback as 'other' | null,
  feedback_option: null,
  reason,
});

/** Returns the change that sets or clears `cancel_at_period_end`; empty when nothing changes. */
export const toPeriodEndCancellation = (
  before: Subscription,
  cancel: boolean,
  now: number,
  input?: CancellationInput,
): Partial<Subscription> => {
  if (before.cancel_at_period_end === cancel && (cancel || before.cancel_at === null)) return {};
  return {
    cancel_at_period_end: cancel,
    cancel_at: cancel ? periodEndOf(before) : null,
    canceled_at: cancel ? now : null,
    cancellation_details: cancellationDetails(cancel ? 'cancellation_requested' : null, input),
  };
};

/** Changes of an update that may depend on a payment; metadata contains only the given keys. */
export type Change = {
  items?: Stripe.SubscriptionItem[];
  anchor?: number;
  trialEnd?: number;
  cancelAtPeriodEnd?: boolean;
  metadata?: Record<string, string>;
};

const toPatch = (before: Subscription, change: Change, now: number): Partial<Subscription> => {
  const items = { ...before.items, data: change.items ?? before.items.data };
  return {
    items,
    ...(change.anchor !== undefined && { billing_cycle_anchor: change.anchor }),
    ...(change.trialEnd !== undefined && {
      trial_end: change.trialEnd,
      status: change.trialEnd > now ? ('trialing' as const) : ('active' as const),
    }),
    ...(change.cancelAtPeriodEnd !== undefined &&
      toPeriodEndCancellation({ ...before, items }, change.cancelAtPeriodEnd, now)),
    ...(change.metadata && { metadata: mergeMetadata(before.metadata, change.metadata) }),
  };
};

/** Applies a change and `otherChanges` in one event; emits none when nothing differs. */
export const applyChange = (
  call: CallContext,
  id: string,
  change: Change,
  otherChanges: Partial<Subscription> = {},
): Subscription => {
  const before = call.repository.get('subscription', id);
  const patch = { ...toPatch(before, change, call.now), ...otherChanges };
  if (JSON.stringify({ ...before, ...patch }) === JSON.stringify(before)) return before;
  const after = updateSubscription(call, id, patch);
  if (periodEndOf(after) !== periodEndOf(before)) scheduleDueDates(call, after);
  return after;
};
