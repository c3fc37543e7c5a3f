import {
  Check,
  Clock,
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
import type { BuyerSubscription, BuyerSubscriptionState } from '#domain/buyer-subscription.ts';
import { formatMoney } from '#domain/money.ts';
import type { BillingInterval, DisputeOutcome, OrderRow, OrderState } from '#domain/order.ts';

export const SUBSCRIPTION_STATE_BADGES: Record<BuyerSubscriptionState, BadgeProps> = {
  active: { label: 'Active', variant: 'mint', Icon: Repeat2 },
  ending: { label: 'Ending', variant: 'canary', Icon: CalendarOff },
  overdue: { label: 'Overdue', variant: 'pink', Icon: TriangleAlert },
  ended: { label: 'Ended', Icon: X },
};

export const BILLING_SUFFIXES: Record<BillingInterval, string> = {
  weekly: 'each week',
  monthly: 'each month',
  yearly: 'each year',
};

const DAY_FORMAT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** Formats as `20 Dec 2026` in UTC. */
export const formatDay = (iso: string): string => DAY_FORMAT.format(new Date(iso));

/** Describes the next step of a subscription in one or two lines. */
export function describeNextStep(subscription: BuyerSubscription): { first: string; after: string | null } {
  const { state, periodEnd, cancelAt, endedAt, failed } = subscription;
  if (state === 'ended') return { first: endedAt ? `Ended ${formatDay(endedAt)}` : 'Ended', after: null };
  if (failed) {
    const after = failed.nextTryAt ? `Tried again ${formatDay(failed.nextTryAt)}` : 'Stripe does not try again';
    return { first: `Failed ${formatDay(failed.at)}`, after };
  }
  if (cancelAt) return { first: `Ends ${formatDay(cancelAt)}`, after: null };
  return { first: `Renews ${formatDay(periodEnd)}`, after: null };
}

export const describePayments = ({ payments, net, currency }: BuyerSubscription) => ({
  net: formatMoney(net, currency),
  count: payments === 1 ? '1 payment' : `${payments} payments`,
});

export const ORDER_STATE_BADGES: Record<OrderState, BadgeProps> = {
  pending: { label: 'Pending', variant: 'canary', Icon: Clock },
  failed: { label: 'Failed', variant: 'pink', Icon: X },
  paid: { label: 'Paid', variant: 'mint', Icon: Check },
  partly_refunded: { label: 'Partly refunded', Icon: Undo2 },
  refunded: { label: 'Refunded', Icon: Undo2 },
};

export const DISPUTE_BADGES: Record<DisputeOutcome, BadgeProps> = {
  open: { label: 'Disputed', variant: 'pink', Icon: ShieldAlert },
  won: { label: 'Dispute won', Icon: ShieldCheck },
  lost: { label: 'Dispute lost', variant: 'pink', Icon: Scale },
};

export const BILLING_LABELS: Record<BillingInterval, string> = {
  weekly: 'Weekly',
  monthly: 'Monthly',
  yearly: 'Yearly',
};

type OrderAmounts = Pick<OrderRow, 'state' | 'total' | 'received' | 'refunded' | 'lost' | 'currency'>;
type AmountDisplay = {
  text: string;
  tone: '' | 'neg' | 'faint';
  /** Net amount, if it differs from the total. */
  netText: string | null;
};

/** Amount of an order row: received money is plain, refunded or lost money is negative, unpaid money is faded. */
export function getAmountDisplay({ state, total, received, refunded, lost, currency }: OrderAmounts): AmountDisplay {
  const returned = refunded + lost;
  if (returned > 0 && returned >= received)
    return { text: formatMoney(-returned, currency), tone: 'neg', netText: null };
  const isUnpaid = state === 'pending' || state === 'failed';
  const net = received - returned;
  return {
    text: formatMoney(total, currency),
    tone: isUnpaid ? 'faint' : '',
    netText: isUnpaid || net === total ? null : formatMoney(net, currency),
  };
}

/** Display name of the buyer: name, else email address. */
export const getBuyerName = ({ buyerName, email }: Pick<OrderRow, 'buyerName' | 'email'>): string | null =>
  buyerName || email;
