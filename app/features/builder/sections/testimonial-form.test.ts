import { expect, test } from 'vitest';

import { EMPTY_TESTIMONIAL, toTestimonial, validateTestimonial } from './testimonials-group.tsx';
import { addTestimonial } from './testimonials-group.tsx';

const values = { name: 'Joan Ferrer', role: '', rating: 5, text: 'It holds umbrellas.' };

test('requires name and text', () => {
  const missing = { title: 'Missing fields', message: 'Name and testimonial text are required' };
  expect(validateTestimonial(EMPTY_TESTIMONIAL)).toEqual({
    fields: { name: 'Enter a name', text: 'Enter the testimonial' },
    toast: missing,
  });
  expect(validateTestimonial({ ...values, name: ' \u200b ' }).toast).toEqual(missing);
  expect(validateTestimonial({ ...values, text: '\n' }).toast).toEqual(missing);
});

test('accepts 200 characters of text, an emoji counting as one, and rejects 201', () => {
  expect(validateTestimonial({ ...values, text: '🏺'.repeat(200) }).toast).toBeNull();
  expect(validateTestimonial({ ...values, text: '🏺'.repeat(201) })).toEqual({
    fields: { text: 'A testimonial can’t be longer than 200 characters (now 201)' },
    toast: {
      title: 'Text too long',
      message: 'A testimonial can’t be longer than 200 characters (now 201)',
    },
  });
});

test('accepts 80 characters for name and role', () => {
  const long = { ...values, name: 'n'.repeat(81), role: 'r'.repeat(81) };
  expect(validateTestimonial(long).fields).toEqual({
    name: 'A name can’t be longer than 80 characters (now 81)',
    role: 'A role can’t be longer than 80 characters (now 81)',
  });
});

test('cleans the texts and drops an empty role', () => {
  expect(toTestimonial({ ...values, name: '  Joan   Ferrer ', role: '  ' })).toEqual({
    name: 'Joan Ferrer',
    role: null,
    rating: 5,
    text: 'It holds umbrellas.',
  });
});

test('enables testimonials with the first one but not again after the seller hid them', () => {
  const joan = toTestimonial(values);
  const first = addTestimonial({ enabled: false, items: [] }, joan);
  expect(first).toEqual({ enabled: true, items: [joan] });
  expect(addTestimonial({ ...first, enabled: false }, joan)).toEqual({ enabled: false, items: [joan, joan] });
});
