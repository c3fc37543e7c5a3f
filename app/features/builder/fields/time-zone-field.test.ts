import { expect, test } from 'vitest';

import { searchZones, zoneText } from './time-zone-field.tsx';

const WINTER = new Date('2026-11-30T12:00:00Z');
const findFirstZone = (query: string) => searchZones(query, WINTER)[0]?.zone;

test.each([
  ['berlin', 'Europe/Berlin'],
  [' New York ', 'America/New_York'],
  ['new_york', 'America/New_York'],
  ['europe/lon', 'Europe/London'],
  ['utc', 'UTC'],
  ['são', 'America/Sao_Paulo'],
])('finds the time zone for the query %s', (query, zone) => {
  expect(findFirstZone(query)).toBe(zone);
});

test('finds all zones with an offset at that date', () => {
  const found = searchZones('gmt+1', WINTER);
  expect(found.filter(({ offset }) => offset === 'UTC+1').map(({ zone }) => zone)).toContain('Europe/Berlin');
  expect(found[0]?.offset).toBe('UTC+1');
  expect(searchZones('UTC-3:30', WINTER).map(({ zone }) => zone)).toEqual(['America/St_Johns']);
});

test('lists all zones from west to east, including UTC', () => {
  const all = searchZones('', WINTER);
  expect(all.length).toBeGreaterThan(400);
  expect(all.map(({ zone }) => zone)).toContain('UTC');
  expect(all[0]?.offset).toMatch(/^UTC−1[01]$/);
  expect(all.at(-1)?.offset).toBe('UTC+14');
});

test('finds nothing for an unknown name', () => {
  expect(searchZones('atlantis', WINTER)).toEqual([]);
});

test('formats a zone with its offset', () => {
  expect(zoneText('Europe/Berlin', WINTER)).toBe('Europe/Berlin (UTC+1)');
  expect(zoneText('UTC', WINTER)).toBe('UTC');
  expect(zoneText('Europe/London', WINTER)).toBe('Europe/London (UTC)');
});
