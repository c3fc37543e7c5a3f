import { LIMITS } from '#domain/checkout-page.ts';
import { DEFAULT_RATING, MAX_TESTIMONIAL_TEXT, type Testimonial } from '#domain/testimonial.ts';
import { cleanLine, cleanText, lengthOf } from '#domain/text.ts';

/** Form values of a testimonial. */
export type TestimonialEntry = { name: string; role: string; rating: number; text: string };

type Part = 'name' | 'role' | 'text';

/** Errors of a testimonial: messages by field, and title and message of the toast. */
export type TestimonialProblems = {
  at: Partial<Record<Part, string>>;
  toast: { title: string; message: string } | null;
};

export const EMPTY_TESTIMONIAL: TestimonialEntry = { name: '', role: '', rating: DEFAULT_RATING, text: '' };

export const entryOf = ({ name, role, rating, text }: Testimonial): TestimonialEntry => ({
  name,
  role: role ?? '',
  rating,
  text,
});

/** Returns the testimonial with cleaned texts; an empty role becomes null. */
export const testimonialOf = ({ name, role, rating, text }: TestimonialEntry): Testimonial => ({
  name: cleanLine(name),
  role: cleanLine(role) || null,
  rating,
  text: cleanText(text),
});

const PARTS = [
  ['name', 'A name', LIMITS.testimonialName],
  ['role', 'A role', LIMITS.testimonialName],
  ['text', 'A testimonial', MAX_TESTIMONIAL_TEXT],
] as const satisfies readonly (readonly [Part, string, number])[];

export const lengthOfPart = (entry: TestimonialEntry, part: Part): number =>
  lengthOf((part === 'text' ? cleanText : cleanLine)(entry[part]));

export function testimonialProblems(entry: TestimonialEntry): TestimonialProblems {
  const at: TestimonialProblems['at'] = {};
  if (lengthOfPart(entry, 'name') === 0) at.name = 'Type who said it';
  if (lengthOfPart(entry, 'text') === 0) at.text = 'Type what they said';
  if (at.name || at.text)
    return { at, toast: { title: 'Missing fields', message: 'Name and testimonial text are required' } };
  for (const [part, what, limit] of PARTS) {
    const length = lengthOfPart(entry, part);
    if (length > limit) at[part] = `${what} can have at most ${limit} characters; this one has ${length}`;
  }
  const message = at.text ?? at.name ?? at.role;
  return { at, toast: message ? { title: 'Text too long', message } : null };
}
