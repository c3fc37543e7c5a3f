import { expect, test } from 'vitest';

import { emptyConfig } from '#domain/checkout-page.ts';

import { sameClock, zoneOfPage, zonePatch } from './page-moments.ts';

const SIX = '2026-11-30T17:00:00.000Z';
const berlin = () => 'Europe/Berlin';
const ending = (timeZone: string) => {
  const config = emptyConfig();
  return { ...config, timeZone, countdown: { ...config.countdown, endsAt: SIX } };
};

test("uses the browser's time zone for a page without dates", () => {
  expect(zoneOfPage(emptyConfig(), berlin)).toBe('Europe/Berlin');
  expect(zoneOfPage(emptyConfig(), () => 'Nowhere')).toBe('UTC');
});

test('keeps a chosen time zone and the zone of existing dates', () => {
  expect(zoneOfPage({ ...emptyConfig(), timeZone: 'Asia/Tokyo' }, berlin)).toBe('Asia/Tokyo');
  expect(zoneOfPage(ending('UTC'), berlin)).toBe('UTC');
  expect(zoneOfPage({ ...emptyConfig(), timeZone: 'Europe/Atlantis' }, berlin)).toBe('UTC');
});

test('keeps the wall time of 18:00 in Berlin as 18:00 in New York', () => {
  expect(sameClock(SIX, 'Europe/Berlin', 'America/New_York')).toBe('2026-11-30T23:00:00.000Z');
});

test('keeps the wall time of every date when the time zone changes', () => {
  const dated = { code: 'TEN', discount: 10, type: 'percentage' as const, startsAt: SIX, endsAt: null };
  const free = { code: 'FREE', discount: 100, type: 'percentage' as const };
  const config = ending('Europe/Berlin');
  const { availability } = config;
  const changed = zonePatch(
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
  const chosen = { ...emptyConfig(), ...zonePatch(emptyConfig(), 'UTC') };
  expect(zoneOfPage(chosen, berlin)).toBe('Etc/UTC');
  expect(zonePatch(ending('Europe/Berlin'), 'UTC').timeZone).toBe('UTC');
});
