import { expect, test } from 'vitest';

import { describeFieldChanges } from './custom-field-validation.ts';
import type { CustomField } from './custom-field.ts';

const customField = (id: string, more: Partial<CustomField> = {}): CustomField => ({
  id,
  kind: 'short',
  name: id,
  label: id.toUpperCase(),
  help: '',
  required: false,
  choices: [],
  min: '',
  max: '',
  ...more,
});

const [a, b] = [customField('a'), customField('b')];

test.for<[CustomField[], CustomField[], string[]]>([
  [[a, b], [a, b], []],
  [[], [a], ['Field “A” added']],
  [[a, b], [b], ['Field “A” removed']],
  [[a, b], [b, a], ['Fields reordered']],
  [[a], [customField('a', { label: 'Size' })], ['Field “A” → “Size”']],
  [[a], [customField('a', { required: true })], ['Field “A” now required']],
  [[customField('a', { required: true })], [a], ['Field “A” no longer required']],
  [[a], [customField('a', { name: 'size' })], ['Field “A” changed']],
  [
    [a],
    [customField('a', { label: 'Size', required: true, kind: 'long' })],
    ['Field “A” → “Size”', 'Field “Size” now required', 'Field “Size” changed'],
  ],
])('%j to %j: %j', ([before, after, lines]) => {
  expect(describeFieldChanges(before, after)).toEqual(lines);
});
