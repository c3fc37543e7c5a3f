import { expect, test } from 'vitest';

import {
  formatCount,
  formatDay,
  formatDayAndTime,
  formatDayRange,
  formatNumber,
  formatTime,
  getReaderLanguage,
} from './reader-formats.ts';

const AT = '2026-11-20T14:12:59.000Z';

test.each([
  ['en-US', 'Nov 20, 2026, 2:12 PM', '1,026.5'],
  ['en-GB', '20 Nov 2026, 14:12', '1,026.5'],
  ['de-DE', '20 Nov 2026, 14:12', '1.026,5'],
  ['de', '20 Nov 2026, 14:12', '1.026,5'],
  ['fr-FR', '20 Nov 2026, 14:12', '1\u00a0026,5'],
  ['pt-BR', '20 Nov 2026, 14:12', '1.026,5'],
  ['ar-EG', '20 Nov 2026, 2:12 pm', '1,026.5'],
])('formats dates in English words and numbers as in %s', (language, time, number) => {
  expect(formatDayAndTime(AT, false, language)).toBe(time);
  expect(formatNumber(1026.5, {}, language)).toBe(number);
});

test('formats days and times in UTC on every machine, and times in another zone', () => {
  expect(formatDay('2027-01-01T00:30:00+02:00', 'en-US')).toBe('Dec 31, 2026');
  expect(formatTime('2026-11-20T23:32:10Z', 'Europe/Berlin', 'en-GB')).toBe('00:32');
  expect(formatDayAndTime(AT, true, 'en-US')).toBe('Nov 20, 2026, 2:12:59 PM');
});

test('shortens a range of days in the order of the region', () => {
  const range = [new Date('2026-11-01'), new Date('2026-11-20')] as const;
  expect(formatDayRange(...range, 'en-US')).toBe('Nov 1 – 20, 2026');
  expect(formatDayRange(...range, 'de-DE')).toBe('1 – 20 Nov 2026');
});

test('groups counts', () => {
  expect(formatCount(1047, 'en-IN')).toBe('1,047');
});

test('uses American English without a browser', () => {
  expect(getReaderLanguage()).toBe('en-US');
});
