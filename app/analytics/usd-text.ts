import { moneyText } from '#domain/money.ts';

/** Formats US cents as `$2,412.00`. */
export const usdText = (cents: number): string => moneyText(cents, 'USD').replace(/ USD$/, '');

const SIZES = [
  { from: 1_000_000_000, letter: 'b' },
  { from: 1_000_000, letter: 'm' },
  { from: 1_000, letter: 'k' },
];

/** Formats a number for an axis with at most three digits: `950`, `1.2k`, `38m`. */
export function shortCount(value: number): string {
  const size = Math.abs(value);
  const step = SIZES.find(({ from }) => size >= from);
  const sign = value < 0 ? '−' : '';
  if (!step) return `${sign}${Number(size.toFixed(2))}`;
  const scaled = size / step.from;
  return `${sign}${Number(scaled.toFixed(scaled < 10 ? 2 : 1))}${step.letter}`;
}

/** Formats US cents for an axis: `$1.2k`. */
export function shortUsd(cents: number): string {
  const text = shortCount(Math.abs(cents) / 100);
  return `${cents < 0 ? '−' : ''}$${/\.\d$/.test(text) ? `${text}0` : text}`;
}
