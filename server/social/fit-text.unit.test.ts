import { expect, test } from 'vitest';

import { fitText, type Room } from './fit-text.ts';

/** Every character is half as wide as it is high. */
const halves = (text: string) => text.length / 2;
const room: Room = { width: 500, height: 210, sizes: [100, 50, 20], lineHeight: 1 };

test('uses the largest size for a short text', () => {
  expect(fitText('Taller', halves, room)).toEqual({ size: 100, lines: ['Taller'] });
});

test('balances lines within the box', () => {
  expect(fitText('a guide to the bees on roofs', halves, room)).toEqual({
    size: 50,
    lines: ['a guide to the', 'bees on roofs'],
  });
});

test('reduces the size before breaking a word', () => {
  expect(fitText('Throwing abcdefghijklmnopqrst', halves, room)).toEqual({
    size: 50,
    lines: ['Throwing', 'abcdefghijklmnopqrst'],
  });
});

test('breaks a word that fits at no size, without losing characters', () => {
  const { size, lines } = fitText('W'.repeat(120), halves, room);
  expect(size).toBe(20);
  expect(lines.join('')).toBe('W'.repeat(120));
  for (const line of lines) expect(halves(line) * size).toBeLessThanOrEqual(room.width);
});

test('cuts a text that does not fit, with an ellipsis', () => {
  const line = { ...room, height: 20 };
  expect(fitText(`${'word '.repeat(30)}end`, halves, line)).toEqual({
    size: 20,
    lines: ['word word word word word word word word word word…'.slice(-50)],
  });
});

test('never breaks a grapheme of several characters', () => {
  const { lines } = fitText('नि'.repeat(60), halves, { ...room, sizes: [20], width: 50 });
  for (const line of lines) expect(line.replaceAll('नि', '').replace('…', '')).toBe('');
});
