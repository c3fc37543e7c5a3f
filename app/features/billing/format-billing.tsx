import { formatLongDay } from '#app/components/utils/reader-formats.ts';
import { formatUsd } from '#app/lib/format-money.ts';
import { billingMessages } from '#content/messages/billing.ts';
import type { Card } from '#domain/subscription.ts';

export function PlanDate({ iso }: { iso: string }) {
  return <time dateTime={iso}>{formatLongDay(iso)}</time>;
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
  const { card, unknownCard } = billingMessages;
  return brandName ? card({ brand: brandName, last4 }) : unknownCard({ last4 });
}

/** Formats US cents of an invoice: `$9.00`. */
export const formatBillAmount = formatUsd;

/** Formats sales in US dollars: `$2,412`, or `$2,412.50` with cents. */
export const formatSales = (dollars: number): string => formatUsd(Math.round(dollars * 100)).replace(/\D00$/, '');
