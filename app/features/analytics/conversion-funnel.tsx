import { formatCount } from '#app/components/utils/format.ts';
import { getConversionRate, type AnalyticsMetrics } from '#domain/analytics.ts';

import { calculateShare, formatShare } from './compare-values.ts';

type FunnelStep = {
  label: string;
  value: number;
  /** Share of the previous step, as text. */ shareLabel: string | null;
};

function getFunnelSteps({ views, visitors, started, paid }: AnalyticsMetrics): FunnelStep[] {
  const formatRatio = (partValue: number, total: number, totalName: string) =>
    `${formatShare(calculateShare(partValue, total))} of ${totalName}`;
  const viewsPerVisitor = calculateShare(views, visitors);
  return [
    {
      label: 'Views',
      value: views,
      shareLabel: viewsPerVisitor === null ? null : `${Number(viewsPerVisitor.toFixed(1))} for each visitor`,
    },
    { label: 'Visitors', value: visitors, shareLabel: null },
    { label: 'Started', value: started, shareLabel: formatRatio(started, visitors, 'visitors') },
    { label: 'Paid', value: paid, shareLabel: formatRatio(paid, started, 'those started') },
  ];
}

export function Funnel({ metrics }: { metrics: AnalyticsMetrics }) {
  const steps = getFunnelSteps(metrics);
  const maxValue = Math.max(1, ...steps.map(({ value }) => value));
  return (
    <section className="sheet conversion-funnel" aria-labelledby="conversion-funnel">
      <h2 className="h2" id="conversion-funnel">
        From a look to an order
      </h2>
      <ol>
        {steps.map(({ label, value, shareLabel }) => (
          <li key={label}>
            <p>
              <span>{label}</span> <b className="fig">{formatCount(value)}</b>
            </p>
            <span
              className="conversion-funnel__bar"
              style={{ '--share': value / maxValue } as React.CSSProperties}
              aria-hidden="true"
            />
            <p className="small muted num">{shareLabel ?? ' '}</p>
          </li>
        ))}
      </ol>
      <p className="conversion-funnel__total small">
        <span className="muted">Conversion</span> <i className="dots" />
        <b className="num">{formatShare(getConversionRate(metrics))}</b>
      </p>
    </section>
  );
}
