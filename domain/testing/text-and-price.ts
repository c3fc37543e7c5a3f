/** Arbitrary texts and amounts for property tests. */
import fc from 'fast-check';

import type { Currency } from '../currencies.ts';
import { formatAmount } from '../money.ts';
import { cleanText } from '../text.ts';

/** Text fragments that commonly break layouts, slugs, searches and databases. */
const FRAGMENTS = [
  ['Throwing Taller', 'a', ' ', '  ', '<b>&amp;</b>', '"\'`', '${x}', '\\u0000', '%00', 'x'.repeat(30)],
  ['مرحبا بالعالم', 'שלום', '\u202eleft\u202c', '\u200b', '\u200d', '\ufeff', '\ufe0f', '\u00ad'],
  ['👩‍👩‍👧‍👦', '🏳️‍🌈', '陶芸', 'é', 'e\u0301', 'Z\u0351\u0343\u0344a', 'ﬃ'],
  ['\t', '\u2028', '\u0007', '\0', '\ud83d'],
].flat();

export const stringOf = (alphabet: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet.split('')), minLength, maxLength });

export const fragment = fc.oneof(fc.constantFrom(...FRAGMENTS), fc.string({ unit: 'binary', maxLength: 3 }));

/** A text with at most `limit` characters after cleaning, sometimes exactly that many. */
export const text = (limit: number, lines = false): fc.Arbitrary<string> => {
  const fragments = lines ? fc.oneof(fragment, fc.constantFrom('\n', '\r\n')) : fragment;
  const maxFragments = Math.min(12, Math.ceil(limit / 8));
  const joined = fc.array(fragments, { maxLength: maxFragments }).map((joinedParts) => joinedParts.join(''));
  const short = joined.map((rawText) =>
    Array.from(rawText)
      .slice(0, Math.floor(limit / 4))
      .join(''),
  );
  return fc.oneof({ weight: 9, arbitrary: short }, { weight: 1, arbitrary: fc.constant('y'.repeat(limit)) });
};

/** Like `text`, with at least one visible character. */
export const visibleText = (limit: number) => text(limit).map((rawText) => (cleanText(rawText) ? rawText : 'Course'));

/** Amounts that the currency and Stripe accept, zero included. */
export const price = ({ code, step, minimum, maximum }: Currency) => {
  const minSteps = Math.ceil((minimum ?? 1) / step);
  const steps = fc.oneof(fc.integer({ min: minSteps, max: Math.floor(maximum / step) }), fc.constantFrom(0, minSteps));
  return steps.map((number) => formatAmount(number * step, code));
};
