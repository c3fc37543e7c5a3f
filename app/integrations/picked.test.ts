import { expect, test } from 'vitest';

import { NOTHING_PICKED, pick, pickAll, pickedIn } from './picked.ts';

const LIST = ['a', 'b', 'c', 'd', 'e'];

test('selects and deselects one row', () => {
  const one = pick(NOTHING_PICKED, LIST, 'b', false);
  expect(pickedIn(one, LIST)).toEqual(['b']);
  expect(pickedIn(pick(one, LIST, 'b', false), LIST)).toEqual([]);
});

test('selects and deselects a range in either direction', () => {
  const down = pick(pick(NOTHING_PICKED, LIST, 'b', false), LIST, 'd', true);
  expect(pickedIn(down, LIST)).toEqual(['b', 'c', 'd']);
  const up = pick(pick(NOTHING_PICKED, LIST, 'e', false), LIST, 'c', true);
  expect(pickedIn(up, LIST)).toEqual(['c', 'd', 'e']);
  expect(pickedIn(pick(down, LIST, 'b', true), LIST)).toEqual([]);
});

test('selects only the clicked row without an anchor in the list', () => {
  expect(pickedIn(pick(NOTHING_PICKED, LIST, 'c', true), LIST)).toEqual(['c']);
  const gone = pick({ ids: new Set(['x']), anchor: 'x' }, LIST, 'c', true);
  expect(pickedIn(gone, LIST)).toEqual(['c']);
});

test('selects all rows, then none', () => {
  const all = pickAll(pick(NOTHING_PICKED, LIST, 'c', false), LIST);
  expect(pickedIn(all, LIST)).toEqual(LIST);
  expect(pickedIn(pickAll(all, LIST), LIST)).toEqual([]);
});
