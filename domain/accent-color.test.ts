import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createAccentShades, contrastRatio } from './accent-color.ts';
import { propertyRuns } from './testing/property-runs.ts';

const hex = fc.nat(0xffffff).map((value) => `#${value.toString(16).padStart(6, '0')}`);

const distance = (one: string, background: string): number =>
  Math.max(
    ...[1, 3, 5].map((at) =>
      Math.abs(parseInt(one.slice(at, at + 2), 16) - parseInt(background.slice(at, at + 2), 16)),
    ),
  );

test('computes contrast as WCAG defines it', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 6);
  expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrastRatio('#ffffff', '#ffffff')).toBe(1);
});

test('keeps all text readable on every accent color', () => {
  fc.assert(
    fc.property(hex, (accent) => {
      const shades = createAccentShades(accent);
      expect(shades.accent).toBe(accent);
      expect(contrastRatio(shades.fill, shades.onFill)).toBeGreaterThanOrEqual(4.5);
      expect(contrastRatio(shades.hover, shades.onFill)).toBeGreaterThanOrEqual(4.5);
      expect(contrastRatio(shades.outline ?? shades.fill, '#ffffff')).toBeGreaterThan(1.3);
      expect(contrastRatio(shades.text, '#ffffff')).toBeGreaterThanOrEqual(4.5);
      expect(contrastRatio(shades.graphic, '#ffffff')).toBeGreaterThanOrEqual(3);
      for (const shade of Object.values(shades)) expect(shade ?? '#000000').toMatch(/^#[0-9a-f]{6}$/);
    }),
    { numRuns: propertyRuns(20_000) },
  );
});

test('gives the default accent white text on a slightly darker fill', () => {
  const { fill, onFill } = createAccentShades('#a855f7');
  expect(onFill).toBe('#ffffff');
  expect(distance(fill, '#9c47e9')).toBeLessThanOrEqual(4);
});

test('keeps yellow as it is and gives it dark text', () => {
  expect(createAccentShades('#ffd400')).toMatchObject({ fill: '#ffd400', onFill: '#17181a' });
});

test('leaves an accent that is dark enough unchanged everywhere', () => {
  const navy = '#1e3a8a';
  expect(createAccentShades(navy)).toMatchObject({
    accent: navy,
    fill: navy,
    onFill: '#ffffff',
    text: navy,
    graphic: navy,
  });
});

test('gives white itself dark text and visible outlines', () => {
  const { fill, onFill, graphic, outline } = createAccentShades('#ffffff');
  expect(outline).toBe(graphic);
  expect([fill, onFill]).toEqual(['#ffffff', '#17181a']);
  expect(contrastRatio(graphic, '#ffffff')).toBeGreaterThanOrEqual(3);
});

test('keeps the hue of the accent in every shade', () => {
  const { text } = createAccentShades('#22c55e');
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16));
  expect(g).toBeGreaterThan(Math.max(r, b));
});

test('moves the hover fill away from the color of its text', () => {
  for (const [accent, closer] of [
    ['#1e3a8a', '#ffffff'],
    ['#22c55e', '#17181a'],
  ] as const) {
    const { fill, onFill, hover, outline } = createAccentShades(accent);
    expect([onFill, outline]).toEqual([closer, null]);
    expect(contrastRatio(hover, onFill)).toBeGreaterThan(contrastRatio(fill, onFill));
  }
});
