import { Package } from 'lucide-react';

import { formatMoney } from '#app/lib/format-money.ts';
import { bundleMessages } from '#content/messages/bundles.ts';
import type { AnalyticsMetrics } from '#domain/analytics.ts';

/** Says how often the product of the page was sold in bundles, whose pages these orders count for. */
export function BundleSalesNote({ sales }: { sales: NonNullable<AnalyticsMetrics['inBundles']> }) {
  const amount = sales.money.map(({ currency, net }) => formatMoney(net, currency)).join(', ');
  return (
    <p className="revenue-source small muted">
      <Package className="i" aria-hidden="true" />
      <span>
        {bundleMessages.soldInBundles({ orders: sales.orders, amount })} {bundleMessages.soldInBundlesHint}
      </span>
    </p>
  );
}
