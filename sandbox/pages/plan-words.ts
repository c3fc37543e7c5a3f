import type { Call } from '../call.ts';
import { formatAmount } from '../currency-rules.ts';
import type { Objects } from '../objects.ts';

type Priced = Pick<Objects['price'], 'unit_amount' | 'currency' | 'recurring'> & { product: unknown };

/** Formats the billing interval: "per month", "every 3 months"; empty for a one-time price. */
export const rhythmText = ({ recurring }: Pick<Priced, 'recurring'>): string => {
  if (!recurring) return '';
  return recurring.interval_count === 1
    ? `per ${recurring.interval}`
    : `every ${recurring.interval_count} ${recurring.interval}s`;
};

/** Formats a price: "$29.00 per month". */
export const priceText = (price: Priced, quantity = 1): string =>
  `${formatAmount((price.unit_amount ?? 0) * quantity, price.currency)} ${rhythmText(price)}`;

export const productName = (call: Call, price: Pick<Priced, 'product'>): string =>
  call.books.find('product', String(price.product))?.name ?? 'Subscription';

/** Formats a date from seconds: "Nov 27, 2026". */
export const dayText = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** Formats an invoice line's amount, with a typographic minus sign for a credit. */
export const lineAmount = (amount: number, currency: string): string =>
  formatAmount(amount, currency).replace('-', '−');
