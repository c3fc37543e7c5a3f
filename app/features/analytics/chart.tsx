import { useLayoutEffect, useRef, useState, type RefObject, useMemo } from 'react';

import type { Analytics } from '#domain/analytics.ts';

import { ChartAnnotations, groupAnnotations } from './chart-annotations.tsx';
import type { Measure } from './chart-measures.ts';
import { ChartPanel } from './chart-panel.tsx';
import { getX, getLabeledIndexes } from './chart-scale.ts';
import { createChartView, CHART_PADDING, type ChartView } from './chart-view.ts';
import { formatShortPoint, formatPointDate, describePoint } from './format-point.ts';
import { useActivePoint } from './use-active-point.ts';

type ChartPointsProps = { analytics: Analytics; view: ChartView; upper: Measure; lower: Measure | null };

/** Focusable points of the chart for keyboards and screen readers: one tab stop, arrow keys move between points. */
function ChartPoints({ analytics, view: { count, width, activeIndex }, upper, lower }: ChartPointsProps) {
  const labels = useMemo(() => {
    const view = createChartView(analytics, 0, null);
    const measures = lower ? [upper, lower] : [upper];
    return Array.from({ length: view.count }, (_, index) => describePoint(view, measures, analytics.notes, index));
  }, [analytics, upper, lower]);
  return labels.map((label, index) => (
    <span
      key={index}
      className="chart-point"
      role="img"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move between the points
      tabIndex={index === (activeIndex ?? count - 1) ? 0 : -1}
      style={{ left: CHART_PADDING.left + getX(index, count, width) }}
    />
  ));
}

/** Width of an element in CSS pixels, updated on resize. */
function useWidth<E extends HTMLElement>(initialWidth: number): { ref: RefObject<E | null>; width: number } {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState(initialWidth);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setWidth(Math.floor(element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

/** Minimum width of a label with its margin in CSS pixels. */
const MIN_LABEL_WIDTH = { hour: 52, day: 66, week: 66, month: 84 };

const EDGE_DISTANCE = 24;

const getTextAnchor = (x: number, width: number): 'start' | 'middle' | 'end' => {
  if (x > width - EDGE_DISTANCE) return 'end';
  return x < 4 ? 'start' : 'middle';
};

/** Axis labels and the date of the active point. */
function TimeAxis({ view }: { view: ChartView }) {
  const { times, unit, count, width, activeIndex } = view;
  return (
    <div className="an-axis" aria-hidden="true">
      <svg width={width + CHART_PADDING.left + CHART_PADDING.right} height="22">
        {getLabeledIndexes(count, Math.floor(width / MIN_LABEL_WIDTH[unit]), unit === 'hour' ? 'start' : 'end').map(
          (index) => {
            const x = getX(index, count, width);
            const at = times[index];
            return (
              <text
                key={index}
                className="an-tick"
                x={x + CHART_PADDING.left + (getTextAnchor(x, width) === 'end' ? 6 : 0)}
                y="15"
                textAnchor={getTextAnchor(x, width)}
              >
                {at && formatShortPoint(at, unit)}
              </text>
            );
          },
        )}
      </svg>
      {activeIndex !== null && (
        <span
          className="an-when num"
          style={{ '--x': `${CHART_PADDING.left + getX(activeIndex, count, width)}px` } as React.CSSProperties}
        >
          {formatPointDate(view, activeIndex)}
        </span>
      )}
    </div>
  );
}

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
