import fc from 'fast-check';
import { expect, test } from 'vitest';

import { canonicalJson } from './canonical-json.ts';

test('ignores the order of keys at any depth', () => {
  expect(canonicalJson({ b: [{ d: 1, c: 'x' }], a: null })).toBe('{"a":null,"b":[{"c":"x","d":1}]}');
});

test('preserves the order of arrays', () => {
  expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
});

test('parses back to the same value and serializes to the same text', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value);
      const again: unknown = JSON.parse(text);
      expect(again).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(again)).toBe(text);
    }),
  );
});
