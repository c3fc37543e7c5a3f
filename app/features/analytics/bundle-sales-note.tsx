import { Package } from 'lucide-react';

import { formatMoney } from '#app/lib/format-money.ts';
import { bundleMessages } from '#content/messages/bundles.ts';
import type { AnalyticsMetrics } from '#domain/analytics.ts';

/** Says how often the product of the page was sold in bundles, whose pages these orders count for. */
export function BundleSalesNote({ metrics: { inBundles } }: { metrics: AnalyticsMetrics }) {
  if (!inBundles) return null;
  const amount = inBundles.money.map(({ currency, net }) => formatMoney(net, currency)).join(', ');
  return (
    <p className="revenue-source small muted">
      <Package className="i" aria-hidden="true" />
      <span>
        {bundleMessages.soldInBundles({ orders: inBundles.orders, amount })} {bundleMessages.soldInBundlesHint}
      </span>
    </p>
  );
}
