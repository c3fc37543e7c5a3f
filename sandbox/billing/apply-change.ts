import type Stripe from 'stripe';

import type { CallContext } from '../core/call-context.ts';
import type { Objects } from '../core/objects.ts';
import { mergeMetadata } from '../core/params.ts';
import { updateSubscription, periodEndOf, scheduleDueDates } from './subscription-state.ts';

type StoredSubscription = Objects['subscription'];
export type CancellationReason = 'cancellation_requested' | 'payment_failed';
export type CancellationInput = { comment?: string | null | undefined; feedback?: string | null | undefined };

export const cancellationDetails = (
  reason: CancellationReason | null,
  input: CancellationInput = {},
): NonNullable<StoredSubscription['cancellation_details']> => ({
  comment: input.comment ?? null,
  feedback: (input.feedback ?? null) as 'other' | null,
  feedback_option: null,
  reason,
});

/** Returns the change that sets or clears `cancel_at_period_end`; empty when nothing changes. */
export const toPeriodEndCancellation = (
  before: StoredSubscription,
  cancel: boolean,
  now: number,
  input?: CancellationInput,
): Partial<StoredSubscription> => {
  if (before.cancel_at_period_end === cancel && (cancel || before.cancel_at === null)) return {};
  return {
    cancel_at_period_end: cancel,
    cancel_at: cancel ? periodEndOf(before) : null,
    canceled_at: cancel ? now : null,
    cancellation_details: cancellationDetails(cancel ? 'cancellation_requested' : null, input),
  };
};

type Subscription = Objects['subscription'];

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
