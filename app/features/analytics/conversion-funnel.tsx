import { formatCount, formatNumber } from '#app/components/utils/reader-formats.ts';
import { analyticsMessages } from '#content/messages/analytics.ts';
import { getConversionRate, hasUncountedVisitors, type AnalyticsMetrics } from '#domain/analytics.ts';

import { calculateShare, formatShare } from './compare-values.ts';

const messages = analyticsMessages.funnel;

type FunnelStep = {
  label: string;
  value: number;
  /** Share of the previous step, as text. */
  shareLabel: string | null;
};

export function getFunnelSteps({ views, visitors, started, paid }: AnalyticsMetrics): FunnelStep[] {
  const describeShare = (
    count: number,
    total: number,
    describe: (values: { share: string }) => string,
    more: string,
  ) => {
    if (count > total) return more;
    return total === 0 ? null : describe({ share: formatShare(calculateShare(count, total)) });
  };
  const viewsPerVisitor = calculateShare(views, visitors);
  return [
    {
      label: messages.views,
      value: views,
      shareLabel:
        viewsPerVisitor === null
          ? null
          : messages.viewsPerVisitor({ views: formatNumber(viewsPerVisitor, { maximumFractionDigits: 1 }) }),
    },
    { label: messages.visitors, value: visitors, shareLabel: null },
    {
      label: messages.started,
      value: started,
      shareLabel: describeShare(started, visitors, messages.shareOfVisitors, messages.moreThanVisitors),
    },
    {
      label: messages.paid,
      value: paid,
      shareLabel: describeShare(paid, started, messages.shareOfStarted, messages.moreThanStarted),
    },
  ];
}

export function Funnel({ metrics }: { metrics: AnalyticsMetrics }) {
  const steps = getFunnelSteps(metrics);
  const maxValue = Math.max(1, ...steps.map(({ value }) => value));
  return (
    <section className="sheet conversion-funnel" aria-labelledby="conversion-funnel">
      <h2 className="h2" id="conversion-funnel">
        {messages.title}
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
        <span className="muted">{messages.conversion}</span> <i className="dots" />
        <b className="num">{formatShare(getConversionRate(metrics))}</b>
      </p>
      {hasUncountedVisitors(metrics) && <p className="small muted">{messages.uncountedVisitors}</p>}
    </section>
  );
}
