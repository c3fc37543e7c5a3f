/** What keeps a figure and its sign on one line. */
const PERCENT = '\u00a0%';

export type Change = {
  way: 'up' | 'down' | 'same';
  /** Beside the arrow: `12 % more`. */
  words: string;
  /** What it was. */
  than: string;
};

const percent = (share: number): string => {
  const value = share * 100;
  if (value > 0 && value < 0.1) return `under 0.1${PERCENT}`;
  if (value >= 10_000) return 'over 100 times';
  return `${value < 10 ? Number(value.toFixed(1)) : Math.round(value).toLocaleString('en-US')}${PERCENT}`;
};

/**
 * How something has changed. Of nothing there is no percentage, nor of what was below nothing; shares are told by
 * their difference in points. Null: there is nothing to lay it beside.
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
    // As far apart as the two are read.
    const points = Math.abs(Math.round(now * 1000) - Math.round(before * 1000)) / 10;
    return { way, words: `${points} ${points === 1 ? 'point' : 'points'} ${word}`, than };
  }
  if (before <= 0) return { way, words: way === 'up' ? 'More' : 'Less', than };
  const said = percent(Math.abs(now - before) / before);
  return { way, words: `${said[0]?.toUpperCase()}${said.slice(1)} ${word}`, than };
}

/** `4.2 %`; of nothing there is none. */
export const shareText = (share: number | null): string => {
  if (share === null) return '–';
  if (share > 0 && share < 0.0005) return `<0.1${PERCENT}`;
  const percents = share * 100;
  return percents < 99.95
    ? `${percents.toFixed(1)}${PERCENT}`
    : `${Math.round(percents).toLocaleString('en-US')}${PERCENT}`;
};

/** Null of nothing. */
export const shareOf = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);
