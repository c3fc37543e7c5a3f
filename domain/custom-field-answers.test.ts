import fc from 'fast-check';
import { expect, test } from 'vitest';

import { parseAnswers, getInitialAnswer } from './custom-field-answers.ts';
import { FIELD_KINDS, FIELD_LIMITS, type CustomField } from './custom-field.ts';
import { isAppError } from './errors.ts';
import { propertyRuns } from './testing/property-runs.ts';
import { countCharacters } from './text.ts';

const customField = (kind: CustomField['kind'], more: Partial<CustomField> = {}): CustomField => ({
  id: `id-${kind}`,
  kind,
  name: kind,
  label: `The ${kind}`,
  help: '',
  required: false,
  choices: kind === 'select' || kind === 'radio' ? ['Small', 'Große', '大'] : [],
  min: '',
  max: '',
  ...more,
});

const valueOf = (field: CustomField, text: string): string | undefined =>
  parseAnswers([field], { [field.name]: text })[0]?.value;

/** The error message for an answer; null for a valid one. */
function getErrorMessage(field: CustomField, text: string): string | null {
  try {
    parseAnswers([field], { [field.name]: text });
    return null;
  } catch (error) {
    if (isAppError(error)) return error.message;
    throw error;
  }
}

const BOUNDED = { min: '1', max: '10' };
const DAYS = { min: '2026-11-01', max: '2026-11-30' };

test.for([
  ['short', {}, '  Ada\u0000  Love\u202elace ', 'Ada Lovelace'],
  ['short', {}, 'Zoe\u0308', 'Zoë'],
  ['short', {}, '🏺'.repeat(200), '🏺'.repeat(200)],
  ['long', {}, ' one\r\ntwo ', 'one\ntwo'],
  ['email', {}, ' ada@example.com ', 'ada@example.com'],
  ['email', {}, 'яна@почта.рф', 'яна@почта.рф'],
  ['phone', {}, '+49 (30) 123-45 67', '+49 (30) 123-45 67'],
  ['phone', {}, '030/1234567 ext. 12', '030/1234567 ext. 12'],
  ['url', {}, 'HTTPS://Example.com/Ä', 'https://example.com/%C3%84'],
  ['number', BOUNDED, '10', '10'],
  ['number', {}, '-12.500001', '-12.500001'],
  ['date', DAYS, '2026-11-30', '2026-11-30'],
  ['date', {}, '2028-02-29', '2028-02-29'],
  ['select', {}, ' Große ', 'Große'],
  ['radio', {}, '大', '大'],
  ['checkbox', {}, 'yes', 'Yes'],
  ['checkbox', {}, '', 'No'],
  ['checkbox', {}, 'on', 'No'],
  ['hidden', { required: true }, `  ref\n${'x'.repeat(600)}`, `ref ${'x'.repeat(496)}`],
] as const)('%s %j reads %j as %j', ([kind, more, text, value]) => {
  expect(valueOf(customField(kind, more), text)).toBe(value);
});

