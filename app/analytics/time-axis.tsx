import { GUTTER, type ChartView } from './chart-view.ts';
import { shortPoint } from './point-text.ts';
import { whenText } from './reading-text.ts';
import { namedPlaces, placeOf } from './scale.ts';

const LABEL_WIDTH = 72;

const anchorAt = (x: number, width: number): 'start' | 'middle' | 'end' => {
  if (x > width - LABEL_WIDTH / 3) return 'end';
  return x < 4 && width > LABEL_WIDTH ? 'start' : 'middle';
};

/** When the points were, and the moment under the reading line. */
export function TimeAxis({ view }: { view: ChartView }) {
  const { points, before, unit, count, width, read } = view;
  const list = points.length >= count ? points : (before ?? points);
  return (
    <div className="an-axis" aria-hidden="true">
      <svg width={width + GUTTER.left + GUTTER.right} height="22">
        {namedPlaces(count, Math.floor(width / LABEL_WIDTH), unit === 'hour' ? 'start' : 'end').map(
          (place) => {
            const x = placeOf(place, count, width);
            const at = (points[place] ?? list[place])?.at;
            return (
              <text
                key={place}
                className="an-tick"
                x={x + GUTTER.left + (anchorAt(x, width) === 'end' ? 6 : 0)}
                y="15"
                textAnchor={anchorAt(x, width)}
              >
                {at && shortPoint(at, unit)}
              </text>
            );
          },
        )}
      </svg>
      {read !== null && (
        <span
          className="an-when num"
          style={{ '--x': `${GUTTER.left + placeOf(read, count, width)}px` } as React.CSSProperties}
        >
          {whenText(view, read)}
        </span>
      )}
    </div>
  );
}
