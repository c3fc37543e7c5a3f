/** Keeps a number and its percent sign on one line. */
const PERCENT = '\u00a0%';

export type Change = {
  way: 'up' | 'down' | 'same';
  /** Text beside the arrow: `12 % more`. */
  words: string;
  /** Previous value. */
  than: string;
};

const percent = (share: number): string => {
  const value = share * 100;
  if (value > 0 && value < 0.1) return `under 0.1${PERCENT}`;
  if (value >= 10_000) return 'over 100 times';
  return `${value < 10 ? Number(value.toFixed(1)) : Math.round(value).toLocaleString('en-US')}${PERCENT}`;
};

/**
 * Compares two values. There is no percentage if the previous value is zero or less; shares differ in percentage points.
 * Null if one of the values is unknown.
 */
export function changeOf(
  now: number | null,
  before: number | null,
  text: (value: number) => string,
  kind: 'amount' | 'share' = 'amount',
): Change | null {
  if (now === null || before === null) return null;
  const than = text(before);
  if (now === before || text(now) === than) return { way: 'same', words: 'As before', than };
  const way = now > before ? 'up' : 'down';
  const word = way === 'up' ? 'more' : 'less';
  if (kind === 'share') {
    // Difference of the displayed values.
    const points = Math.abs(Math.round(now * 1000) - Math.round(before * 1000)) / 10;
    return { way, words: `${points} ${points === 1 ? 'point' : 'points'} ${word}`, than };
  }
  if (before <= 0) return { way, words: way === 'up' ? 'More' : 'Less', than };
  const said = percent(Math.abs(now - before) / before);
  return { way, words: `${said[0]?.toUpperCase()}${said.slice(1)} ${word}`, than };
}

/** `4.2 %`; a dash for null. */
export const shareText = (share: number | null): string => {
  if (share === null) return '–';
  if (share > 0 && share < 0.0005) return `<0.1${PERCENT}`;
  const percents = share * 100;
  return percents < 99.95
    ? `${percents.toFixed(1)}${PERCENT}`
    : `${Math.round(percents).toLocaleString('en-US')}${PERCENT}`;
};

/** Null if the whole is 0. */
export const shareOf = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);
