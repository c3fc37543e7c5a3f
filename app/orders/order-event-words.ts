import { utcText } from '#app/ui/utc-time.tsx';
import { moneyText } from '#domain/money.ts';
import type { OrderMail } from '#domain/order-detail.ts';
import type { OrderEvent, OrderEventFacts, OrderEventKind } from '#domain/order-event.ts';
import { REFUND_REASONS } from '#domain/refund.ts';

import { disputeReason, refundFailure } from './provider-words.ts';
import { REASON_WORDS } from './refund-words.ts';

export type EventWords = { title: string; detail: string | null };

const sumOf = ({ amount, currency }: OrderEventFacts): string =>
  amount === undefined || currency === undefined ? '' : ` ${moneyText(amount, currency)}`;

const whenOf = ({ at }: OrderEventFacts, words: string): string | null =>
  at ? `${words} ${utcText(at)} UTC` : null;

const BY: Record<NonNullable<OrderEventFacts['by']>, string> = {
  seller: 'By you',
  buyer: 'By the buyer, on their own page',
  provider: 'In the Stripe dashboard',
};

const byOf = ({ by }: OrderEventFacts): string | null => (by ? BY[by] : null);

const joined = (...parts: (string | null)[]): string | null =>
  parts.filter((part) => part !== null).join('. ') || null;

function refundReason(reason: string | undefined): string | null {
  const known = REFUND_REASONS.find((one) => one === reason);
  return known ? REASON_WORDS[known] : null;
}

const WORDS: Record<OrderEventKind, (facts: OrderEventFacts) => EventWords> = {
  pressed_pay: () => ({ title: 'Pressed pay', detail: 'On your page' }),
  pending: () => ({ title: 'Payment on its way', detail: 'The bank has not confirmed it yet' }),
  payment_failed: () => ({ title: 'Payment failed', detail: 'Nothing was charged' }),
  paid: (facts) => ({ title: `Paid${sumOf(facts)}`, detail: null }),
  renewed: (facts) => ({ title: `Renewed, paid${sumOf(facts)}`, detail: null }),
  renewal_failed: (facts) => ({
    title: `Renewal failed${sumOf(facts)}`,
    detail: whenOf(facts, 'Stripe tries again') ?? 'Stripe does not try again',
  }),
  renewal_recovered: (facts) => ({ title: `Overdue renewal paid${sumOf(facts)}`, detail: null }),
  refund_asked: (facts) => ({
    title: `Refund of${sumOf(facts)} under way`,
    detail: joined(byOf(facts), refundReason(facts.reason)),
  }),
  refunded: (facts) => ({
    title: `Refunded${sumOf(facts)}`,
    detail: joined(byOf(facts), refundReason(facts.reason)),
  }),
  refund_failed: (facts) => ({
    title: `Refund of${sumOf(facts)} failed`,
    detail: joined(facts.reason ? refundFailure(facts.reason) : null, 'The money is back in your balance'),
  }),
  disputed: (facts) => ({
    title: `Disputed${sumOf(facts)}`,
    detail: joined(facts.reason ? disputeReason(facts.reason) : null, whenOf(facts, 'Answer before')),
  }),
  dispute_answered: () => ({ title: 'Dispute answered', detail: 'Your answer is with the bank' }),
  dispute_won: (facts) => ({ title: `Dispute won${sumOf(facts)}`, detail: 'The money stays with you' }),
  dispute_lost: (facts) => ({
    title: `Dispute lost${sumOf(facts)}`,
    detail: 'The money went back to the buyer',
  }),
  cancellation_set: (facts) => ({
    title: 'Subscription cancelled',
    detail: joined(whenOf(facts, 'It runs until'), byOf(facts)),
  }),
  cancellation_undone: (facts) => ({ title: 'Cancellation taken back', detail: byOf(facts) }),
  subscription_ended: (facts) => ({ title: 'Subscription ended', detail: byOf(facts) }),
  receipt_queued: () => ({ title: 'Receipt written', detail: null }),
};

export const eventWords = ({ kind, facts }: OrderEvent): EventWords => WORDS[kind](facts);

const MAIL_NAMES: Record<OrderMail['kind'], string> = {
  receipt: 'Receipt',
  renewal_failed: 'Mail about the failed renewal',
  refund_made: 'Mail about the refund',
  subscription_ends: 'Mail about the end of the subscription',
};

const MAIL_STATES: Record<OrderMail['state'], string> = {
  waiting: 'on its way',
  sent: 'sent',
  failed: 'not delivered',
  bounced: 'came back',
};

/** Describes an email and its delivery state. */
export const mailWords = ({ kind, to, state, reason }: OrderMail): EventWords => ({
  title: `${MAIL_NAMES[kind]} ${MAIL_STATES[state]}`,
  detail: joined(`To ${to}`, state === 'sent' ? null : reason),
});
