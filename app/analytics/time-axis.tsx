import { GUTTER, type ChartView } from './chart-view.ts';
import { shortPoint } from './point-text.ts';
import { whenText } from './reading-text.ts';
import { namedPlaces, placeOf } from './scale.ts';

/** Minimum width of a label with its margin in CSS pixels. */
const ROOM = { hour: 52, day: 66, week: 66, month: 84 };

const EDGE = 24;

const anchorAt = (x: number, width: number): 'start' | 'middle' | 'end' => {
  if (x > width - EDGE) return 'end';
  return x < 4 ? 'start' : 'middle';
};

/** Axis labels and the date of the active point. */
export function TimeAxis({ view }: { view: ChartView }) {
  const { times, unit, count, width, read } = view;
  return (
    <div className="an-axis" aria-hidden="true">
      <svg width={width + GUTTER.left + GUTTER.right} height="22">
        {namedPlaces(count, Math.floor(width / ROOM[unit]), unit === 'hour' ? 'start' : 'end').map(
          (place) => {
            const x = placeOf(place, count, width);
            const at = times[place];
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
