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
] as const)('%s with %j is %s', (key, held, shortcut) => {
  expect(press(key, held)).toBe(shortcut);
});

test('other presses are nobody’s business', () => {
  expect(press('z')).toBeNull();
  expect(press('y', { metaKey: true })).toBeNull();
  expect(press('s', { ctrlKey: true, shiftKey: true })).toBeNull();
  expect(press('Enter')).toBeNull();
  expect(press('z', { ctrlKey: true, altKey: true })).toBeNull();
});

test('undo in a field of the page is the history’s, in a half-typed one the browser’s', () => {
  expect(isOurs('undo', { value: 'Course', kept: true }, true)).toBe(true);
  expect(isOurs('undo', { value: 'Eleven les', kept: false }, true)).toBe(false);
  expect(isOurs('undo', { value: '', kept: false }, true)).toBe(true);
  expect(isOurs('save', { value: 'Eleven les', kept: false }, true)).toBe(true);
});

test('a single key acts only where nothing is typed, and can be switched off', () => {
  expect(isOurs('help', null, true)).toBe(true);
  expect(isOurs('help', { value: '', kept: true }, true)).toBe(false);
  expect(isOurs('desktop', null, false)).toBe(false);
});
