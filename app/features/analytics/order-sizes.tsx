import { formatCount, formatNumber } from '#app/components/utils/reader-formats.ts';
import { formatUsd } from '#app/lib/format-money.ts';
import { analyticsMessages } from '#content/messages/analytics.ts';
import type { AnalyticsMetrics, ExtraAverages, UnitCounts } from '#domain/analytics.ts';

import { calculateShare, formatShare } from './compare-values.ts';
import { FigureCard, FigureList } from './figure-card.tsx';

const messages = analyticsMessages.orderSizes;

const Units = ({ counts: { orders, units, several } }: { counts: UnitCounts }) => (
  <FigureList
    values={[
      [messages.units, formatCount(units)],
      [messages.averageQuantity, formatNumber(units / orders, { maximumFractionDigits: 1 })],
      [messages.several, formatShare(several / orders)],
    ]}
    hint={messages.unitsHint({ count: orders, text: formatCount(orders) })}
  />
);

function formatAverage({ orders, usdTotal }: ExtraAverages['with']): string {
  const average = calculateShare(usdTotal, orders);
  return average === null ? '–' : formatUsd(Math.round(average));
}

const Extras = ({ averages }: { averages: ExtraAverages }) => (
  <FigureList
    values={[
      [messages.withExtras, formatAverage(averages.with)],
      [messages.withoutExtras, formatAverage(averages.without)],
    ]}
    hint={messages.extrasHint({
      withText: formatCount(averages.with.orders),
      withoutText: formatCount(averages.without.orders),
    })}
  />
);

/** Quantities of orders, and what extras add to them. Hidden for sellers who offer neither. */
export function OrderSizes({ metrics: { units, extras } }: { metrics: AnalyticsMetrics }) {
  if (!units && !extras) return null;
  return (
    <FigureCard id="order-sizes" title={messages.title}>
      {units && <Units counts={units} />}
      {extras && <Extras averages={extras} />}
    </FigureCard>
  );
}
