import { expect, test } from 'vitest';

import { moveItem, getDropIndex, getRowShift } from './sortable-list.tsx';

const ROWS = [0, 50, 100, 150].map((top) => ({ top, height: 40 }));

test('moves an entry up and down', () => {
  expect(moveItem(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moveItem(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
});

test('clamps a move to the ends of the list and returns the same list if nothing moves', () => {
  const list = ['a', 'b', 'c'];
  expect(moveItem(list, 1, 9)).toEqual(['a', 'c', 'b']);
  expect(moveItem(list, 1, -3)).toEqual(['b', 'a', 'c']);
  expect(moveItem(list, 0, -1)).toBe(list);
  expect(moveItem(list, 7, 0)).toBe(list);
});

test('passes a neighbor when the leading edge of the dragged row passes its middle', () => {
  expect(getDropIndex(ROWS, 1, 0)).toBe(1);
  expect(getDropIndex(ROWS, 1, 29)).toBe(1);
  expect(getDropIndex(ROWS, 1, 31)).toBe(2);
  expect(getDropIndex(ROWS, 1, 500)).toBe(3);
  expect(getDropIndex(ROWS, 3, -140)).toBe(0);
});

test('shifts the rows in between by the height of the dragged row and its gap', () => {
  expect(ROWS.map((_, index) => getRowShift(ROWS, index, 0, 2))).toEqual([0, -50, -50, 0]);
  expect(ROWS.map((_, index) => getRowShift(ROWS, index, 3, 1))).toEqual([0, 50, 50, 0]);
});
