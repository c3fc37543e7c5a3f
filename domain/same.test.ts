import fc from 'fast-check';
import { expect, test } from 'vitest';

import { isSame } from './same.ts';
import { propertyRuns } from './testing-runs.ts';

type Plain = fc.JsonValue;

/** The same value with the keys of all its records the other way round. */
function turned(value: Plain): Plain {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(turned);
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, one]) => [key, turned(one as Plain)]),
  );
}

const plain = fc.letrec<{ value: Plain }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<Plain>(null, true, false, 0, 1, '', 'a'),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b'), tie('value'), { maxKeys: 2 }),
  ),
})).value;

/** A text that is the same for the same values. */
const textOf = (value: Plain): string =>
  JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : one,
  );

test('a copy says the same, in whatever order its keys stand', () => {
  fc.assert(
    fc.property(plain, (value) => {
      expect(isSame(value, turned(value))).toBe(true);
    }),
  );
});

test('two values are the same exactly when their texts with sorted keys are', () => {
  fc.assert(
    fc.property(plain, plain, (one, other) => {
      expect(isSame(one, other)).toBe(textOf(one) === textOf(other));
      expect(isSame({ at: [one] }, { at: [other] })).toBe(textOf(one) === textOf(other));
    }),
    { numRuns: propertyRuns(3000) },
  );
});

test('a key that is missing is one without a value', () => {
  expect(isSame({ a: 1 }, { a: 1, b: undefined })).toBe(true);
  expect(isSame({ a: 1, b: undefined }, { a: 1 })).toBe(true);
  expect(isSame({ a: 1 }, { a: 1, b: null })).toBe(false);
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
])('%j and %j are not the same, either way round', ([one, other]) => {
  expect(isSame(one, other)).toBe(false);
  expect(isSame(other, one)).toBe(false);
});
