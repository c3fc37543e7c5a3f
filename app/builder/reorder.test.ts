import { expect, test } from 'vitest';

import { moved, placeOfDrag, shiftOf } from './reorder.ts';

const ROWS = [0, 50, 100, 150].map((top) => ({ top, height: 40 }));

test('an entry moves up and down', () => {
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
});

test('beyond either end it stays at the end, and a move to where it is gives the same list', () => {
  const list = ['a', 'b', 'c'];
  expect(moved(list, 1, 9)).toEqual(['a', 'c', 'b']);
  expect(moved(list, 1, -3)).toEqual(['b', 'a', 'c']);
  expect(moved(list, 0, -1)).toBe(list);
  expect(moved(list, 7, 0)).toBe(list);
});

test('a dragged row takes a neighbour’s place when its edge has passed the neighbour’s middle', () => {
  expect(placeOfDrag(ROWS, 1, 0)).toBe(1);
  expect(placeOfDrag(ROWS, 1, 29)).toBe(1);
  expect(placeOfDrag(ROWS, 1, 31)).toBe(2);
  expect(placeOfDrag(ROWS, 1, 500)).toBe(3);
  expect(placeOfDrag(ROWS, 3, -140)).toBe(0);
});

test('the rows between make room by the height of the dragged one and its gap', () => {
  expect(ROWS.map((_, index) => shiftOf(ROWS, index, 0, 2))).toEqual([0, -50, -50, 0]);
  expect(ROWS.map((_, index) => shiftOf(ROWS, index, 3, 1))).toEqual([0, 50, 50, 0]);
});
