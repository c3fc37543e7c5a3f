import {
  Check,
  Clock,
  Gift,
  Scale,
  ShieldAlert,
  ShieldCheck,
  Undo2,
  X,
  CalendarOff,
  Repeat2,
  TriangleAlert,
} from 'lucide-react';

import type { BadgeProps } from '#app/components/badge.tsx';
import { formatDay } from '#app/components/utils/reader-formats.ts';
import { formatMoney } from '#app/lib/format-money.ts';
import { orderMessages, subscriptionMessages } from '#content/messages/orders.ts';
import type { BuyerSubscription, BuyerSubscriptionState } from '#domain/buyer-subscription.ts';
import type { BillingInterval, DisputeOutcome, OrderRow, OrderState, PaymentPlan } from '#domain/order.ts';

const { states, disputeOutcomes, planStates, subscriptionStates } = orderMessages;

export const SUBSCRIPTION_STATE_BADGES: Record<BuyerSubscriptionState, BadgeProps> = {
  trialing: { label: subscriptionStates.trialing, variant: 'canary', Icon: Gift },
  active: { label: subscriptionStates.active, variant: 'mint', Icon: Repeat2 },
  ending: { label: subscriptionStates.ending, variant: 'canary', Icon: CalendarOff },
  overdue: { label: subscriptionStates.overdue, variant: 'pink', Icon: TriangleAlert },
  ended: { label: subscriptionStates.ended, Icon: X },
};

export const PAYMENT_PLAN_BADGES: Record<PaymentPlan['state'], BadgeProps> = {
  running: { label: planStates.running, variant: 'mint', Icon: Repeat2 },
  overdue: { label: planStates.overdue, variant: 'pink', Icon: TriangleAlert },
  complete: { label: planStates.complete, variant: 'mint', Icon: Check },
  ended_early: { label: planStates.ended_early, Icon: X },
};

/** The badge of a subscription, or of a payment plan. */
export function getSubscriptionBadge({ state, installments, payments }: BuyerSubscription): BadgeProps {
  if (installments === null) return SUBSCRIPTION_STATE_BADGES[state];
  if (payments >= installments) return PAYMENT_PLAN_BADGES.complete;
  if (state === 'ended') return PAYMENT_PLAN_BADGES.ended_early;
  return state === 'overdue' ? PAYMENT_PLAN_BADGES.overdue : PAYMENT_PLAN_BADGES.running;
}

export const BILLING_SUFFIXES: Record<BillingInterval, string> = orderMessages.billingSuffixes;

/** Describes the next step of a subscription in one or two lines. */
export function describeNextStep(subscription: BuyerSubscription): { first: string; after: string | null } {
  const { state, periodEnd, cancelAt, endedAt, failed, installments, payments } = subscription;
  const messages = subscriptionMessages.nextStep;
  if (installments !== null && payments >= installments) return { first: messages.noneDue, after: null };
  if (state === 'ended')
    return { first: endedAt ? messages.endedOn({ date: formatDay(endedAt) }) : messages.ended, after: null };
  if (failed) {
    const after = failed.nextTryAt ? messages.retry({ date: formatDay(failed.nextTryAt) }) : messages.noRetry;
    return { first: messages.failed({ date: formatDay(failed.at) }), after };
  }
  if (cancelAt) return { first: messages.ends({ date: formatDay(cancelAt) }), after: null };
  if (state === 'trialing') return { first: messages.freeUntil({ date: formatDay(periodEnd) }), after: null };
  const getText = installments === null ? messages.renews : messages.due;
  return { first: getText({ date: formatDay(periodEnd) }), after: describePriceAfterDiscount(subscription) };
}

const describePriceAfterDiscount = ({ priceAfterDiscount: later, currency }: BuyerSubscription): string | null =>
  later &&
  subscriptionMessages.nextStep.priceAfterDiscount({
    amount: formatMoney(later.amount, currency),
    date: formatDay(later.startsAt),
  });

export const describePayments = ({ payments, installments, net, currency }: BuyerSubscription) => ({
  net: formatMoney(net, currency),
  count:
    installments === null
      ? subscriptionMessages.payments({ count: payments })
      : subscriptionMessages.installments({ paid: payments, count: installments }),
});

export const ORDER_STATE_BADGES: Record<OrderState, BadgeProps> = {
  pending: { label: states.pending, variant: 'canary', Icon: Clock },
  failed: { label: states.failed, variant: 'pink', Icon: X },
  paid: { label: states.paid, variant: 'mint', Icon: Check },
  partly_refunded: { label: states.partly_refunded, Icon: Undo2 },
  refunded: { label: states.refunded, Icon: Undo2 },
};

export const DISPUTE_BADGES: Record<DisputeOutcome, BadgeProps> = {
  open: { label: disputeOutcomes.open, variant: 'pink', Icon: ShieldAlert },
  won: { label: disputeOutcomes.won, Icon: ShieldCheck },
  lost: { label: disputeOutcomes.lost, variant: 'pink', Icon: Scale },
};

export const BILLING_LABELS: Record<BillingInterval, string> = orderMessages.billing;

type OrderAmounts = Pick<OrderRow, 'state' | 'total' | 'received' | 'refunded' | 'lost' | 'currency'>;
type AmountDisplay = {
  text: string;
  tone: '' | 'faint';
  /** Net amount, if it differs from the total. */
  netText: string | null;
};

/** Amount of an order row, with what is left of it after refunds and lost disputes. Unpaid money is faded. */
export function getAmountDisplay({ state, total, received, refunded, lost, currency }: OrderAmounts): AmountDisplay {
  const isUnpaid = state === 'pending' || state === 'failed';
  const net = received - refunded - lost;
  return {
    text: formatMoney(total, currency),
    tone: isUnpaid ? 'faint' : '',
    netText: isUnpaid || net === total ? null : formatMoney(net, currency),
  };
}

const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

/** English name of a country code; other values stay unchanged. */
export const getCountryName = (code: string): string =>
  /^[A-Z]{2}$/.test(code) ? (regionNames.of(code) ?? code) : code;
