import { CalendarOff, Repeat2, TriangleAlert, X } from 'lucide-react';

import type { BadgeLook } from '#app/ui/badge.tsx';
import type { BuyerSubscription, BuyerSubscriptionState } from '#domain/buyer-subscription.ts';
import { moneyText } from '#domain/money.ts';
import type { BillingInterval } from '#domain/order.ts';

export const SUBSCRIPTION_LOOKS: Record<BuyerSubscriptionState, BadgeLook> = {
  active: { label: 'Active', tint: 'mint', Icon: Repeat2 },
  ending: { label: 'Ending', tint: 'canary', Icon: CalendarOff },
  overdue: { label: 'Overdue', tint: 'pink', Icon: TriangleAlert },
  ended: { label: 'Ended', Icon: X },
};

export const EACH: Record<BillingInterval, string> = {
  weekly: 'each week',
  monthly: 'each month',
  yearly: 'each year',
};

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** Formats as `20 Dec 2026` in UTC. */
export const dayText = (iso: string): string => DAY.format(new Date(iso));

/** Describes the next step of a subscription in one or two lines. */
export function nextWords(subscription: BuyerSubscription): { first: string; after: string | null } {
  const { state, periodEnd, cancelAt, endedAt, failed } = subscription;
  if (state === 'ended') return { first: endedAt ? `Ended ${dayText(endedAt)}` : 'Ended', after: null };
  if (failed) {
    const after = failed.nextTryAt ? `Tried again ${dayText(failed.nextTryAt)}` : 'Stripe does not try again';
    return { first: `Failed ${dayText(failed.at)}`, after };
  }
  if (cancelAt) return { first: `Ends ${dayText(cancelAt)}`, after: null };
  return { first: `Renews ${dayText(periodEnd)}`, after: null };
}

export const paidWords = ({ payments, net, currency }: BuyerSubscription) => ({
  net: moneyText(net, currency),
  count: payments === 1 ? '1 payment' : `${payments} payments`,
});
