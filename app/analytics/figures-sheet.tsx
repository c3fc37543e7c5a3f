import { PriceDisplay } from '#app/ui/price-flags.tsx';
import type { Analytics } from '#domain/analytics.ts';

import { MetricChange } from './change-line.tsx';
import { DefinitionButton } from './definition-key.tsx';
import { METRIC_DEFINITIONS } from './definitions.ts';
import { getMetrics, getRevenueMetric, type MetricDisplay } from './figure-list.ts';
import { RevenuePopover } from './money-pop.tsx';
import { formatUsd } from './usd-text.ts';

/** Font size by the length of the amount. */
const getRevenueFontSize = (text: string): string => {
  if (text.length <= 8) return '3rem';
  if (text.length <= 10) return '2.5rem';
  return text.length <= 12 ? '2rem' : '1.375rem';
};

function Metric({ metric }: { metric: MetricDisplay }) {
  const { id, value, change, isIncreaseBad, amount: secondaryAmount } = metric;
  return (
    <div className="an-figure" data-figure={id}>
      <dt>
        {METRIC_DEFINITIONS[id].name}
        <DefinitionButton metricId={id} />
      </dt>
      <dd>
        <span className="fig">{value}</span>
        {secondaryAmount !== undefined && secondaryAmount !== 0 && (
          <span className="an-beside num neg">{formatUsd(secondaryAmount)}</span>
        )}
        {change && <MetricChange change={change} isIncreaseBad={isIncreaseBad ?? false} />}
      </dd>
    </div>
  );
}

/** Metrics of the period: revenue large, the others beside it. */
export function MetricsCard({ analytics: { figures: metrics, before } }: { analytics: Analytics }) {
  const revenue = getRevenueMetric(metrics, before?.figures ?? null);
  return (
    <section className="sheet an-figures" aria-label="Figures">
      <dl>
        <div className="an-revenue" data-figure="net">
          <dt>
            {METRIC_DEFINITIONS.net.name} <span className="faint">in US dollars</span>
            <DefinitionButton metricId="net" />
          </dt>
          <dd>
            <PriceDisplay text={revenue.value} size={getRevenueFontSize(revenue.value)} />
            {revenue.change && <MetricChange change={revenue.change} />}
            <RevenuePopover money={metrics.money} />
          </dd>
        </div>
        {getMetrics(metrics, before?.figures ?? null).map((metric) => (
          <Metric key={metric.id} metric={metric} />
        ))}
      </dl>
    </section>
  );
}
