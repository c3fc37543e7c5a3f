import type { Call } from '../call.ts';
import { formatAmount } from '../currency-rules.ts';
import type { Objects } from '../objects.ts';

type Priced = Pick<Objects['price'], 'unit_amount' | 'currency' | 'recurring'> & { product: unknown };

/** "per month", "every 3 months"; nothing for a single payment. */
export const rhythmText = ({ recurring }: Pick<Priced, 'recurring'>): string => {
  if (!recurring) return '';
  return recurring.interval_count === 1
    ? `per ${recurring.interval}`
    : `every ${recurring.interval_count} ${recurring.interval}s`;
};

/** "$29.00 per month". */
export const priceText = (price: Priced, quantity = 1): string =>
  `${formatAmount((price.unit_amount ?? 0) * quantity, price.currency)} ${rhythmText(price)}`;

export const productName = (call: Call, price: Pick<Priced, 'product'>): string =>
  call.books.find('product', String(price.product))?.name ?? 'Subscription';

/** "Nov 27, 2026", of seconds. */
export const dayText = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** An amount of an invoice's line, a credit with a real minus sign. */
export const lineAmount = (amount: number, currency: string): string =>
  formatAmount(amount, currency).replace('-', '−');
