import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { MAIL_COLOURS } from './mail-colours.ts';

/** Converts `oklch(…)` to a hexadecimal sRGB color, as a browser does. */
function hexOf([lightness = 0, chroma = 0, hue = 0]: number[]): string {
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
  const byte = (value: number) => {
    const held = Math.min(1, Math.max(0, value));
    return Math.round(255 * (held <= 0.0031308 ? 12.92 * held : 1.055 * held ** (1 / 2.4) - 0.055));
  };
  return `#${linear.map((value) => byte(value).toString(16).padStart(2, '0')).join('')}`;
}

test('matches the design tokens of the app', () => {
  const tokens = readFileSync('app/tokens.css', 'utf8');
  for (const [name, [day, night]] of Object.entries(MAIL_COLOURS)) {
    const [, value = ''] = new RegExp(`--${name}:\\s*([^;]+);`).exec(tokens) ?? [];
    const both = Array.from(value.matchAll(/oklch\(([\d. ]+)\)/g), ([, numbers = '']) =>
      hexOf(numbers.split(' ').map(Number)),
    );
    expect([name, day, night]).toEqual([name, both[0], both[1] ?? both[0]]);
  }
});
