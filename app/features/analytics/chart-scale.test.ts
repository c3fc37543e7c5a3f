import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createAxis, getY, getLabeledIndexes, findNearestIndex, getX, getRoundStep } from './chart-scale.ts';

test('chooses a round step of at least the given size', () => {
  expect([0, 1, 3, 11, 54, 72, 120, 4100].map((least) => getRoundStep(least, true))).toEqual([
    1, 1, 4, 20, 75, 75, 200, 5000,
  ]);
  expect(getRoundStep(0.3, false)).toBe(0.4);
  expect(getRoundStep(0.3, true)).toBe(1);
});

test('covers all values and zero in whole units', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -1e12, max: 1e12 }), { maxLength: 40 }),
      fc.constantFrom(2, 3, 4),
      fc.constantFrom(1, 100),
      (values, lines, unit) => {
        const { min, max, ticks } = createAxis(values, lines, unit);
        expect(min).toBeLessThanOrEqual(Math.min(0, ...values));
        expect(max).toBeGreaterThanOrEqual(Math.max(0, ...values));
        expect(max).toBeGreaterThan(min);
        expect(ticks).toContain(0);
        expect([ticks[0], ticks.at(-1)]).toEqual([min, max]);
        expect(ticks.length).toBeLessThanOrEqual(lines + 3);
        for (const tick of ticks) expect(tick % unit).toBeCloseTo(0);
      },
    ),
  );
});

test('has a small axis from zero if all values are zero', () => {
  expect(createAxis([], 3)).toEqual({ min: 0, max: 1, ticks: [0, 1] });
  expect(createAxis([0, 0], 3, 100)).toEqual({ min: 0, max: 100, ticks: [0, 100] });
});

test('places a negative net amount below the zero line', () => {
  const axis = createAxis([4900, -9000], 2, 100);
  expect(axis.ticks).toEqual([-15_000, -7500, 0, 7500]);
  expect(getY(0, axis, 90)).toBe(30);
  expect(getY(-15_000, axis, 90)).toBe(90);
});

test('spreads points from edge to edge, and centers a single one', () => {
  expect([0, 1, 2].map((index) => getX(index, 3, 100))).toEqual([0, 50, 100]);
  expect(getX(0, 1, 100)).toBe(50);
});

test('finds the nearest point from any position', () => {
  expect([-9, 24, 26, 74, 76, 900].map((x) => findNearestIndex(x, 3, 100))).toEqual([0, 0, 1, 1, 2, 2]);
  expect(findNearestIndex(40, 1, 100)).toBe(0);
  expect(findNearestIndex(40, 3, 0)).toBe(0);
});

test('labels as many points as fit, including the newest or the first', () => {
  expect(getLabeledIndexes(30, 9, 'end')).toEqual([1, 5, 9, 13, 17, 21, 25, 29]);
  expect(getLabeledIndexes(24, 8, 'start')).toEqual([0, 3, 6, 9, 12, 15, 18, 21]);
  expect(getLabeledIndexes(24, 3, 'start')).toEqual([0, 8, 16]);
  expect(getLabeledIndexes(30, 4, 'end')).toEqual([9, 19, 29]);
  expect(getLabeledIndexes(0, 8, 'end')).toEqual([]);
  expect(getLabeledIndexes(1, 0, 'end')).toEqual([0]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 20 }), (count, maxLabels) => {
      const indexes = getLabeledIndexes(count, maxLabels, 'end');
      expect(indexes.length).toBeLessThanOrEqual(maxLabels);
      expect(indexes.at(-1)).toBe(count - 1);
    }),
  );
});
