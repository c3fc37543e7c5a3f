import { formatCount, formatNumber } from '#app/components/utils/reader-formats.ts';
import { formatUsd } from '#app/lib/format-money.ts';
import { analyticsMessages } from '#content/messages/analytics.ts';
import type { AnalyticsMetrics, ExtraAverages, UnitCounts } from '#domain/analytics.ts';

import { calculateShare, formatShare } from './compare-values.ts';

const messages = analyticsMessages.orderSizes;

const Figure = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd className="fig">{value}</dd>
  </div>
);

const Units = ({ counts: { orders, units, several } }: { counts: UnitCounts }) => (
  <div>
    <dl className="order-sizes__figures">
      <Figure name={messages.units} value={formatCount(units)} />
      <Figure name={messages.averageQuantity} value={formatNumber(units / orders, { maximumFractionDigits: 1 })} />
      <Figure name={messages.several} value={formatShare(several / orders)} />
    </dl>
    <p className="small muted">{messages.unitsHint({ count: orders, text: formatCount(orders) })}</p>
  </div>
);

function formatAverage({ orders, usdTotal }: ExtraAverages['with']): string {
  const average = calculateShare(usdTotal, orders);
  return average === null ? '–' : formatUsd(Math.round(average));
}

const Extras = ({ averages }: { averages: ExtraAverages }) => (
  <div>
    <dl className="order-sizes__figures">
      <Figure name={messages.withExtras} value={formatAverage(averages.with)} />
      <Figure name={messages.withoutExtras} value={formatAverage(averages.without)} />
    </dl>
    <p className="small muted">
      {messages.extrasHint({
        withText: formatCount(averages.with.orders),
        withoutText: formatCount(averages.without.orders),
      })}
    </p>
  </div>
);

/** Quantities of orders, and what extras add to them. Hidden for sellers who offer neither. */
export function OrderSizes({ metrics: { units, extras } }: { metrics: AnalyticsMetrics }) {
  if (!units && !extras) return null;
  return (
    <section className="sheet order-sizes" aria-labelledby="order-sizes">
      <h2 className="h2" id="order-sizes">
        {messages.title}
      </h2>
      {units && <Units counts={units} />}
      {extras && <Extras averages={extras} />}
    </section>
  );
}
