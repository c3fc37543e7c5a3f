import fc from 'fast-check';
import { expect, test } from 'vitest';

import { accentShades, contrastOf } from './accent.ts';
import { propertyRuns } from './testing-runs.ts';

const hex = fc.nat(0xffffff).map((value) => `#${value.toString(16).padStart(6, '0')}`);

const distance = (one: string, other: string): number =>
  Math.max(
    ...[1, 3, 5].map((at) =>
      Math.abs(parseInt(one.slice(at, at + 2), 16) - parseInt(other.slice(at, at + 2), 16)),
    ),
  );

test('contrast is counted as WCAG counts it', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 6);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrastOf('#ffffff', '#ffffff')).toBe(1);
});

test('everything on every accent can be read', () => {
  fc.assert(
    fc.property(hex, (accent) => {
      const shades = accentShades(accent);
      expect(shades.accent).toBe(accent);
      expect(contrastOf(shades.fill, shades.onFill)).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(shades.hover, shades.onFill)).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(shades.edge ?? shades.fill, '#ffffff')).toBeGreaterThan(1.3);
      expect(contrastOf(shades.text, '#ffffff')).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(shades.graphic, '#ffffff')).toBeGreaterThanOrEqual(3);
      for (const shade of Object.values(shades)) expect(shade ?? '#000000').toMatch(/^#[0-9a-f]{6}$/);
    }),
    { numRuns: propertyRuns(20_000) },
  );
});

test('the default accent gets white letters on a fill a little darker', () => {
  const { fill, onFill } = accentShades('#a855f7');
  expect(onFill).toBe('#ffffff');
  expect(distance(fill, '#9c47e9')).toBeLessThanOrEqual(4);
});

test('yellow keeps itself and gets ink letters', () => {
  expect(accentShades('#ffd400')).toMatchObject({ fill: '#ffd400', onFill: '#17181a' });
});

test('an accent that is dark enough stays as it is everywhere', () => {
  const navy = '#1e3a8a';
  expect(accentShades(navy)).toMatchObject({
    accent: navy,
    fill: navy,
    onFill: '#ffffff',
    text: navy,
    graphic: navy,
  });
});

test('white itself gets ink letters, and lines that can be seen', () => {
  const { fill, onFill, graphic, edge } = accentShades('#ffffff');
  expect(edge).toBe(graphic);
  expect([fill, onFill]).toEqual(['#ffffff', '#17181a']);
  expect(contrastOf(graphic, '#ffffff')).toBeGreaterThanOrEqual(3);
});

test('the shades keep the hue of their accent', () => {
  const { text } = accentShades('#22c55e');
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16));
  expect(g).toBeGreaterThan(Math.max(r, b));
});

test('under the pointer a fill moves away from its letters', () => {
  for (const [accent, closer] of [
    ['#1e3a8a', '#ffffff'],
    ['#22c55e', '#17181a'],
  ] as const) {
    const { fill, onFill, hover, edge } = accentShades(accent);
    expect([onFill, edge]).toEqual([closer, null]);
    expect(contrastOf(hover, onFill)).toBeGreaterThan(contrastOf(fill, onFill));
  }
});
