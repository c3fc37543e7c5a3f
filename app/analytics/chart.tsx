import type { Analytics } from '#domain/analytics.ts';

import { ChartNotes } from './chart-notes.tsx';
import { ChartPanel } from './chart-panel.tsx';
import { ChartPoints } from './chart-points.tsx';
import { chartView } from './chart-view.ts';
import type { Measure } from './measures.ts';
import { noteMarks } from './note-marks.ts';
import { placeOf } from './scale.ts';
import { TimeAxis } from './time-axis.tsx';
import { useReading } from './use-reading.ts';
import { useWidth } from './use-width.ts';

const FIRST_WIDTH = 720;
const HEIGHTS = { alone: 236, upper: 168, lower: 92 };
/** Minimum distance between annotation markers in CSS pixels. */
const NOTES_APART = 28;

const UNIT_WORDS = { hour: 'hour by hour', day: 'day by day', week: 'week by week', month: 'month by month' };

type Props = { analytics: Analytics; upper: Measure; lower: Measure | null };

/** Chart of one measure, or two stacked on the same time axis; each has its own scale. */
export function Chart({ analytics, upper, lower }: Props) {
  const { ref, width } = useWidth<HTMLDivElement>(FIRST_WIDTH);
  const count = Math.max(analytics.points.length, analytics.before?.points.length ?? 0);
  const { read, handlers } = useReading(count);
  const view = chartView(analytics, width, read);
  const measures = lower ? [upper, lower] : [upper];
  const marks = noteMarks(analytics, (at) => placeOf(at, count, view.width), NOTES_APART);
  const totals = { now: analytics.figures, before: analytics.before?.figures ?? null };
  return (
    <div className="an-chart" ref={ref}>
      <div
        className="an-plot"
        role="group"
        aria-label={`${measures.map(({ label }) => label).join(' and ')}, ${UNIT_WORDS[analytics.unit]}`}
        {...handlers}
      >
        <ChartPanel
          {...{ view, totals }}
          measure={upper}
          colour={1}
          height={lower ? HEIGHTS.upper : HEIGHTS.alone}
        />
        {lower && <ChartPanel {...{ view, totals }} measure={lower} colour={3} height={HEIGHTS.lower} />}
        <TimeAxis view={view} />
        <ChartPoints {...{ analytics, view, upper, lower }} />
      </div>
      <ChartNotes
        marks={marks}
        timeZone={analytics.timeZone}
        named={new Set(analytics.notes.map(({ pageId }) => pageId)).size > 1}
      />
    </div>
  );
}
