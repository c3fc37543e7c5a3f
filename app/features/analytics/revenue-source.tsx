import { ReceiptText } from 'lucide-react';
import { Link } from 'react-router';

import type { Analytics } from '#domain/analytics.ts';

import type { AnalyticsParams } from './analytics-params.ts';

/** Path of the order list for the same days; the whole list for all time. */
export function getOrdersPath({ from, to }: Analytics, { period, pageId }: AnalyticsParams): string {
  const searchParams = new URLSearchParams();
  if (pageId !== null) searchParams.set('product', pageId);
  if (period !== 'all') {
    searchParams.set('from', from);
    searchParams.set('to', to);
  }
  return searchParams.size > 0 ? `/orders?${searchParams.toString()}` : '/orders';
}

/** Explains the source of the revenue and links to its orders. */
export function RevenueSource({ analytics, params }: { analytics: Analytics; params: AnalyticsParams }) {
  return (
    <p className="an-check small muted">
      <ReceiptText className="i" aria-hidden="true" />
      <span>
        Revenue comes from your order book, payment by payment; visits cannot change it.{' '}
        <Link className="link" to={getOrdersPath(analytics, params)}>
          Orders of this time
        </Link>
        {analytics.timeZone !== 'UTC' && ', which are listed by days in UTC'}.
      </span>
    </p>
  );
}
