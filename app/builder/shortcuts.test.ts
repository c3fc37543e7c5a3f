import { expect, test } from 'vitest';

import { isOurs, shortcutOf } from './shortcuts.ts';

const press = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', true>> = {},
) => shortcutOf({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held });

test.each([
  ['z', { ctrlKey: true }, 'undo'],
  ['z', { metaKey: true }, 'undo'],
  ['Z', { ctrlKey: true, shiftKey: true }, 'redo'],
  ['Z', { metaKey: true, shiftKey: true }, 'redo'],
  ['y', { ctrlKey: true }, 'redo'],
  ['s', { metaKey: true }, 'save'],
  ['Enter', { ctrlKey: true }, 'publish'],
  ['?', { shiftKey: true }, 'help'],
  ['3', {}, 'mobile'],
] as const)('maps %s with %j to %s', (key, held, shortcut) => {
  expect(press(key, held)).toBe(shortcut);
});

test('ignores other key presses', () => {
  expect(press('z')).toBeNull();
  expect(press('y', { metaKey: true })).toBeNull();
  expect(press('s', { ctrlKey: true, shiftKey: true })).toBeNull();
  expect(press('Enter')).toBeNull();
  expect(press('z', { ctrlKey: true, altKey: true })).toBeNull();
});

test('undoes changes of config fields and leaves undo in other fields to the browser', () => {
  expect(isOurs('undo', { value: 'Course', kept: true }, true)).toBe(true);
  expect(isOurs('undo', { value: 'Eleven les', kept: false }, true)).toBe(false);
  expect(isOurs('undo', { value: '', kept: false }, true)).toBe(true);
  expect(isOurs('save', { value: 'Eleven les', kept: false }, true)).toBe(true);
});

test('handles single keys only outside of text fields and only if they are enabled', () => {
  expect(isOurs('help', null, true)).toBe(true);
  expect(isOurs('help', { value: '', kept: true }, true)).toBe(false);
  expect(isOurs('desktop', null, false)).toBe(false);
});
