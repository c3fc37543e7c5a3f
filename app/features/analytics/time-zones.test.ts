import { expect, test } from 'vitest';

import { listZones, formatOffset, searchZones } from './time-zone-dialog.tsx';

const summer = new Date('2026-07-01T12:00:00Z');
const winter = new Date('2026-01-01T12:00:00Z');
const zones = listZones(winter, 'Asia/Tokyo');
const findZones = (searchText: string) => searchZones(zones, searchText).map(({ name }) => name);

test('formats UTC offsets at a given time', () => {
  expect([formatOffset('Europe/Berlin', winter), formatOffset('Europe/Berlin', summer)]).toEqual(['UTC+1', 'UTC+2']);
  expect(formatOffset('America/St_Johns', winter)).toBe('UTC−3:30');
  expect(formatOffset('UTC', winter)).toBe('UTC');
});

test('lists the current zone first and each zone once', () => {
  expect(zones.slice(0, 2).map(({ name }) => name)).toEqual(['Asia/Tokyo', 'UTC']);
  expect(new Set(zones.map(({ name }) => name)).size).toBe(zones.length);
  expect(zones.length).toBeGreaterThan(300);
});

test('finds a zone by city, region, several words or offset', () => {
  expect(findZones('berl')).toEqual(['Europe/Berlin']);
  expect(findZones('new york')).toEqual(['America/New_York']);
  expect(findZones('EUROPE ber')).toEqual(['Europe/Berlin']);
  expect(findZones('utc-3:30')).toEqual(['America/St_Johns']);
  expect(findZones('nowhere at all')).toEqual([]);
  expect(findZones('  ')).toHaveLength(zones.length);
});

test('sorts cities before regions', () => {
  expect(findZones('america').slice(-1)[0]).toMatch(/^America\//);
  expect(findZones('london')[0]).toBe('Europe/London');
});
