import fc from 'fast-check';
import { expect, test } from 'vitest';

import { toCanonicalJson } from './canonical-json.ts';

test('ignores the order of keys at any depth', () => {
  expect(toCanonicalJson({ b: [{ d: 1, c: 'x' }], a: null })).toBe('{"a":null,"b":[{"c":"x","d":1}]}');
});

test('preserves the order of arrays', () => {
  expect(toCanonicalJson([1, 2])).not.toBe(toCanonicalJson([2, 1]));
});

test('parses back to the same value and serializes to the same text', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = toCanonicalJson(value);
      const parsed: unknown = JSON.parse(text);
      expect(parsed).toEqual(JSON.parse(JSON.stringify(value)));
      expect(toCanonicalJson(parsed)).toBe(text);
    }),
  );
});
