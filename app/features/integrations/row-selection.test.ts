import { expect, test } from 'vitest';

import { EMPTY_SELECTION, toggleSelection, toggleAll, getSelectedIds } from './row-selection.ts';

const LIST = ['a', 'b', 'c', 'd', 'e'];

test('selects and deselects one row', () => {
  const one = toggleSelection(EMPTY_SELECTION, LIST, 'b', false);
  expect(getSelectedIds(one, LIST)).toEqual(['b']);
  expect(getSelectedIds(toggleSelection(one, LIST, 'b', false), LIST)).toEqual([]);
});

test('selects and deselects a range in either direction', () => {
  const down = toggleSelection(toggleSelection(EMPTY_SELECTION, LIST, 'b', false), LIST, 'd', true);
  expect(getSelectedIds(down, LIST)).toEqual(['b', 'c', 'd']);
  const up = toggleSelection(toggleSelection(EMPTY_SELECTION, LIST, 'e', false), LIST, 'c', true);
  expect(getSelectedIds(up, LIST)).toEqual(['c', 'd', 'e']);
  expect(getSelectedIds(toggleSelection(down, LIST, 'b', true), LIST)).toEqual([]);
});

test('selects only the clicked row without an anchor in the list', () => {
  expect(getSelectedIds(toggleSelection(EMPTY_SELECTION, LIST, 'c', true), LIST)).toEqual(['c']);
  const removed = toggleSelection({ ids: new Set(['x']), anchor: 'x' }, LIST, 'c', true);
  expect(getSelectedIds(removed, LIST)).toEqual(['c']);
});

test('selects all rows, then none', () => {
  const all = toggleAll(toggleSelection(EMPTY_SELECTION, LIST, 'c', false), LIST);
  expect(getSelectedIds(all, LIST)).toEqual(LIST);
  expect(getSelectedIds(toggleAll(all, LIST), LIST)).toEqual([]);
});
