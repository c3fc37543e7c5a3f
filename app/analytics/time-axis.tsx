import { CHART_PADDING, type ChartView } from './chart-view.ts';
import { formatShortPoint } from './point-text.ts';
import { formatPointDate } from './reading-text.ts';
import { getLabeledIndexes, getX } from './scale.ts';

/** Minimum width of a label with its margin in CSS pixels. */
const MIN_LABEL_WIDTH = { hour: 52, day: 66, week: 66, month: 84 };

const EDGE_DISTANCE = 24;

const getTextAnchor = (x: number, width: number): 'start' | 'middle' | 'end' => {
  if (x > width - EDGE_DISTANCE) return 'end';
  return x < 4 ? 'start' : 'middle';
};

/** Axis labels and the date of the active point. */
export function TimeAxis({ view }: { view: ChartView }) {
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