test.for([
  ['short', { required: true }, ' \u200b\u0000 ', 'Please fill in “The short”'],
  ['short', {}, 'x'.repeat(201), 'Enter at most 200 characters. You entered 201'],
  ['short', { min: '3', max: '5' }, 'ab', 'Enter at least 3 characters'],
  ['short', { min: '3', max: '5' }, 'abcdef', 'Enter at most 5 characters. You entered 6'],
  ['long', {}, '🏺'.repeat(2001), 'Enter at most 2000 characters. You entered 2001'],
  ['email', {}, 'ada@example', 'Enter an email address like name@example.com'],
  ['email', {}, 'a@b@example.com', 'Enter an email address like name@example.com'],
  ['email', {}, `a@${'b'.repeat(260)}.com`, 'Enter an email address like name@example.com'],
  ['phone', {}, '12', 'Enter a phone number like +1 212 555 0123'],
  ['phone', {}, '((((((', 'Enter a phone number like +1 212 555 0123'],
  ['phone', {}, '=cmd()', 'Enter a phone number like +1 212 555 0123'],
  ['url', {}, 'javascript:alert(1)', 'Enter a full URL that starts with https:// or http://'],
  ['url', {}, 'example.com', 'Enter a full URL that starts with https:// or http://'],
  ['url', {}, `https://example.com/${'a'.repeat(2048)}`, 'Enter a full URL that starts with https:// or http://'],
  ['number', {}, '1,5', 'Enter a number like 12.5'],
  ['number', {}, '1e9', 'Enter a number like 12.5'],
  ['number', {}, '١٢', 'Enter a number like 12.5'],
  ['number', BOUNDED, '10.000001', 'Enter a number from 1 to 10'],
  ['number', BOUNDED, '-1', 'Enter a number from 1 to 10'],
  ['number', { min: '1' }, '0', 'Enter 1 or more'],
  ['number', { max: '999999999999' }, '999999999999.000001', 'Enter 999999999999 or less'],
  ['date', {}, '2026-02-29', 'Enter a date like 2026-11-30'],
  ['date', {}, '2026-13-01', 'Enter a date like 2026-11-30'],
  ['date', {}, '30.11.2026', 'Enter a date like 2026-11-30'],
  ['date', {}, '0000-01-01', 'Enter a date like 2026-11-30'],
  ['date', DAYS, '2026-12-01', 'Choose a date from 2026-11-01 to 2026-11-30'],
  ['date', { min: '2026-11-01' }, '2026-10-31', 'Choose a date on or after 2026-11-01'],
  ['select', {}, 'small', 'Choose one of the options'],
  ['select', { required: true }, '', 'Please choose an option for “The select”'],
  ['radio', {}, 'constructor', 'Choose one of the options'],
  ['checkbox', { required: true }, 'no', 'Please check “The checkbox”'],
] as const)('%s %j rejects %j: %s', ([kind, more, text, message]) => {
  expect(getErrorMessage(customField(kind, more), text)).toBe(message);
});

test('reports every invalid answer at once by field name, with the first one as the message', () => {
  const fields = [
    customField('short'),
    customField('email', { name: 'constructor', required: true }),
    customField('number', { name: '9-lives' }),
  ];
  let thrown: unknown;
  try {
    parseAnswers(fields, { '9-lives': 'many' });
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toMatchObject({ code: 'answer_invalid', message: 'Please fill in “The email”' });
  expect(isAppError(thrown) && Object.entries(thrown.facts['fields'] as object)).toEqual([
    ['constructor', 'Please fill in “The email”'],
    ['9-lives', 'Enter a number like 12.5'],
  ]);
});

test('omits empty answers and ignores answers to unknown fields', () => {
  const rawAnswers = { short: '', email: 'ada@example.com', 'gone-field': 'x', toString: 'y' };
  expect(parseAnswers([customField('email'), customField('short'), customField('url')], rawAnswers)).toEqual([
    { id: 'id-email', kind: 'email', label: 'The email', value: 'ada@example.com' },
  ]);
  expect(parseAnswers([customField('short', { name: 'constructor' })], {})).toEqual([]);
});

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 3000 }),
  fc.string({ unit: 'grapheme', maxLength: 700 }),
  fc.constantFrom('yes', 'Small', '2026-02-28', '12.5', 'https://a.example/\u202e', '+1 555 0100'),
);
const anyField = fc.record({ kind: fc.constantFrom(...FIELD_KINDS), required: fc.boolean() }).map((one) => ({
  ...customField(one.kind),
  ...one,
}));

test('turns any input into a stable answer or an error message', () => {
  fc.assert(
    fc.property(anyField, anyText, (field, text) => {
      const message = getErrorMessage(field, text);
      if (message !== null) {
        expect(message).toMatch(/^(Please|Enter|Choose) /);
        return;
      }
      const value = valueOf(field, text);
      if (value === undefined) return;
      expect(value.isWellFormed()).toBe(true);
      expect(value).not.toMatch(/\0|[\u202a-\u202e\u2066-\u2069]/);
      expect(countCharacters(value)).toBeLessThanOrEqual(Math.max(FIELD_LIMITS.long, 2048));
      expect(valueOf(field, value)).toBe(value);
    }),
    { numRuns: propertyRuns(2_000) },
  );
});

test('limits prefilled values from the URL and keeps them equal to the later answer', () => {
  fc.assert(
    fc.property(anyField, anyText, (field, text) => {
      const start = getInitialAnswer(field, text);
      expect(countCharacters(start)).toBeLessThanOrEqual(2 * FIELD_LIMITS.long);
      expect(getInitialAnswer(field, start)).toBe(start);
    }),
  );
});
