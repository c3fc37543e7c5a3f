import { expect, test } from 'vitest';

import { shouldHandleShortcut, getShortcut } from './shortcuts.ts';

const pressKey = (key: string, modifiers: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', true>> = {}) =>
  getShortcut({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...modifiers });

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
] as const)('maps %s with %j to %s', (key, modifiers, shortcut) => {
  expect(pressKey(key, modifiers)).toBe(shortcut);
});

test('ignores other key presses', () => {
  expect(pressKey('z')).toBeNull();
  expect(pressKey('y', { metaKey: true })).toBeNull();
  expect(pressKey('s', { ctrlKey: true, shiftKey: true })).toBeNull();
  expect(pressKey('Enter')).toBeNull();
  expect(pressKey('z', { ctrlKey: true, altKey: true })).toBeNull();
});

test('undoes changes of config fields and leaves undo in other fields to the browser', () => {
  expect(shouldHandleShortcut('undo', { value: 'Course', isConfigField: true }, true)).toBe(true);
  expect(shouldHandleShortcut('undo', { value: 'Eleven les', isConfigField: false }, true)).toBe(false);
  expect(shouldHandleShortcut('undo', { value: '', isConfigField: false }, true)).toBe(true);
  expect(shouldHandleShortcut('save', { value: 'Eleven les', isConfigField: false }, true)).toBe(true);
});

test('handles single keys only outside of text fields and only if they are enabled', () => {
  expect(shouldHandleShortcut('help', null, true)).toBe(true);
  expect(shouldHandleShortcut('help', { value: '', isConfigField: true }, true)).toBe(false);
  expect(shouldHandleShortcut('desktop', null, false)).toBe(false);
});
