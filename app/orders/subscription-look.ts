import { CalendarOff, Repeat2, TriangleAlert, X } from 'lucide-react';

import type { BadgeProps } from '#app/ui/badge.tsx';
import type { BuyerSubscription, BuyerSubscriptionState } from '#domain/buyer-subscription.ts';
import { formatMoney } from '#domain/money.ts';
import type { BillingInterval } from '#domain/order.ts';

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
