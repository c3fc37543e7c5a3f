import fc from 'fast-check';
import { expect, test } from 'vitest';

import { validateFields, deriveFieldName, normalizeFields } from './custom-field-validation.ts';
import { FIELD_NAME, type CustomField } from './custom-field.ts';

const customField = (more: Partial<CustomField> = {}): CustomField => ({
  id: 'a',
  kind: 'short',
  name: 'size',
  label: 'Size',
  help: '',
  required: false,
  choices: [],
  min: '',
  max: '',
  ...more,
});

const validate = (...fields: CustomField[]) =>
  validateFields(normalizeFields(fields)).filter(([, message]) => message !== null);

test.for<[Partial<CustomField>, string]>([
  [{ label: ' \u200b ' }, 'Enter a label for the field'],
  [{ label: 'x'.repeat(121) }, 'A field label can’t be longer than 120 characters (now 121)'],
  [{ help: 'x'.repeat(301) }, 'A field’s help text can’t be longer than 300 characters (now 301)'],
  [
    { name: '__proto__' },
    'A URL parameter can have up to 40 lowercase letters, digits, hyphens, and underscores, and starts with a letter or digit',
  ],
  [
    { name: '大' },
    'A URL parameter can have up to 40 lowercase letters, digits, hyphens, and underscores, and starts with a letter or digit',
  ],
  [{ kind: 'select' }, 'Enter at least one choice for the field'],
  [{ kind: 'radio', choices: [' ', '\u200b'] }, 'Enter at least one choice for the field'],
  [{ kind: 'radio', choices: ['A', ' A '] }, 'The choice “A” is listed twice'],
  [
    { kind: 'select', choices: Array.from({ length: 51 }, (_, at) => `${at}`) },
    'A field can have at most 50 choices (now 51)',
  ],
  [{ kind: 'select', choices: ['x'.repeat(121)] }, 'A choice can’t be longer than 120 characters (now 121)'],
  [{ min: 'two' }, 'Enter the field’s minimum and maximum length as whole numbers'],
  [{ max: '0' }, 'The field’s maximum length must be at least 1'],
  [{ max: '201' }, 'Answers of this type can have at most 200 characters'],
  [{ min: '5', max: '4' }, 'The field’s minimum can’t be more than its maximum'],
  [{ kind: 'number', min: '1,5' }, 'Enter the field’s minimum and maximum as numbers, like 12.5'],
  [{ kind: 'number', min: '2', max: '-2' }, 'The field’s minimum can’t be more than its maximum'],
  [{ kind: 'date', max: '2026-02-30' }, 'Enter the field’s earliest and latest date, like 2026-11-30'],
  [{ kind: 'date', min: '2026-03-01', max: '2026-02-28' }, 'The field’s minimum can’t be more than its maximum'],
])('%j: %s', ([more, message]) => {
  expect(validate(customField(more))).toEqual([['customFields.0', message]]);
});

test('rejects duplicate names and ids and more than 20 fields', () => {
  expect(validate(customField(), customField({ id: 'b', name: ' SIZE ' }), customField({ name: 'else' }))).toEqual([
    ['customFields.1', 'Another field already uses the URL parameter “size”'],
    ['customFields.2', 'The field “Size” was added twice'],
  ]);
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => customField({ id: `f${at}`, name: `f${at}` }));
  expect(validate(...many(20))).toEqual([]);
  expect(validate(...many(21))).toEqual([['customFields', 'A page can have at most 20 custom fields']]);
});

test('drops settings that the kind of the field does not have', () => {
  const all = { choices: ['A'], min: ' 1 ', max: '2', required: true, help: ' h ' };
  expect(normalizeFields([customField({ ...all, kind: 'hidden' })])).toEqual([customField({ kind: 'hidden' })]);
  expect(normalizeFields([customField({ ...all, kind: 'select' })])).toEqual([
    customField({ kind: 'select', choices: ['A'], required: true, help: 'h' }),
  ]);
  expect(normalizeFields([customField({ ...all, kind: 'number' })])).toEqual([
    customField({ kind: 'number', min: '1', max: '2', required: true, help: 'h' }),
  ]);
});

test.for([
  ['T-Shirt size', 't-shirt-size'],
  ['Größe / Ärmel', 'grosse-armel'],
  ['Łódź æon', 'lodz-aeon'],
  ['サイズ', 'field-1'],
  ['🏺', 'field-1'],
  ['__proto__', 'proto'],
  ['x'.repeat(200), 'x'.repeat(36)],
] as const)('%s is called %s', ([label, name]) => {
  expect(deriveFieldName(label)).toBe(name);
});

test('derives a valid, unused name from any label', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 6 }), (labels) => {
      const usedNames = new Set<string>();
      for (const label of labels.concat(labels)) {
        const name = deriveFieldName(label, usedNames);
        expect(name).toMatch(FIELD_NAME);
        expect(usedNames.has(name)).toBe(false);
        usedNames.add(name);
      }
    }),
  );
});
