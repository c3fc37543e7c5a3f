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
  [[], [a], ['Custom field “A” added']],
  [[a, b], [b], ['Custom field “A” removed']],
  [[a, b], [b, a], ['Custom fields reordered']],
  [[a], [customField('a', { label: 'Size' })], ['Custom field “A” → “Size”']],
  [[a], [customField('a', { required: true })], ['Custom field “A” now required']],
  [[customField('a', { required: true })], [a], ['Custom field “A” no longer required']],
  [[a], [customField('a', { name: 'size' })], ['Custom field “A” changed']],
  [
    [a],
    [customField('a', { label: 'Size', required: true, kind: 'long' })],
    ['Custom field “A” → “Size”', 'Custom field “Size” now required', 'Custom field “Size” changed'],
  ],
])('%j to %j: %j', ([before, after, lines]) => {
  expect(describeFieldChanges(before, after)).toEqual(lines);
});
