import {
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
  useMemo,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
} from 'react';

import { loadOnDemand } from '#app/components/utils/load-on-demand.tsx';
import { chartMessages } from '#content/messages/analytics-charts.ts';
import type { Analytics } from '#domain/analytics.ts';

import { groupAnnotations } from './annotation-markers.ts';
import type { Measure } from './chart-measures.ts';
import { ChartPanel } from './chart-panel.tsx';
import { getX, getLabeledIndexes, findNearestIndex } from './chart-scale.ts';
import { createChartView, CHART_PADDING, type ChartView } from './chart-view.ts';
import { formatShortPoint, formatPointDate, describePoint } from './format-point.ts';

const PAGE_STEP = 7;

/** Index after a key press; null for other keys. */
export function getIndexAfterKey(key: string, index: number, count: number): number | null {
  const indexByKey: Record<string, number> = {
    ArrowLeft: index - 1,
    ArrowDown: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index + 1,
    PageDown: index - PAGE_STEP,
    PageUp: index + PAGE_STEP,
    Home: 0,
    End: count - 1,
  };
  const next = indexByKey[key];
  return next === undefined ? null : Math.min(count - 1, Math.max(0, next));
}

const getPoints = (chart: HTMLElement | null): HTMLElement[] =>
  chart ? [...chart.querySelectorAll<HTMLElement>('.chart-point')] : [];

const focusPoint = (chart: HTMLElement, index: number): void => getPoints(chart)[index]?.focus();

/** Active point of the chart: under the pointer, or focused by keyboard. */
function useActivePoint(count: number) {
  const [activeIndex, setActiveIndex] = useState<number | null>(null);
  const lastIndex = Math.max(0, count - 1);
  const indexAt = ({ currentTarget, clientX }: MouseEvent<HTMLElement>): number => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return findNearestIndex(
      clientX - left - CHART_PADDING.left,
      count,
      width - CHART_PADDING.left - CHART_PADDING.right,
    );
  };
  const handlePointer = (event: PointerEvent<HTMLElement>) => setActiveIndex(indexAt(event));
  return {
    activeIndex,
    handlers: {
      onPointerMove: handlePointer,
      onPointerDown: handlePointer,
      onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setActiveIndex(null),
      // The click moves the focus away first, so the point is focused afterwards.
      onClick: (event: MouseEvent<HTMLElement>) => focusPoint(event.currentTarget, indexAt(event)),
      onFocus: ({ target }: FocusEvent<HTMLElement>) => setActiveIndex(getPoints(target.parentElement).indexOf(target)),
      onBlur: () => setActiveIndex(null),
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const next = getIndexAfterKey(event.key, activeIndex ?? lastIndex, count);
        if (next === null) return;
        event.preventDefault();
        focusPoint(event.currentTarget, next);
      },
    },
  };
}

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
    <div className="chart-axis" aria-hidden="true">
      <svg width={width + CHART_PADDING.left + CHART_PADDING.right} height="22">
        {getLabeledIndexes(count, Math.floor(width / MIN_LABEL_WIDTH[unit]), unit === 'hour' ? 'start' : 'end').map(
          (index) => {
            const x = getX(index, count, width);
            const at = times[index];
            return (
              <text
                key={index}
                className="chart__tick-label"
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
          className="chart-axis__date num"
          style={{ '--x': `${CHART_PADDING.left + getX(activeIndex, count, width)}px` } as React.CSSProperties}
        >
          {formatPointDate(view, activeIndex)}
        </span>
      )}
    </div>
  );
}

const ChartAnnotations = loadOnDemand(async () => (await import('./chart-annotations.tsx')).ChartAnnotations);

const INITIAL_WIDTH = 720;
const HEIGHTS = { single: 236, upper: 168, lower: 92 };
/** Minimum distance between annotation markers in CSS pixels. */
const MIN_MARKER_DISTANCE = 28;

type Props = { analytics: Analytics; upper: Measure; lower: Measure | null };

/** Chart of one measure, or two stacked on the same time axis; each has its own scale. */
export function Chart({ analytics, upper, lower }: Props) {
  const { ref, width } = useWidth<HTMLDivElement>(INITIAL_WIDTH);
  const count = Math.max(analytics.points.length, analytics.before?.points.length ?? 0);
  const { activeIndex, handlers } = useActivePoint(count);
  const view = createChartView(analytics, width, activeIndex);
  const metrics = lower ? chartMessages.twoMetrics({ main: upper.label, second: lower.label }) : upper.label;
  const markers = groupAnnotations(analytics, (at) => getX(at, count, view.width), MIN_MARKER_DISTANCE);
  const totals = { current: analytics.figures, before: analytics.before?.figures ?? null };
  return (
    <div className="chart" ref={ref}>
      <div
        className="chart__plot"
        role="group"
        aria-label={chartMessages.label[analytics.unit]({ metrics })}
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
      {markers.length > 0 && (
        <div className="chart__annotations">
          <ChartAnnotations
            markers={markers}
            timeZone={analytics.timeZone}
            showPageNames={new Set(analytics.notes.map(({ pageId }) => pageId)).size > 1}
          />
        </div>
      )}
    </div>
  );
}
