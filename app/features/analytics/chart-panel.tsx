import { chartMessages } from '#content/messages/analytics-charts.ts';
import type { AnalyticsMetrics } from '#domain/analytics.ts';

import type { Measure } from './chart-measures.ts';
import { createAxis, getY, getX, type Axis } from './chart-scale.ts';
import { CHART_PADDING, type ChartView } from './chart-view.ts';

type PixelPoint = { x: number; y: number };

const formatPoint = ({ x, y }: PixelPoint): string => `${Number(x.toFixed(1))} ${Number(y.toFixed(1))}`;

/** SVG path through the points; empty for fewer than two. */
const getLinePath = (pixels: readonly PixelPoint[]): string =>
  pixels.length < 2 ? '' : `M${pixels.map(formatPoint).join('L')}`;

/** SVG path of the area between the line and the zero line. */
function getAreaPath(pixels: readonly PixelPoint[], zeroY: number): string {
  const [first, last] = [pixels[0], pixels.at(-1)];
  if (!first || !last || pixels.length < 2) return '';
  return `${getLinePath(pixels)}L${formatPoint({ x: last.x, y: zeroY })}L${formatPoint({ x: first.x, y: zeroY })}Z`;
}

/** Vertical padding for half of the topmost label. */
const VERTICAL_PADDING = 8;

type Props = {
  view: ChartView;
  measure: Measure;
  height: number;
  /** Number of the data color. */
  colorIndex: 1 | 3;
  totals: { current: AnalyticsMetrics; before: AnalyticsMetrics | null };
};

/** Legend with values: totals of the period, or the values of the active point. */
function PanelLegend({ view, measure, totals, colorIndex }: Omit<Props, 'height'>) {
  const { activeIndex, points, before } = view;
  const current = activeIndex === null ? null : points[activeIndex];
  const comparisonPoint = activeIndex === null ? null : before?.[activeIndex];
  const currentValue = activeIndex === null ? measure.getTotal(totals.current) : current && measure.getValue(current);
  const previousValue =
    activeIndex === null
      ? totals.before && measure.getTotal(totals.before)
      : comparisonPoint && measure.getValue(comparisonPoint);
  return (
    <p className="chart-panel__legend num" data-colour={colorIndex}>
      <span className="chart-panel__swatch" />
      <span>{measure.label}</span>
      <b>{typeof currentValue === 'number' ? measure.format(currentValue) : '–'}</b>
      {before && (
        <span className="chart-panel__legend-previous">
          <span className="chart-panel__swatch dashed" />
          {chartMessages.legendPrevious({
            value: typeof previousValue === 'number' ? measure.format(previousValue) : '–',
          })}
        </span>
      )}
    </p>
  );
}

function Grid({ axis, width, height, measure }: { axis: Axis; width: number; height: number; measure: Measure }) {
  return axis.ticks.map((tick) => {
    const y = Math.round(getY(tick, axis, height)) + 0.5;
    return (
      <g key={tick}>
        <line
          className={tick === 0 ? 'chart-panel__zero-line' : 'chart-panel__grid-line'}
          x1="0"
          x2={width}
          y1={y}
          y2={y}
        />
        <text className="chart__tick-label" x="-10" y={y} dy="0.32em" textAnchor="end">
          {measure.formatShort(tick)}
        </text>
      </g>
    );
  });
}

/** Line with its area; the segment to an unfinished last point is dotted. */
function DataLine({
  pixels,
  zeroY,
  isLastUnfinished,
}: {
  pixels: readonly PixelPoint[];
  zeroY: number;
  isLastUnfinished: boolean;
}) {
  const [firstPoint, second] = pixels;
  if (!firstPoint) return null;
  if (!second) return <circle className="chart-panel__dot" cx={firstPoint.x} cy={firstPoint.y} r="4" />;
  const finishedPoints = isLastUnfinished ? pixels.slice(0, -1) : pixels;
  return (
    <>
      <path className="chart-panel__area" d={getAreaPath(pixels, zeroY)} />
      <path className="chart-panel__line" d={getLinePath(finishedPoints)} />
      {isLastUnfinished && <path className="chart-panel__line growing" d={getLinePath(pixels.slice(-2))} />}
    </>
  );
}

/** Chart of one measure. Screen readers use the point labels and the table instead. */
export function ChartPanel({ view, measure, height, colorIndex, totals }: Props) {
  const { points, before, count, width, activeIndex, isLastUnfinished } = view;
  const values = [...points, ...(before ?? [])].map(measure.getValue);
  const axis = createAxis(values, height > 120 ? 3 : 2, measure.id === 'net' ? 100 : 1);
  const toPixels = (dataPoints: ChartView['points']): PixelPoint[] =>
    dataPoints.map((point, index) => ({
      x: getX(index, count, width),
      y: getY(measure.getValue(point), axis, height),
    }));
  const [linePoints, comparisonLine] = [toPixels(points), toPixels(before ?? [])];
  const activePoints = activeIndex === null ? [] : [comparisonLine[activeIndex], linePoints[activeIndex]];
  return (
    <div className="chart-panel" data-colour={colorIndex}>
      <PanelLegend {...{ view, measure, totals, colorIndex }} />
      <svg
        aria-hidden="true"
        width={width + CHART_PADDING.left + CHART_PADDING.right}
        height={height + 2 * VERTICAL_PADDING}
        viewBox={`${-CHART_PADDING.left} ${-VERTICAL_PADDING} ${width + CHART_PADDING.left + CHART_PADDING.right} ${height + 2 * VERTICAL_PADDING}`}
      >
        <Grid {...{ axis, width, height, measure }} />
        {comparisonLine.length > 1 && <path className="chart-panel__line--previous" d={getLinePath(comparisonLine)} />}
        <DataLine pixels={linePoints} zeroY={getY(0, axis, height)} isLastUnfinished={isLastUnfinished} />
        {activeIndex !== null && (
          <line
            className="chart-panel__cursor"
            x1={getX(activeIndex, count, width)}
            x2={getX(activeIndex, count, width)}
            y1={-VERTICAL_PADDING}
            y2={height + VERTICAL_PADDING}
          />
        )}
        {activePoints.map(
          (activePoint, index) =>
            activePoint && (
              <circle
                key={index}
                className={index === 0 ? 'chart-panel__dot before' : 'chart-panel__dot'}
                cx={activePoint.x}
                cy={activePoint.y}
                r="4"
              />
            ),
        )}
      </svg>
    </div>
  );
}
