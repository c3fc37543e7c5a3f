import { expect, test } from 'vitest';

import { zonedMoment } from './zoned-moment.ts';

const MOMENT = '2026-11-27T23:30:00Z';

test('a moment is told by the clocks of its place, with their distance from UTC', () => {
  expect(zonedMoment(MOMENT, 'UTC')).toMatch(/^Friday,? 27 November 2026 at 23:30 UTC$/);
  expect(zonedMoment(MOMENT, 'America/New_York')).toMatch(/^Friday,? 27 November 2026 at 18:30 GMT-5$/);
  expect(zonedMoment(MOMENT, 'Asia/Kathmandu')).toMatch(/^Saturday,? 28 November 2026 at 05:15 GMT\+5:45$/);
});

test('summer and winter have clocks of their own', () => {
  expect(zonedMoment('2026-07-01T12:00:00Z', 'Europe/Berlin')).toContain('14:00 GMT+2');
  expect(zonedMoment('2026-12-01T12:00:00Z', 'Europe/Berlin')).toContain('13:00 GMT+1');
});

test('a place that nobody knows has the clocks of UTC', () => {
  expect(zonedMoment(MOMENT, 'Atlantis/Capital')).toBe(zonedMoment(MOMENT, 'UTC'));
});
