import { expect, test } from 'vitest';

import { createEmptyConfig } from '#domain/checkout-page.ts';

import { keepWallTime, getPageTimeZone, createTimeZonePatch } from './page-time-zone.ts';

const SIX = '2026-11-30T17:00:00.000Z';
const berlin = () => 'Europe/Berlin';
const configEnding = (timeZone: string) => {
  const config = createEmptyConfig();
  return { ...config, timeZone, countdown: { ...config.countdown, endsAt: SIX } };
};

test("uses the browser's time zone for a page without dates", () => {
  expect(getPageTimeZone(createEmptyConfig(), berlin)).toBe('Europe/Berlin');
  expect(getPageTimeZone(createEmptyConfig(), () => 'Nowhere')).toBe('UTC');
});

test('keeps a chosen time zone and the zone of existing dates', () => {
  expect(getPageTimeZone({ ...createEmptyConfig(), timeZone: 'Asia/Tokyo' }, berlin)).toBe('Asia/Tokyo');
  expect(getPageTimeZone(configEnding('UTC'), berlin)).toBe('UTC');
  expect(getPageTimeZone({ ...createEmptyConfig(), timeZone: 'Europe/Atlantis' }, berlin)).toBe('UTC');
});

test('keeps the wall time of 18:00 in Berlin as 18:00 in New York', () => {
  expect(keepWallTime(SIX, 'Europe/Berlin', 'America/New_York')).toBe('2026-11-30T23:00:00.000Z');
});

test('keeps the wall time of every date when the time zone changes', () => {
  const dated = { code: 'TEN', discount: 10, type: 'percentage' as const, startsAt: SIX, endsAt: null };
  const free = { code: 'FREE', discount: 100, type: 'percentage' as const };
  const config = configEnding('Europe/Berlin');
  const { availability } = config;
  const changed = createTimeZonePatch(
    { ...config, availability: { ...availability, closesAt: SIX }, validCoupons: [dated, free] },
    'America/New_York',
  );
  expect(changed).toEqual({
    timeZone: 'America/New_York',
    countdown: { ...config.countdown, endsAt: '2026-11-30T23:00:00.000Z' },
    availability: { ...availability, opensAt: null, closesAt: '2026-11-30T23:00:00.000Z' },
    validCoupons: [{ ...dated, startsAt: '2026-11-30T23:00:00.000Z' }, free],
  });
});

test('keeps UTC if it is chosen before there are any dates', () => {
  const config = { ...createEmptyConfig(), ...createTimeZonePatch(createEmptyConfig(), 'UTC') };
  expect(getPageTimeZone(config, berlin)).toBe('Etc/UTC');
  expect(createTimeZonePatch(configEnding('Europe/Berlin'), 'UTC').timeZone).toBe('UTC');
});
