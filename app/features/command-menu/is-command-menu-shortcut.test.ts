import { expect, test } from 'vitest';

import { getShortcut } from '#app/features/builder/shortcuts.ts';

import { isCommandMenuShortcut } from './is-command-menu-shortcut.ts';

const NO_KEY = { key: 'k', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

test('is Command+K on Apple systems and Control+K elsewhere', () => {
  expect(isCommandMenuShortcut({ ...NO_KEY, metaKey: true }, true)).toBe(true);
  expect(isCommandMenuShortcut({ ...NO_KEY, ctrlKey: true }, false)).toBe(true);
  expect(isCommandMenuShortcut({ ...NO_KEY, key: 'K', ctrlKey: true }, false)).toBe(true);
  // Deletes text up to the end of the line on Apple systems.
  expect(isCommandMenuShortcut({ ...NO_KEY, ctrlKey: true }, true)).toBe(false);
  expect(isCommandMenuShortcut({ ...NO_KEY, ctrlKey: true, shiftKey: true }, false)).toBe(false);
  expect(isCommandMenuShortcut(NO_KEY, false)).toBe(false);
});

test('is no shortcut of the builder', () => {
  expect(getShortcut({ ...NO_KEY, ctrlKey: true })).toBeNull();
  expect(getShortcut({ ...NO_KEY, metaKey: true })).toBeNull();
});
