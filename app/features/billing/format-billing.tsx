import { billingMessages } from '#content/messages/billing.ts';
import { formatLongDate } from '#domain/format-date.ts';
import type { Card } from '#domain/subscription.ts';

/** Formats as `December 14, 2026` in UTC. */
export const formatPlanDay = (iso: string): string => formatLongDate(new Date(iso));

export function PlanDate({ iso }: { iso: string }) {
  return <time dateTime={iso}>{formatPlanDay(iso)}</time>;
}

const CARD_BRAND_NAMES: Readonly<Record<string, string>> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** `Visa ending in 4242`, from Stripe's brand code. */
export function formatCard({ brand, last4 }: Card): string {
  const brandName = CARD_BRAND_NAMES[brand];
  const { card, unknownCard } = billingMessages.current;
  return brandName ? card({ brand: brandName, last4 }) : unknownCard({ last4 });
}

const USD_FORMAT = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Formats US cents of an invoice: `$9.00`. */
export const formatBillAmount = (cents: number): string => USD_FORMAT.format(cents / 100);

/** Formats sales in US dollars: `$2,412`, or `$2,412.50` with cents. */
export const formatSales = (dollars: number): string => USD_FORMAT.format(dollars).replace(/\.00$/, '');
