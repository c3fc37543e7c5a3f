import { expect, test } from 'vitest';

import { countText } from '#app/ui/count-text.ts';

import { changeOf, shareOf, shareText } from './change-words.ts';
import { usdText } from './usd-text.ts';

const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ');
const words = (now: number, before: number, text = countText) => plain(changeOf(now, before, text)?.words);

test.each([
  [120, 100, '20 % more'],
  [99, 100, '1 % less'],
  [1004, 1000, '0.4 % more'],
  [100_001, 100_000, 'Under 0.1 % more'],
  [3500, 1000, '250 % more'],
  [2_000_000, 1, 'Over 100 times more'],
  [7, 7, 'As before'],
  [0, 12, '100 % less'],
])('compares %i with %i as %s', (now, before, said) => {
  expect(words(now, before)).toBe(said);
});

test('has no percentage for a previous value of zero or less', () => {
  expect(changeOf(4, 0, countText)).toEqual({ way: 'up', words: 'More', than: '0' });
  expect(changeOf(-500, -100, usdText)).toEqual({ way: 'down', words: 'Less', than: '−$1.00' });
});

test('compares shares in percentage points at displayed precision', () => {
  const change = changeOf(0.0838, 0.0846, shareText, 'share');
  expect([change?.way, change?.words, plain(change?.than)]).toEqual(['down', '0.1 points less', '8.5 %']);
  expect(changeOf(0.05, 0.04, shareText, 'share')?.words).toBe('1 point more');
  expect(changeOf(0.04001, 0.04, shareText, 'share')?.way).toBe('same');
});

test('returns null if one of the values is unknown', () => {
  expect(changeOf(null, 3, countText)).toBe(null);
  expect(changeOf(3, null, countText)).toBe(null);
});

test('formats shares with one decimal, and shows none for zero', () => {
  const said = (share: number | null) => plain(shareText(share));
  expect([0, 0.0842, 0.00001, 0.9999, 1, 12.5].map(said)).toEqual([
    '0.0 %',
    '8.4 %',
    '<0.1 %',
    '100 %',
    '100 %',
    '1,250 %',
  ]);
  expect(said(null)).toBe('–');
  expect(shareOf(3, 0)).toBe(null);
});
