import fc from 'fast-check';
import { expect, test } from 'vitest';

import { propertyRuns } from './testing/property-runs.ts';
import { cleanLine, cleanText, countCharacters } from './text.ts';

const anyText = fc.string({
  unit: fc.oneof(
    fc.nat(0xffff).map((unit) => String.fromCharCode(unit)),
    fc.constantFrom('\r', '\n', '\t', ' ', '\u202e', '\ud800', 'e\u0301'),
  ),
});

test('stores texts in composed form (NFC)', () => {
  expect(cleanText('Cafe\u0301')).toBe('Café');
  expect(countCharacters(cleanText('Cafe\u0301'))).toBe(4);
});

test('normalizes line endings', () => {
  expect(cleanText('a\r\nb\rc\nd\u2028e\u2029f\u0085g')).toBe('a\nb\nc\nd\ne\nf\ng');
});

test('removes invisible and direction-changing characters', () => {
  expect(cleanText('a\u0000b\u0007c\u001bd\u007fe\u009ff')).toBe('abcdef');
  expect(cleanText('\u202egnp.exe\u202c \u2066x\u2069 \u200e\u200f\u061c\ufeff')).toBe('gnp.exe x');
});

test('keeps tabs and line breaks in texts and turns them into single blanks in lines', () => {
  expect(cleanText(' a\tb\n\nc ')).toBe('a\tb\n\nc');
  expect(cleanLine(' a\tb\n\nc\u00a0 d ')).toBe('a b c d');
});

test('treats a text without visible characters as empty', () => {
  for (const text of ['\u200b', ' \u2060\u00ad ', '\u3164', '\u200d\ufe0f', '\u180e']) expect(cleanText(text)).toBe('');
});

test('keeps joined emoji and other scripts intact', () => {
  for (const text of ['👩‍👩‍👧‍👦', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'می‌خواهم', 'שלום', 'ภาษาไทย', '❤️']) expect(cleanText(text)).toBe(text);
});

test('removes lone surrogates and keeps complete characters', () => {
  expect(cleanText('a\ud83db\ude00c')).toBe('abc');
  expect(cleanText('😀')).toBe('😀');
  expect(cleanText('\ud83d\u0000\ude00')).toBe('');
});

test('stores any input well-formed and idempotently', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const clean = cleanText(text);
      expect(clean.isWellFormed()).toBe(true);
      expect(clean).not.toMatch(/[\u202a-\u202e\u2066-\u2069\ufeff]|(?![\n\t])\p{Cc}/u);
      expect(cleanText(clean)).toBe(clean);
      expect(clean.normalize('NFC')).toBe(clean);
      expect(cleanLine(cleanLine(text))).toBe(cleanLine(text));
      expect(cleanLine(text)).not.toMatch(/[\n\t]| {2}|^ | $/);
    }),
    { numRuns: propertyRuns(5_000) },
  );
});

test('counts length in code points', () => {
  expect([countCharacters(''), countCharacters('abc'), countCharacters('😀😀'), countCharacters('日本')]).toEqual([
    0, 3, 2, 2,
  ]);
});
