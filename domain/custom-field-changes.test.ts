import { expect, test } from 'vitest';

import { fieldChanges } from './custom-field-changes.ts';
import type { CustomField } from './custom-field.ts';

const asked = (id: string, more: Partial<CustomField> = {}): CustomField => ({
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

const [a, b] = [asked('a'), asked('b')];

test.for<[CustomField[], CustomField[], string[]]>([
  [[a, b], [a, b], []],
  [[], [a], ['Field “A” added']],
  [[a, b], [b], ['Field “A” removed']],
  [[a, b], [b, a], ['Fields reordered']],
  [[a], [asked('a', { label: 'Size' })], ['Field “A” → “Size”']],
  [[a], [asked('a', { required: true })], ['Field “A” now required']],
  [[asked('a', { required: true })], [a], ['Field “A” no longer required']],
  [[a], [asked('a', { name: 'size' })], ['Field “A” changed']],
  [
    [a],
    [asked('a', { label: 'Size', required: true, kind: 'long' })],
    ['Field “A” → “Size”', 'Field “Size” now required', 'Field “Size” changed'],
  ],
])('%j to %j: %j', ([before, after, words]) => {
  expect(fieldChanges(before, after)).toEqual(words);
});
