import type { Analytics } from '#domain/analytics.ts';

import { ChartAnnotations } from './chart-notes.tsx';
import { ChartPanel } from './chart-panel.tsx';
import { ChartPoints } from './chart-points.tsx';
import { createChartView } from './chart-view.ts';
import type { Measure } from './measures.ts';
import { groupAnnotations } from './note-marks.ts';
import { getX } from './scale.ts';
import { TimeAxis } from './time-axis.tsx';
import { useActivePoint } from './use-reading.ts';
import { useWidth } from './use-width.ts';

const INITIAL_WIDTH = 720;
const HEIGHTS = { single: 236, upper: 168, lower: 92 };
/** Minimum distance between annotation markers in CSS pixels. */
const MIN_MARKER_DISTANCE = 28;

const UNIT_LABELS = {
  hour: 'hour by hour',
  day: 'day by day',
  week: 'week by week',
  month: 'month by month',
};

type Props = { analytics: Analytics; upper: Measure; lower: Measure | null };

/** Chart of one measure, or two stacked on the same time axis; each has its own scale. */
export function Chart({ analytics, upper, lower }: Props) {
  const { ref, width } = useWidth<HTMLDivElement>(INITIAL_WIDTH);
  const count = Math.max(analytics.points.length, analytics.before?.points.length ?? 0);
  const { activeIndex, handlers } = useActivePoint(count);
  const view = createChartView(analytics, width, activeIndex);
  const measures = lower ? [upper, lower] : [upper];
  const markers = groupAnnotations(analytics, (at) => getX(at, count, view.width), MIN_MARKER_DISTANCE);
  const totals = { current: analytics.figures, before: analytics.before?.figures ?? null };
  return (
    <div className="an-chart" ref={ref}>
      <div
        className="an-plot"
        role="group"
        aria-label={`${measures.map(({ label }) => label).join(' and ')}, ${UNIT_LABELS[analytics.unit]}`}
        {...handlers}
      >
        <ChartPanel
          {...{ view, totals }}
          measure={upper}
          colorIndex={1}
          height={lower ? HEIGHTS.upper : HEIGHTS.single}
        />
        {lower && <ChartPanel {...{ view, totals }} measure={lower} colorIndex={3} height={HEIGHTS.lower} />}
        <TimeAxis view={view} />
        <ChartPoints {...{ analytics, view, upper, lower }} />
      </div>
      <ChartAnnotations
        markers={markers}
        timeZone={analytics.timeZone}
        showPageNames={new Set(analytics.notes.map(({ pageId }) => pageId)).size > 1}
      />
    </div>
  );
}
