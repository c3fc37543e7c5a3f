import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { EMAIL_COLORS } from './email-palette.ts';

/** Converts `oklch(…)` to a hexadecimal sRGB color, as a browser does. */
function oklchToHex([lightness = 0, chroma = 0, hue = 0]: number[]): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const toByte = (value: number) => {
    const clamped = Math.min(1, Math.max(0, value));
    return Math.round(255 * (clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * clamped ** (1 / 2.4) - 0.055));
  };
  return `#${linear.map((value) => toByte(value).toString(16).padStart(2, '0')).join('')}`;
}

test('matches the design tokens of the app', () => {
  const tokens = readFileSync('app/styles/tokens.css', 'utf8');
  for (const [name, [light, dark]] of Object.entries(EMAIL_COLORS)) {
    const [, value = ''] = new RegExp(`--${name}:\\s*([^;]+);`).exec(tokens) ?? [];
    const expectedColors = Array.from(value.matchAll(/oklch\(([\d. ]+)\)/g), ([, numbers = '']) =>
      oklchToHex(numbers.split(' ').map(Number)),
    );
    expect([name, light, dark]).toEqual([name, expectedColors[0], expectedColors[1] ?? expectedColors[0]]);
  }
});
