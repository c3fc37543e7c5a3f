export type Change = {
  way: 'up' | 'down' | 'same';
  /** Beside the arrow: `12 % more`. */
  words: string;
  /** What it was. */
  than: string;
};

const percent = (share: number): string => {
  const value = share * 100;
  if (value > 0 && value < 0.1) return 'under 0.1 %';
  if (value >= 10_000) return 'over 100 times';
  return `${value < 10 ? Number(value.toFixed(1)) : Math.round(value).toLocaleString('en-US')} %`;
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
    const points = Math.abs(now - before) * 100;
    const said = points < 0.1 ? 'Under 0.1' : String(Number(points.toFixed(1)));
    return { way, words: `${said} points ${word}`, than };
  }
  if (before <= 0) return { way, words: way === 'up' ? 'More' : 'Less', than };
  const said = percent(Math.abs(now - before) / before);
  return { way, words: `${said[0]?.toUpperCase()}${said.slice(1)} ${word}`, than };
}

/** `4.2 %`; of nothing there is none. */
export const shareText = (share: number | null): string => {
  if (share === null) return '–';
  if (share > 0 && share < 0.001) return '<0.1 %';
  return `${Number((share * 100).toFixed(share < 0.1 ? 1 : 0)).toLocaleString('en-US')} %`;
};

/** Null of nothing. */
export const shareOf = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);
