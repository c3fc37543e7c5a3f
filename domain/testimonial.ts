import { z } from 'zod';

export const MAX_TESTIMONIALS = 5;
export const MAX_TESTIMONIAL_TEXT = 200;
export const DEFAULT_RATING = 5;

export const Testimonial = z.strictObject({
  name: z.string().max(1000),
  role: z.string().max(1000).nullish(),
  rating: z.number().int().min(1).max(5).default(DEFAULT_RATING),
  text: z.string().max(5000),
});
export type Testimonial = z.infer<typeof Testimonial>;

/** How many are drawn on the page of each layout. */
export const TESTIMONIALS_SHOWN = { classic: 2, modern: 4, minimal: 2 } as const;

/** First letters of the first two words of a name. */
export const initialsOf = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => Array.from(word)[0] ?? '')
    .join('')
    .toUpperCase();
