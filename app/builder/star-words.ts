const WORDS = ['not rated', 'poor', 'fair', 'fine', 'good', 'excellent'] as const;

export const MOST_STARS = 5;

/** Describes a rating: `4 of 5, good`. Whole stars from 0 to 5. */
export function starWords(rating: number): string {
  const stars = Math.min(MOST_STARS, Math.max(0, Math.round(rating)));
  return `${stars} of ${MOST_STARS}, ${WORDS[stars] ?? WORDS[0]}`;
}
