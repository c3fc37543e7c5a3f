import { formatNumber } from '#app/components/utils/reader-formats.ts';
import { analyticsMessages } from '#content/messages/analytics.ts';

const messages = analyticsMessages.change;

export type MetricChangeValue = {
  direction: 'up' | 'down' | 'same';
  /** Text beside the arrow: `Up 12%`. */
  label: string;
  previousText: string;
};

const formatPercent = (share: number): string => {
  const value = share * 100;
  if (value > 0 && value < 0.1) return messages.tinyPercentage;
  if (value >= 10_000) return messages.hugePercentage;
  return messages.percentage({
    value: formatNumber(value, { maximumFractionDigits: value < 10 ? 1 : 0 }),
  });
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
    return { direction: 'same', label: messages.none, previousText };
  const direction = current > previous ? 'up' : 'down';
  const formatChange = direction === 'up' ? messages.increaseBy : messages.decreaseBy;
  if (unit === 'share') {
    // Difference of the displayed values.
    const points = Math.abs(Math.round(current * 1000) - Math.round(previous * 1000)) / 10;
    return {
      direction,
      label: formatChange({ difference: messages.points({ count: points }) }),
      previousText,
    };
  }
  if (previous <= 0)
    return { direction, label: direction === 'up' ? messages.increase : messages.decrease, previousText };
  const difference = formatPercent(Math.abs(current - previous) / previous);
  return { direction, label: formatChange({ difference }), previousText };
}

/** `4.2%`; a dash for null. */
export const formatShare = (share: number | null): string => {
  if (share === null) return '–';
  if (share > 0 && share < 0.0005) return messages.percentage({ value: '<0.1' });
  const percents = share * 100;
  return messages.percentage({
    value:
      percents < 99.95
        ? formatNumber(percents, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
        : formatNumber(Math.round(percents)),
  });
};

/** Null if the whole is 0. */
export const calculateShare = (partValue: number, total: number): number | null =>
  total > 0 ? partValue / total : null;
