import type { CallContext } from '../call.ts';
import { formatAmount } from '../currency-rules.ts';
import type { Objects } from '../objects.ts';

type PriceFields = Pick<Objects['price'], 'unit_amount' | 'currency' | 'recurring'> & { product: unknown };

/** Formats the billing interval: "per month", "every 3 months"; empty for a one-time price. */
export const intervalText = ({ recurring }: Pick<PriceFields, 'recurring'>): string => {
  if (!recurring) return '';
  return recurring.interval_count === 1
    ? `per ${recurring.interval}`
    : `every ${recurring.interval_count} ${recurring.interval}s`;
};

/** Formats a price: "$29.00 per month". */
export const priceText = (price: PriceFields, quantity = 1): string =>
  `${formatAmount((price.unit_amount ?? 0) * quantity, price.currency)} ${intervalText(price)}`;

export const findProductName = (call: CallContext, price: Pick<PriceFields, 'product'>): string =>
  call.repository.find('product', String(price.product))?.name ?? 'Subscription';

/** Formats a date from seconds: "Nov 27, 2026". */
export const shortDateText = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** Formats an invoice line's amount, with a typographic minus sign for a credit. */
export const formatLineAmount = (amount: number, currency: string): string =>
  formatAmount(amount, currency).replace('-', '−');
