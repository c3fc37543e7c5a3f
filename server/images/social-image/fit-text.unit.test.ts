import { expect, test } from 'vitest';

import { fitText, type TextBox } from './fit-text.ts';

/** Every character is half as wide as it is high. */
const halfWidths = (text: string) => text.length / 2;
const box: TextBox = { width: 500, height: 210, sizes: [100, 50, 20], lineHeight: 1 };

test('uses the largest size for a short text', () => {
  expect(fitText('Taller', halfWidths, box)).toEqual({ size: 100, lines: ['Taller'] });
});

test('balances lines within the box', () => {
  expect(fitText('a guide to the bees on roofs', halfWidths, box)).toEqual({
    size: 50,
    lines: ['a guide to the', 'bees on roofs'],
  });
});

test('reduces the size before breaking a word', () => {
  expect(fitText('Throwing abcdefghijklmnopqrst', halfWidths, box)).toEqual({
    size: 50,
    lines: ['Throwing', 'abcdefghijklmnopqrst'],
  });
});

test('breaks a word that fits at no size, without losing characters', () => {
  const { size, lines } = fitText('W'.repeat(120), halfWidths, box);
  expect(size).toBe(20);
  expect(lines.join('')).toBe('W'.repeat(120));
  for (const line of lines) expect(halfWidths(line) * size).toBeLessThanOrEqual(box.width);
});

test('cuts a text that does not fit, with an ellipsis', () => {
  const line = { ...box, height: 20 };
  expect(fitText(`${'word '.repeat(30)}end`, halfWidths, line)).toEqual({
    size: 20,
    lines: ['word word word word word word word word word word…'.slice(-50)],
  });
});

test('never breaks a grapheme of several characters', () => {
  const { lines } = fitText('नि'.repeat(60), halfWidths, { ...box, sizes: [20], width: 50 });
  for (const line of lines) expect(line.replaceAll('नि', '').replace('…', '')).toBe('');
});
