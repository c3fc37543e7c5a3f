import { LIMITS } from '#domain/checkout-page.ts';
import { DEFAULT_RATING, MAX_TESTIMONIAL_TEXT, type Testimonial } from '#domain/testimonial.ts';
import { cleanLine, cleanText, countCharacters } from '#domain/text.ts';

/** Form values of a testimonial. */
export type TestimonialFormValues = { name: string; role: string; rating: number; text: string };

type TestimonialTextField = 'name' | 'role' | 'text';

/** Errors of a testimonial: messages by field, and title and message of the toast. */
export type TestimonialErrors = {
  fields: Partial<Record<TestimonialTextField, string>>;
  toast: { title: string; message: string } | null;
};

export const EMPTY_TESTIMONIAL: TestimonialFormValues = {
  name: '',
  role: '',
  rating: DEFAULT_RATING,
  text: '',
};

export const toFormValues = ({ name, role, rating, text }: Testimonial): TestimonialFormValues => ({
  name,
  role: role ?? '',
  rating,
  text,
});

/** Returns the testimonial with cleaned texts; an empty role becomes null. */
export const toTestimonial = ({ name, role, rating, text }: TestimonialFormValues): Testimonial => ({
  name: cleanLine(name),
  role: cleanLine(role) || null,
  rating,
  text: cleanText(text),
});

const TEXT_LIMITS = [
  ['name', 'A name', LIMITS.testimonialName],
  ['role', 'A role', LIMITS.testimonialName],
  ['text', 'A testimonial', MAX_TESTIMONIAL_TEXT],
] as const satisfies readonly (readonly [TestimonialTextField, string, number])[];

export const getTextLength = (values: TestimonialFormValues, field: TestimonialTextField): number =>
  countCharacters((field === 'text' ? cleanText : cleanLine)(values[field]));

export function validateTestimonial(values: TestimonialFormValues): TestimonialErrors {
  const fields: TestimonialErrors['fields'] = {};
  if (getTextLength(values, 'name') === 0) fields.name = 'Type who said it';
  if (getTextLength(values, 'text') === 0) fields.text = 'Type what they said';
  if (fields.name || fields.text)
    return { fields, toast: { title: 'Missing fields', message: 'Name and testimonial text are required' } };
  for (const [field, label, limit] of TEXT_LIMITS) {
    const length = getTextLength(values, field);
    if (length > limit) fields[field] = `${label} can have at most ${limit} characters; this one has ${length}`;
  }
  const message = fields.text ?? fields.name ?? fields.role;
  return { fields, toast: message ? { title: 'Text too long', message } : null };
}
