import { expect, test } from 'vitest';

import { validateFields, normalizeFields } from '#domain/custom-field-validation.ts';
import { FIELD_KINDS, type CustomField, type FieldKind } from '#domain/custom-field.ts';

import { updateField, parseChoices, createField } from './custom-field-changes.ts';

const createFields = (...kinds: FieldKind[]): CustomField[] =>
  kinds.reduce<CustomField[]>((fields, kind) => [...fields, createField(kind, fields)], []);

test('creates valid fields of every kind', () => {
  const fields = createFields(...FIELD_KINDS, 'short', 'short', 'radio');
  expect(validateFields(normalizeFields(fields)).filter(([, error]) => error)).toEqual([]);
  expect(new Set(fields.map(({ name }) => name)).size).toBe(fields.length);
});

test('derives the name of a new field from its label until the name is edited', () => {
  let fields = createFields('short', 'short');
  const id = fields[1]?.id ?? '';
  const nameAfter = (change: Partial<CustomField>, isNew = true) => {
    fields = updateField(fields, id, change, isNew);
    return fields[1]?.name;
  };
  expect(nameAfter({ label: '' })).toBe('field-1');
  expect(nameAfter({ label: 'T-shirt size' })).toBe('t-shirt-size');
  expect(nameAfter({ label: 'Your answer' })).toBe('your-answer-2');
  expect(nameAfter({ name: 'size' })).toBe('size');
  expect(nameAfter({ label: 'Which size?' })).toBe('size');
});

test('keeps the name of a field that links may use', () => {
  const [field] = createFields('email');
  const [after] = updateField(field ? [field] : [], field?.id ?? '', { label: 'Work email' }, false);
  expect([after?.label, after?.name]).toEqual(['Work email', 'another-email']);
});

test('adds default choices to a field that becomes a menu and keeps cleared choices empty', () => {
  const fields = createFields('short');
  const id = fields[0]?.id ?? '';
  const menu = updateField(fields, id, { kind: 'select' }, true);
  expect(menu[0]?.choices).toHaveLength(2);
  expect(updateField(menu, id, { choices: [] }, true)[0]?.choices).toEqual([]);
});

test('splits choices by line', () => {
  expect(parseChoices('S\nM\n\nL')).toEqual(['S', 'M', '', 'L']);
  expect(parseChoices('\n'.repeat(500))).toHaveLength(100);
});
