import fc from 'fast-check';
import { expect, test } from 'vitest';

import { isDeepEqual } from './deep-equal.ts';
import { propertyRuns } from './testing/property-runs.ts';

type PlainValue = fc.JsonValue;

/** Copies the value with the keys of all its records reversed. */
function turned(value: PlainValue): PlainValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(turned);
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, one]) => [key, turned(one as PlainValue)]),
  );
}

const plainValue = fc.letrec<{ value: PlainValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<PlainValue>(null, true, false, 0, 1, '', 'a'),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b'), tie('value'), { maxKeys: 2 }),
  ),
})).value;

/** Serializes values so that equal values give equal texts. */
const textOf = (value: PlainValue): string =>
  JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([omitted], [right]) => (omitted < right ? -1 : 1)))
      : one,
  );

test('considers a copy equal regardless of key order', () => {
  fc.assert(
    fc.property(plainValue, (value) => {
      expect(isDeepEqual(value, turned(value))).toBe(true);
    }),
  );
});

test('considers two values equal exactly if their sorted serializations match', () => {
  fc.assert(
    fc.property(plainValue, plainValue, (one, other) => {
      expect(isDeepEqual(one, other)).toBe(textOf(one) === textOf(other));
      expect(isDeepEqual({ at: [one] }, { at: [other] })).toBe(textOf(one) === textOf(other));
    }),
    { numRuns: propertyRuns(3000) },
  );
});

test('treats a missing key like an undefined value', () => {
  expect(isDeepEqual({ a: 1 }, { a: 1, b: undefined })).toBe(true);
  expect(isDeepEqual({ a: 1, b: undefined }, { a: 1 })).toBe(true);
  expect(isDeepEqual({ a: 1 }, { a: 1, b: null })).toBe(false);
});

test.for<[unknown, unknown]>([
  [[], {}],
  [['a'], { 0: 'a' }],
  [null, {}],
  [null, undefined],
  [0, false],
  ['1', 1],
  [
    [1, 2],
    [2, 1],
  ],
  [[1], [1, 1]],
])('%j and %j are unequal in both directions', ([one, other]) => {
  expect(isDeepEqual(one, other)).toBe(false);
  expect(isDeepEqual(other, one)).toBe(false);
});
