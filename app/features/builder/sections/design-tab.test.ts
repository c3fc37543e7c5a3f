import { expect, test } from 'vitest';

import { createAccentShades, contrastRatio, DEFAULT_ACCENT } from '#domain/accent-color.ts';

import { normalizeHexColor, readableShade } from './design-tab.tsx';

test('accepts a color without #, in capitals and in short form', () => {
  expect(normalizeHexColor(' 0F6B9C ')).toBe('#0f6b9c');
  expect(normalizeHexColor('#FA0')).toBe('#ffaa00');
  expect(normalizeHexColor('#0f6b9c')).toBe('#0f6b9c');
});

test('leaves text that is no color unchanged', () => {
  for (const text of ['', 'violet', '#12345', '#1234567', '#gggggg', 'javascript:1'])
    expect(normalizeHexColor(text)).toBe(text);
});

test('suggests a readable shade for the default accent', () => {
  expect(readableShade(DEFAULT_ACCENT)).toBe(createAccentShades(DEFAULT_ACCENT).fill);
});

test('suggests a readable shade for a light color and none for a dark one', () => {
  const shade = readableShade('#ffd400') ?? '';
  expect(contrastRatio(shade, '#ffffff')).toBeGreaterThanOrEqual(4.5);
  expect(readableShade('#17181a')).toBeNull();
  expect(readableShade('violet')).toBeNull();
});
