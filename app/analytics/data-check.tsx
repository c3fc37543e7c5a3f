import { ReceiptText } from 'lucide-react';
import { Link } from 'react-router';

import type { Analytics } from '#domain/analytics.ts';

import type { AnalyticsWish } from './analytics-wish.ts';

/** Path of the order list for the same days; the whole list for all time. */
export function ordersPath({ from, to }: Analytics, { period, pageId }: AnalyticsWish): string {
  const address = new URLSearchParams();
  if (pageId !== null) address.set('product', pageId);
  if (period !== 'all') {
    address.set('from', from);
    address.set('to', to);
  }
  return address.size > 0 ? `/orders?${address.toString()}` : '/orders';
}

/** Explains the source of the revenue and links to its orders. */
export function DataCheck({ analytics, wish }: { analytics: Analytics; wish: AnalyticsWish }) {
  return (
    <p className="an-check small muted">
      <ReceiptText className="i" aria-hidden="true" />
      <span>
        Revenue comes from your order book, payment by payment; visits cannot change it.{' '}
        <Link className="link" to={ordersPath(analytics, wish)}>
          Orders of this time
        </Link>
        {analytics.timeZone !== 'UTC' && ', which are listed by days in UTC'}.
      </span>
    </p>
  );
}
