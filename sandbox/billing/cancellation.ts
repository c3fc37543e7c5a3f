import type { Objects } from '../objects.ts';
import { periodEndOf } from './subscription-state.ts';

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
