import { expect, test } from 'vitest';

import { EMPTY_TESTIMONIAL, testimonialOf, testimonialProblems } from './testimonial-entry.ts';

const entry = { name: 'Joan Ferrer', role: '', rating: 5, text: 'It holds umbrellas.' };

test('requires name and text', () => {
  const missing = { title: 'Missing fields', message: 'Name and testimonial text are required' };
  expect(testimonialProblems(EMPTY_TESTIMONIAL)).toEqual({
    at: { name: 'Type who said it', text: 'Type what they said' },
    toast: missing,
  });
  expect(testimonialProblems({ ...entry, name: ' \u200b ' }).toast).toEqual(missing);
  expect(testimonialProblems({ ...entry, text: '\n' }).toast).toEqual(missing);
});

test('accepts 200 characters of text, an emoji counting as one, and rejects 201', () => {
  expect(testimonialProblems({ ...entry, text: '🏺'.repeat(200) }).toast).toBeNull();
  expect(testimonialProblems({ ...entry, text: '🏺'.repeat(201) })).toEqual({
    at: { text: 'A testimonial can have at most 200 characters; this one has 201' },
    toast: {
      title: 'Text too long',
      message: 'A testimonial can have at most 200 characters; this one has 201',
    },
  });
});

test('accepts 80 characters for name and role', () => {
  const long = { ...entry, name: 'n'.repeat(81), role: 'r'.repeat(81) };
  expect(testimonialProblems(long).at).toEqual({
    name: 'A name can have at most 80 characters; this one has 81',
    role: 'A role can have at most 80 characters; this one has 81',
  });
});

test('cleans the texts and drops an empty role', () => {
  expect(testimonialOf({ ...entry, name: '  Joan   Ferrer ', role: '  ' })).toEqual({
    name: 'Joan Ferrer',
    role: null,
    rating: 5,
    text: 'It holds umbrellas.',
  });
});
