import { expect, test } from 'vitest';

import { fitText, type Room } from './fit-text.ts';

/** Every letter is half as wide as it is high. */
const halves = (text: string) => text.length / 2;
const room: Room = { width: 500, height: 210, sizes: [100, 50, 20], lineHeight: 1 };

test('a short text has the largest size', () => {
  expect(fitText('Taller', halves, room)).toEqual({ size: 100, lines: ['Taller'] });
});

test('lines are of about one length, and no longer than the room', () => {
  expect(fitText('a guide to the bees on roofs', halves, room)).toEqual({
    size: 50,
    lines: ['a guide to the', 'bees on roofs'],
  });
});

test('the text is made smaller before a word is broken', () => {
  expect(fitText('Throwing abcdefghijklmnopqrst', halves, room)).toEqual({
    size: 50,
    lines: ['Throwing', 'abcdefghijklmnopqrst'],
  });
});

test('a word that no size has place for is broken, and none of its letters is lost', () => {
  const { size, lines } = fitText('W'.repeat(120), halves, room);
  expect(size).toBe(20);
  expect(lines.join('')).toBe('W'.repeat(120));
  for (const line of lines) expect(halves(line) * size).toBeLessThanOrEqual(room.width);
});

test('what fits in no way is cut, with an ellipsis', () => {
  const line = { ...room, height: 20 };
  expect(fitText(`${'word '.repeat(30)}end`, halves, line)).toEqual({
    size: 20,
    lines: ['word word word word word word word word word word…'.slice(-50)],
  });
});

test('a letter of several characters is never broken', () => {
  const { lines } = fitText('नि'.repeat(60), halves, { ...room, sizes: [20], width: 50 });
  for (const line of lines) expect(line.replaceAll('नि', '').replace('…', '')).toBe('');
});
