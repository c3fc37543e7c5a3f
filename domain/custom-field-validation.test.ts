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
  [{ label: ' \u200b ' }, 'Give the field a label'],
  [{ label: 'x'.repeat(121) }, 'A label can have at most 120 characters; this one has 121'],
  [{ help: 'x'.repeat(301) }, 'A help text can have at most 300 characters; this one has 301'],
  [
    { name: '__proto__' },
    'A name for the address begins with a letter or a digit and has only a-z, 0-9, _ and -, at most 40',
  ],
  [{ name: '大' }, 'A name for the address begins with a letter or a digit and has only a-z, 0-9, _ and -, at most 40'],
  [{ kind: 'select' }, 'Give buyers something to choose from'],
  [{ kind: 'radio', choices: [' ', '\u200b'] }, 'Give buyers something to choose from'],
  [{ kind: 'radio', choices: ['A', ' A '] }, 'The choice “A” is there twice'],
  [
    { kind: 'select', choices: Array.from({ length: 51 }, (_, at) => `${at}`) },
    'A field can have at most 50 choices; this one has 51',
  ],
  [{ kind: 'select', choices: ['x'.repeat(121)] }, 'A choice can have at most 120 characters; this one has 121'],
  [{ min: 'two' }, 'A length is a whole number of characters'],
  [{ max: '0' }, 'The most characters must be at least 1'],
  [{ max: '201' }, 'Such an answer can have at most 200 characters'],
  [{ min: '5', max: '4' }, 'The smallest is above the largest'],
  [{ kind: 'number', min: '1,5' }, 'A bound is a number, with a dot before decimals, like 12.5'],
  [{ kind: 'number', min: '2', max: '-2' }, 'The smallest is above the largest'],
  [{ kind: 'date', max: '2026-02-30' }, 'A bound is a date like 2026-11-30'],
  [{ kind: 'date', min: '2026-03-01', max: '2026-02-28' }, 'The smallest is above the largest'],
])('%j: %s', ([more, message]) => {
  expect(validate(customField(more))).toEqual([['customFields.0', message]]);
});

test('rejects duplicate names and ids and more than 20 fields', () => {
  expect(validate(customField(), customField({ id: 'b', name: ' SIZE ' }), customField({ name: 'else' }))).toEqual([
    ['customFields.1', 'The name “size” is there twice'],
    ['customFields.2', '“Size” is there twice'],
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
