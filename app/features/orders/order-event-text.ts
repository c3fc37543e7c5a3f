import { formatUtc } from '#app/components/utc-time.tsx';
import { formatMoney } from '#domain/money.ts';
import type { OrderEmail } from '#domain/order-detail.ts';
import type { OrderEvent, OrderEventFacts, OrderEventKind } from '#domain/order-event.ts';
import { REFUND_REASONS } from '#domain/refund.ts';

import { getDisputeReasonLabel, getRefundFailureLabel, REFUND_REASON_LABELS } from './stripe-labels.ts';

export type EventText = { title: string; detail: string | null };

const formatEventAmount = ({ amount, currency }: OrderEventFacts): string =>
  amount === undefined || currency === undefined ? '' : ` ${formatMoney(amount, currency)}`;

const formatEventDate = ({ at }: OrderEventFacts, prefix: string): string | null =>
  at ? `${prefix} ${formatUtc(at)} UTC` : null;

const ACTOR_LABELS: Record<NonNullable<OrderEventFacts['by']>, string> = {
  seller: 'By you',
  buyer: 'By the buyer, on their own page',
  provider: 'In the Stripe dashboard',
};

const getActorLabel = ({ by }: OrderEventFacts): string | null => (by ? ACTOR_LABELS[by] : null);

const joinSentences = (...parts: (string | null)[]): string | null =>
  parts.filter((part) => part !== null).join('. ') || null;

function refundReason(reason: string | undefined): string | null {
  const reasonCode = REFUND_REASONS.find((candidate) => candidate === reason);
  return reasonCode ? REFUND_REASON_LABELS[reasonCode] : null;
}

const EVENT_TEXTS: Record<OrderEventKind, (facts: OrderEventFacts) => EventText> = {
  pressed_pay: () => ({ title: 'Pressed pay', detail: 'On your page' }),
  pending: () => ({ title: 'Payment on its way', detail: 'The bank has not confirmed it yet' }),
  payment_failed: () => ({ title: 'Payment failed', detail: 'Nothing was charged' }),
  paid: (facts) => ({ title: `Paid${formatEventAmount(facts)}`, detail: null }),
  renewed: (facts) => ({ title: `Renewed, paid${formatEventAmount(facts)}`, detail: null }),
  renewal_failed: (facts) => ({
    title: `Renewal failed${formatEventAmount(facts)}`,
    detail: formatEventDate(facts, 'Stripe tries again') ?? 'Stripe does not try again',
  }),
  renewal_recovered: (facts) => ({ title: `Overdue renewal paid${formatEventAmount(facts)}`, detail: null }),
  refund_asked: (facts) => ({
    title: `Refund of${formatEventAmount(facts)} under way`,
    detail: joinSentences(getActorLabel(facts), refundReason(facts.reason)),
  }),
  refunded: (facts) => ({
    title: `Refunded${formatEventAmount(facts)}`,
    detail: joinSentences(getActorLabel(facts), refundReason(facts.reason)),
  }),
  refund_failed: (facts) => ({
    title: `Refund of${formatEventAmount(facts)} failed`,
    detail: joinSentences(
      facts.reason ? getRefundFailureLabel(facts.reason) : null,
      'The money is back in your balance',
    ),
  }),
  disputed: (facts) => ({
    title: `Disputed${formatEventAmount(facts)}`,
    detail: joinSentences(
      facts.reason ? getDisputeReasonLabel(facts.reason) : null,
      formatEventDate(facts, 'Answer before'),
    ),
  }),
  dispute_answered: () => ({ title: 'Dispute answered', detail: 'Your answer is with the bank' }),
  dispute_won: (facts) => ({
    title: `Dispute won${formatEventAmount(facts)}`,
    detail: 'The money stays with you',
  }),
  dispute_lost: (facts) => ({
    title: `Dispute lost${formatEventAmount(facts)}`,
    detail: 'The money went back to the buyer',
  }),
  cancellation_set: (facts) => ({
    title: 'Subscription cancelled',
    detail: joinSentences(formatEventDate(facts, 'It runs until'), getActorLabel(facts)),
  }),
  cancellation_undone: (facts) => ({ title: 'Cancellation taken back', detail: getActorLabel(facts) }),
  subscription_ended: (facts) => ({ title: 'Subscription ended', detail: getActorLabel(facts) }),
  receipt_queued: () => ({ title: 'Receipt written', detail: null }),
};

export const describeEvent = ({ kind, facts }: OrderEvent): EventText => EVENT_TEXTS[kind](facts);

const EMAIL_NAMES: Record<OrderEmail['kind'], string> = {
  receipt: 'Receipt',
  renewal_failed: 'Mail about the failed renewal',
  refund_made: 'Mail about the refund',
  subscription_ends: 'Mail about the end of the subscription',
};

const EMAIL_STATE_LABELS: Record<OrderEmail['state'], string> = {
  waiting: 'on its way',
  sent: 'sent',
  failed: 'not delivered',
  bounced: 'came back',
};

/** Describes an email and its delivery state. */
export const describeEmail = ({ kind, to, state, reason }: OrderEmail): EventText => ({
  title: `${EMAIL_NAMES[kind]} ${EMAIL_STATE_LABELS[state]}`,
  detail: joinSentences(`To ${to}`, state === 'sent' ? null : reason),
});
