const RATING_LABELS = ['not rated', 'poor', 'fair', 'fine', 'good', 'excellent'] as const;

export const MAX_STARS = 5;

/** Describes a rating: `4 of 5, good`. Whole stars from 0 to 5. */
export function getRatingLabel(rating: number): string {
  const stars = Math.min(MAX_STARS, Math.max(0, Math.round(rating)));
  return `${stars} of ${MAX_STARS}, ${RATING_LABELS[stars] ?? RATING_LABELS[0]}`;
}
