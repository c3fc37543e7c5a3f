/** Keeps a number and its percent sign on one line. */
const PERCENT_SIGN = '\u00a0%';

export type MetricChangeValue = {
  direction: 'up' | 'down' | 'same';
  /** Text beside the arrow: `12 % more`. */
  label: string;
  previousText: string;
};

const formatPercent = (share: number): string => {
  const value = share * 100;
  if (value > 0 && value < 0.1) return `under 0.1${PERCENT_SIGN}`;
  if (value >= 10_000) return 'over 100 times';
  return `${value < 10 ? Number(value.toFixed(1)) : Math.round(value).toLocaleString('en-US')}${PERCENT_SIGN}`;
};

/**
 * Compares two values. There is no percentage if the previous value is zero or less; shares differ in percentage points.
 * Null if one of the values is unknown.
 */
export function compareValues(
  current: number | null,
  previous: number | null,
  format: (value: number) => string,
  unit: 'amount' | 'share' = 'amount',
): MetricChangeValue | null {
  if (current === null || previous === null) return null;
  const previousText = format(previous);
  if (current === previous || format(current) === previousText)
    return { direction: 'same', label: 'As before', previousText };
  const direction = current > previous ? 'up' : 'down';
  const comparative = direction === 'up' ? 'more' : 'less';
  if (unit === 'share') {
    // Difference of the displayed values.
    const points = Math.abs(Math.round(current * 1000) - Math.round(previous * 1000)) / 10;
    return {
      direction,
      label: `${points} ${points === 1 ? 'point' : 'points'} ${comparative}`,
      previousText,
    };
  }
  if (previous <= 0) return { direction, label: direction === 'up' ? 'More' : 'Less', previousText };
  const percentText = formatPercent(Math.abs(current - previous) / previous);
  return {
    direction,
    label: `${percentText[0]?.toUpperCase()}${percentText.slice(1)} ${comparative}`,
    previousText,
  };
}

/** `4.2 %`; a dash for null. */
export const formatShare = (share: number | null): string => {
  if (share === null) return '–';
  if (share > 0 && share < 0.0005) return `<0.1${PERCENT_SIGN}`;
  const percents = share * 100;
  return percents < 99.95
    ? `${percents.toFixed(1)}${PERCENT_SIGN}`
    : `${Math.round(percents).toLocaleString('en-US')}${PERCENT_SIGN}`;
};

/** Null if the whole is 0. */
export const calculateShare = (partValue: number, total: number): number | null =>
  total > 0 ? partValue / total : null;
