import fc from 'fast-check';
import { expect, test } from 'vitest';

import { axisFor, heightOf, namedPlaces, nearestPlace, placeOf, roundStep } from './scale.ts';

test('chooses a round step of at least the given size', () => {
  expect([0, 1, 3, 11, 54, 72, 120, 4100].map((least) => roundStep(least, true))).toEqual([
    1, 1, 4, 20, 75, 75, 200, 5000,
  ]);
  expect(roundStep(0.3, false)).toBe(0.4);
  expect(roundStep(0.3, true)).toBe(1);
});

test('covers all values and zero in whole units', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -1e12, max: 1e12 }), { maxLength: 40 }),
      fc.constantFrom(2, 3, 4),
      fc.constantFrom(1, 100),
      (values, lines, unit) => {
        const { min, max, ticks } = axisFor(values, lines, unit);
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
  expect(axisFor([], 3)).toEqual({ min: 0, max: 1, ticks: [0, 1] });
  expect(axisFor([0, 0], 3, 100)).toEqual({ min: 0, max: 100, ticks: [0, 100] });
});

test('places a negative net amount below the zero line', () => {
  const axis = axisFor([4900, -9000], 2, 100);
  expect(axis.ticks).toEqual([-15_000, -7500, 0, 7500]);
  expect(heightOf(0, axis, 90)).toBe(30);
  expect(heightOf(-15_000, axis, 90)).toBe(90);
});

test('spreads points from edge to edge, and centers a single one', () => {
  expect([0, 1, 2].map((place) => placeOf(place, 3, 100))).toEqual([0, 50, 100]);
  expect(placeOf(0, 1, 100)).toBe(50);
});

test('finds the nearest point from any position', () => {
  expect([-9, 24, 26, 74, 76, 900].map((x) => nearestPlace(x, 3, 100))).toEqual([0, 0, 1, 1, 2, 2]);
  expect(nearestPlace(40, 1, 100)).toBe(0);
  expect(nearestPlace(40, 3, 0)).toBe(0);
});

test('labels as many points as fit, including the newest or the first', () => {
  expect(namedPlaces(30, 9, 'end')).toEqual([1, 5, 9, 13, 17, 21, 25, 29]);
  expect(namedPlaces(24, 8, 'start')).toEqual([0, 3, 6, 9, 12, 15, 18, 21]);
  expect(namedPlaces(24, 3, 'start')).toEqual([0, 8, 16]);
  expect(namedPlaces(30, 4, 'end')).toEqual([9, 19, 29]);
  expect(namedPlaces(0, 8, 'end')).toEqual([]);
  expect(namedPlaces(1, 0, 'end')).toEqual([0]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 20 }), (count, most) => {
      const places = namedPlaces(count, most, 'end');
      expect(places.length).toBeLessThanOrEqual(most);
      expect(places.at(-1)).toBe(count - 1);
    }),
  );
});
