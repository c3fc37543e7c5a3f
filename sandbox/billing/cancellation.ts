import type { Objects } from '../objects.ts';
import { periodEndOf } from './subscription-state.ts';

type Subscription = Objects['subscription'];
export type Reason = 'cancellation_requested' | 'payment_failed';
export type Words = { comment?: string | null | undefined; feedback?: string | null | undefined };

export const cancellationDetails = (
  reason: Reason | null,
  words: Words = {},
): NonNullable<Subscription['cancellation_details']> => ({
  comment: words.comment ?? null,
  feedback: (words.feedback ?? null) as 'other' | null,
  feedback_option: null,
  reason,
});

/** Returns the change that sets or clears `cancel_at_period_end`; empty when nothing changes. */
export const endingWithPeriod = (
  before: Subscription,
  wanted: boolean,
  now: number,
  words?: Words,
): Partial<Subscription> => {
  if (before.cancel_at_period_end === wanted && (wanted || before.cancel_at === null)) return {};
  return {
    cancel_at_period_end: wanted,
    cancel_at: wanted ? periodEndOf(before) : null,
    canceled_at: wanted ? now : null,
    cancellation_details: cancellationDetails(wanted ? 'cancellation_requested' : null, words),
  };
};
