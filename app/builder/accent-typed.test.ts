import { expect, test } from 'vitest';

import { accentShades, contrastOf, DEFAULT_ACCENT } from '#domain/accent.ts';

import { hexOnLeaving, readableShade } from './accent-typed.ts';

test('a colour is understood without # and in capitals, and short', () => {
  expect(hexOnLeaving(' 0F6B9C ')).toBe('#0f6b9c');
  expect(hexOnLeaving('#FA0')).toBe('#ffaa00');
  expect(hexOnLeaving('#0f6b9c')).toBe('#0f6b9c');
});

test('what is no colour stays as it was typed', () => {
  for (const text of ['', 'violet', '#12345', '#1234567', '#gggggg', 'javascript:1'])
    expect(hexOnLeaving(text)).toBe(text);
});

test('the default accent is offered its readable shade', () => {
  expect(readableShade(DEFAULT_ACCENT)).toBe(accentShades(DEFAULT_ACCENT).fill);
});

test('a light colour is offered one on which white can be read, a dark one none', () => {
  const shade = readableShade('#ffd400') ?? '';
  expect(contrastOf(shade, '#ffffff')).toBeGreaterThanOrEqual(4.5);
  expect(readableShade('#17181a')).toBeNull();
  expect(readableShade('violet')).toBeNull();
});
