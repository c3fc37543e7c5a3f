import type { Figures } from '#domain/analytics.ts';

import { GUTTER, type ChartView } from './chart-view.ts';
import { areaPath, linePath, type Spot } from './line-path.ts';
import type { Measure } from './measures.ts';
import { axisFor, heightOf, placeOf, type Axis } from './scale.ts';

/** Vertical padding for half of the topmost label. */
const HEAD = 8;

type Props = {
  view: ChartView;
  measure: Measure;
  height: number;
  /** Number of the data color. */
  colour: 1 | 3;
  totals: { now: Figures; before: Figures | null };
};

/** Legend with values: totals of the period, or the values of the active point. */
function Caption({ view, measure, totals, colour }: Omit<Props, 'height'>) {
  const { read, points, before } = view;
  const now = read === null ? null : points[read];
  const then = read === null ? null : before?.[read];
  const value = read === null ? measure.totalOf(totals.now) : now && measure.valueOf(now);
  const earlier =
    read === null ? totals.before && measure.totalOf(totals.before) : then && measure.valueOf(then);
  return (
    <p className="an-caption num" data-colour={colour}>
      <span className="an-swatch" />
      <span>{measure.label}</span>
      <b>{typeof value === 'number' ? measure.text(value) : '–'}</b>
      {before && (
        <span className="an-caption-before">
          <span className="an-swatch dashed" />
          before {typeof earlier === 'number' ? measure.text(earlier) : '–'}
        </span>
      )}
    </p>
  );
}

function Grid({
  axis,
  width,
  height,
  measure,
}: {
  axis: Axis;
  width: number;
  height: number;
  measure: Measure;
}) {
  return axis.ticks.map((tick) => {
    const y = Math.round(heightOf(tick, axis, height)) + 0.5;
    return (
      <g key={tick}>
        <line className={tick === 0 ? 'an-ground' : 'an-grid'} x1="0" x2={width} y1={y} y2={y} />
        <text className="an-tick" x="-10" y={y} dy="0.32em" textAnchor="end">
          {measure.shortText(tick)}
        </text>
      </g>
    );
  });
}

/** Line with its area; the segment to an unfinished last point is dotted. */
function Line({
  spots,
  ground,
  unfinished,
}: {
  spots: readonly Spot[];
  ground: number;
  unfinished: boolean;
}) {
  const [only, second] = spots;
  if (!only) return null;
  if (!second) return <circle className="an-dot" cx={only.x} cy={only.y} r="4" />;
  const firm = unfinished ? spots.slice(0, -1) : spots;
  return (
    <>
      <path className="an-area" d={areaPath(spots, ground)} />
      <path className="an-line" d={linePath(firm)} />
      {unfinished && <path className="an-line growing" d={linePath(spots.slice(-2))} />}
    </>
  );
}

/** Chart of one measure. Screen readers use the point labels and the table instead. */
export function ChartPanel({ view, measure, height, colour, totals }: Props) {
  const { points, before, count, width, read, unfinished } = view;
  const values = [...points, ...(before ?? [])].map(measure.valueOf);
  const axis = axisFor(values, height > 120 ? 3 : 2, measure.id === 'net' ? 100 : 1);
  const spotsOf = (list: ChartView['points']): Spot[] =>
    list.map((point, place) => ({
      x: placeOf(place, count, width),
      y: heightOf(measure.valueOf(point), axis, height),
    }));
  const [line, dashed] = [spotsOf(points), spotsOf(before ?? [])];
  const marked = read === null ? [] : [dashed[read], line[read]];
  return (
    <div className="an-panel" data-colour={colour}>
      <Caption {...{ view, measure, totals, colour }} />
      <svg
        aria-hidden="true"
        width={width + GUTTER.left + GUTTER.right}
        height={height + 2 * HEAD}
        viewBox={`${-GUTTER.left} ${-HEAD} ${width + GUTTER.left + GUTTER.right} ${height + 2 * HEAD}`}
      >
        <Grid {...{ axis, width, height, measure }} />
        {dashed.length > 1 && <path className="an-before" d={linePath(dashed)} />}
        <Line spots={line} ground={heightOf(0, axis, height)} unfinished={unfinished} />
        {read !== null && (
          <line
            className="an-reading"
            x1={placeOf(read, count, width)}
            x2={placeOf(read, count, width)}
            y1={-HEAD}
            y2={height + HEAD}
          />
        )}
        {marked.map(
          (spot, place) =>
            spot && (
              <circle
                key={place}
                className={place === 0 ? 'an-dot before' : 'an-dot'}
                cx={spot.x}
                cy={spot.y}
                r="4"
              />
            ),
        )}
      </svg>
    </div>
  );
}
