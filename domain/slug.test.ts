import fc from 'fast-check';
import { expect, test } from 'vitest';

import { isReservedSlug, MAX_SLUG, normalizeSlug, deriveSlug, filterSlug, appendSlugSuffix } from './slug.ts';
import { propertyRuns } from './testing/property-runs.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 200 });
const SLUG = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)?$/;

test.for([
  ['My Page', 'mypage'],
  ['my-page', 'my-page'],
  ['-half', '-half'],
  ['half-', 'half-'],
  ['Über_Größe 1!', 'bergre1'],
  ['İSTANBUL', 'istanbul'],
  ['日本', ''],
  ['a\u200bb', 'ab'],
  ['x'.repeat(80), 'x'.repeat(80)],
] as const)('filters typed %s to %s', ([text, slug]) => {
  expect(filterSlug(text)).toBe(slug);
});

test.for([
  ['--my--page--', 'my--page'],
  ['---', ''],
  [`-${'a'.repeat(60)}-`, 'a'.repeat(60)],
  ['My-Page-', 'my-page'],
] as const)('saves %s as %s', ([text, slug]) => {
  expect(normalizeSlug(text)).toBe(slug);
});

test.for([
  ['Premium Course', 'premium-course'],
  ['  Course: 2nd edition!  ', 'course-2nd-edition'],
  ['C++ & Rust', 'c-rust'],
  ['Ünï', 'n'],
  ['🎉', ''],
  [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
] as const)('derives from the name %s the slug %s', ([name, slug]) => {
  expect(deriveSlug(name)).toBe(slug);
});

test('saves any typed or derived slug in a valid, stable form', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(filterSlug(text)).toMatch(/^[a-z0-9-]*$/);
      expect(deriveSlug(text).length).toBeLessThanOrEqual(MAX_SLUG);
      for (const slug of [normalizeSlug(text), deriveSlug(text)]) {
        expect(slug).toMatch(SLUG);
        expect(normalizeSlug(slug)).toBe(slug);
      }
    }),
    { numRuns: propertyRuns(2_000) },
  );
});

test('adds a suffix within the maximum length', () => {
  expect(appendSlugSuffix('taller', 'x7q2')).toBe('taller-x7q2');
  expect(appendSlugSuffix('', 'x7q2')).toBe('x7q2');
  expect(appendSlugSuffix(`${'a'.repeat(54)}-bbb`, 'x7q2')).toBe(`${'a'.repeat(54)}-x7q2`);
  fc.assert(
    fc.property(anyText.map(deriveSlug), fc.stringMatching(/^[a-z0-9]{4,12}$/), (slug, tail) => {
      const tailed = appendSlugSuffix(slug, tail);
      expect(tailed).toMatch(SLUG);
      expect(tailed.endsWith(tail)).toBe(true);
      expect(tailed.length).toBeLessThanOrEqual(MAX_SLUG);
    }),
  );
});

test('reserves routes, infrastructure words and brands', () => {
  const words =
    'about admin api app auth billing blog builder c checkout connect dashboard demo domains e embed healthz help login media metrics pricing privacy readyz reports robots rss sandbox sitemap sitemap subscription success support terms webhooks well-known www stripe paypal visa mastercard apple google amazon bank tillwright functions internal pages orders account';
  expect(words.split(' ').filter((word) => !isReservedSlug(word))).toEqual([]);
});

test('allows ordinary words', () => {
  expect(['course', 'about-me', 'my-blog', '', 'constructor'].filter(isReservedSlug)).toEqual([]);
});
