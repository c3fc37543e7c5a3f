import { expect, test } from 'vitest';

import { moved, placeOfDrag, shiftOf } from './reorder.ts';

const ROWS = [0, 50, 100, 150].map((top) => ({ top, height: 40 }));

test('moves an entry up and down', () => {
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
});

test('clamps a move to the ends of the list and returns the same list if nothing moves', () => {
  const list = ['a', 'b', 'c'];
  expect(moved(list, 1, 9)).toEqual(['a', 'c', 'b']);
  expect(moved(list, 1, -3)).toEqual(['b', 'a', 'c']);
  expect(moved(list, 0, -1)).toBe(list);
  expect(moved(list, 7, 0)).toBe(list);
});

test('passes a neighbor when the leading edge of the dragged row passes its middle', () => {
  expect(placeOfDrag(ROWS, 1, 0)).toBe(1);
  expect(placeOfDrag(ROWS, 1, 29)).toBe(1);
  expect(placeOfDrag(ROWS, 1, 31)).toBe(2);
  expect(placeOfDrag(ROWS, 1, 500)).toBe(3);
  expect(placeOfDrag(ROWS, 3, -140)).toBe(0);
});

test('shifts the rows in between by the height of the dragged row and its gap', () => {
  expect(ROWS.map((_, index) => shiftOf(ROWS, index, 0, 2))).toEqual([0, -50, -50, 0]);
  expect(ROWS.map((_, index) => shiftOf(ROWS, index, 3, 1))).toEqual([0, 50, 50, 0]);
});
