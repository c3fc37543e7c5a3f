export const MAX_TESTIMONIALS = 5;
export const MAX_TESTIMONIAL_TEXT = 200;
export const DEFAULT_RATING = 5;

/** `rating`: 1 to 5 stars. */
export type Testimonial = { name: string; role?: string | null; rating: number; text: string };

/** Number of testimonials shown by each layout. */
export const TESTIMONIALS_PER_LAYOUT = { classic: 2, modern: 4, minimal: 2 } as const;

/** Initials of the first two words of a name. */
export const getInitials = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => Array.from(word)[0] ?? '')
    .join('')
    .toUpperCase();
