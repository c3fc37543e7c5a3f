import { formatNumber } from '#app/components/utils/reader-formats.ts';

const UNIT_SIZES = [
  { from: 1_000_000_000, suffix: 'b' },
  { from: 1_000_000, suffix: 'm' },
  { from: 1_000, suffix: 'k' },
];

/** Formats a number for an axis with at most three digits: `950`, `1.2k`, `38m`. */
export function formatShortCount(value: number): string {
  const absolute = Math.abs(value);
  const unitSize = UNIT_SIZES.find(({ from }) => absolute >= from);
  const sign = value < 0 ? '−' : '';
  if (!unitSize) return `${sign}${formatNumber(absolute, { maximumFractionDigits: 2 })}`;
  const scaled = absolute / unitSize.from;
  return `${sign}${formatNumber(scaled, { maximumFractionDigits: scaled < 10 ? 2 : 1 })}${unitSize.suffix}`;
}

/** Formats US cents for an axis: `$1.2k`. */
export function formatShortUsd(cents: number): string {
  const text = formatShortCount(Math.abs(cents) / 100);
  return `${cents < 0 ? '−' : ''}$${/[.,]\d$/.test(text) ? `${text}0` : text}`;
}
