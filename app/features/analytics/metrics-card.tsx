import { ArrowDown, ArrowUp, Equal, Info, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

import { Popover } from '#app/components/popover.tsx';
import { PriceDisplay } from '#app/components/price-display.tsx';
import { formatCount } from '#app/components/utils/reader-formats.ts';
import { formatMoney, formatUsd } from '#app/lib/format-money.ts';
import { analyticsMessages } from '#content/messages/analytics.ts';
import type { Analytics, CurrencyRevenue } from '#domain/analytics.ts';

import type { MetricChangeValue } from './compare-values.ts';
import { getMetricDisplay, METRICS, SECONDARY_METRICS, type MetricDisplay, type MetricId } from './metrics.ts';

const messages = analyticsMessages.metricsCard;

type Props = {
  /** Accessible name of the button and the popover. */
  label: string;
  className: string;
  trigger: ReactNode;
  children: ReactNode;
};

/** Button with a text popover. */
const InfoPopover = ({ label, className, trigger, children }: Props) => (
  <Popover
    button={{ className, 'aria-label': label, children: trigger }}
    frame={{ className: 'info-popover', sideOffset: 6, collisionPadding: 12, 'aria-label': label }}
    isInMain
  >
    {() => children}
  </Popover>
);

type LineProps = { label: string; amount: number; currency: string };

const Line = ({ label, amount, currency }: LineProps) => (
  <div>
    <dt>
      {label} <i className="dots" />
    </dt>
    <dd className={amount < 0 ? 'num neg' : 'num'}>{formatMoney(amount, currency)}</dd>
  </div>
);

/** Revenue of one currency as a small receipt. */
function CurrencyRevenueReceipt({ revenue }: { revenue: CurrencyRevenue }) {
  const { currency, orders, received, refunded, lost, net } = revenue;
  return (
    <li>
      <p className="h3">
        {currency.toUpperCase()}{' '}
        <span className="muted small num">{messages.orders({ count: orders, text: formatCount(orders) })}</span>
      </p>
      <dl className="lines receipt-text">
        <Line label={messages.received} amount={received} currency={currency} />
        {refunded > 0 && <Line label={messages.refunded} amount={-refunded} currency={currency} />}
        {lost > 0 && <Line label={messages.lost} amount={-lost} currency={currency} />}
        <Line label={messages.net} amount={net} currency={currency} />
      </dl>
    </li>
  );
}

/** Popover with the revenue by currency. Currencies are added up only at their historical rates. */
function RevenuePopover({ money }: { money: readonly CurrencyRevenue[] }) {
  if (money.length === 0) return null;
  const buttonLabel =
    money.length === 1 && money[0]
      ? messages.totalIn({ currency: money[0].currency.toUpperCase() })
      : messages.currencies({ count: money.length });
  return (
    <InfoPopover
      label={messages.revenueDetails({ total: buttonLabel })}
      className="revenue-popover__trigger"
      trigger={
        <>
          {buttonLabel}
          <ChevronDown className="i" aria-hidden="true" />
        </>
      }
    >
      <ul className="revenue-popover">
        {money.map((revenue) => (
          <CurrencyRevenueReceipt key={revenue.currency} revenue={revenue} />
        ))}
      </ul>
    </InfoPopover>
  );
}

/** Button that shows the definition and formula of a metric. */
function DefinitionButton({ metricId }: { metricId: MetricId }) {
  const { name, meaning, formula } = METRICS[metricId];
  return (
    <InfoPopover
      label={messages.definition({ metric: name })}
      className="info-popover__trigger"
      trigger={<Info className="i" aria-hidden="true" />}
    >
      <p className="h3">{name}</p>
      <p>{meaning}</p>
      <p className="info-popover__formula receipt-text">{formula}</p>
    </InfoPopover>
  );
}

const ARROWS = { up: ArrowUp, down: ArrowDown, same: Equal };

const getTint = (direction: MetricChangeValue['direction'], isIncreaseBad: boolean): 'good' | 'bad' | undefined => {
  if (direction === 'same') return undefined;
  return (direction === 'up') === isIncreaseBad ? 'bad' : 'good';
};

/** Arrow, change and previous value; the color only repeats them. */
function MetricChange({ metric: { change, isIncreaseBad } }: { metric: MetricDisplay }) {
  if (!change) return null;
  const Arrow = ARROWS[change.direction];
  return (
    <p className="metric-change num" data-tint={getTint(change.direction, isIncreaseBad)}>
      <Arrow className="i" aria-hidden="true" />
      <span>
        <b>{change.label}</b>
        {change.direction !== 'same' && (
          <span className="metric-change__previous">
            {analyticsMessages.change.from({ previous: change.previousText })}
          </span>
        )}
      </span>
    </p>
  );
}

/** Font size by the length of the amount. */
const getRevenueFontSize = (text: string): string => {
  if (text.length <= 8) return '3rem';
  if (text.length <= 10) return '2.5rem';
  return text.length <= 12 ? '2rem' : '1.375rem';
};

export function MetricsCard({ analytics: { figures: metrics, before } }: { analytics: Analytics }) {
  const getDisplay = (id: MetricId) => getMetricDisplay(id, metrics, before?.figures ?? null);
  const revenue = getDisplay('net');
  return (
    <section className="sheet metrics-card" aria-label={messages.label}>
      <dl>
        <div className="metrics-card__revenue" data-figure="net">
          <dt>
            {METRICS.net.name} <span className="faint">{messages.inUsd}</span>
            <DefinitionButton metricId="net" />
          </dt>
          <dd>
            <PriceDisplay text={revenue.value} size={getRevenueFontSize(revenue.value)} />
            <MetricChange metric={revenue} />
            <RevenuePopover money={metrics.money} />
          </dd>
        </div>
        {SECONDARY_METRICS.map((id) => (
          <Metric key={id} id={id} metric={getDisplay(id)} />
        ))}
      </dl>
    </section>
  );
}

function Metric({ id, metric }: { id: MetricId; metric: MetricDisplay }) {
  return (
    <div className="metrics-card__metric" data-figure={id}>
      <dt>
        {METRICS[id].name}
        <DefinitionButton metricId={id} />
      </dt>
      <dd>
        <span className="fig">{metric.value}</span>
        {metric.amount !== 0 && <span className="metrics-card__amount num neg">{formatUsd(metric.amount)}</span>}
        {metric.note !== null && <span className="metrics-card__note small muted">{metric.note}</span>}
        <MetricChange metric={metric} />
      </dd>
    </div>
  );
}
