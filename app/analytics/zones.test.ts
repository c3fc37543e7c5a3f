import { expect, test } from 'vitest';

import { allZones, offsetText, searchZones } from './zones.ts';

const summer = new Date('2026-07-01T12:00:00Z');
const winter = new Date('2026-01-01T12:00:00Z');
const zones = allZones(winter, 'Asia/Tokyo');
const found = (typed: string) => searchZones(zones, typed).map(({ name }) => name);

test('formats UTC offsets at a given time', () => {
  expect([offsetText('Europe/Berlin', winter), offsetText('Europe/Berlin', summer)]).toEqual([
    'UTC+1',
    'UTC+2',
  ]);
  expect(offsetText('America/St_Johns', winter)).toBe('UTC−3:30');
  expect(offsetText('UTC', winter)).toBe('UTC');
});

test('lists the current zone first and each zone once', () => {
  expect(zones.slice(0, 2).map(({ name }) => name)).toEqual(['Asia/Tokyo', 'UTC']);
  expect(new Set(zones.map(({ name }) => name)).size).toBe(zones.length);
  expect(zones.length).toBeGreaterThan(300);
});

test('finds a zone by city, region, several words or offset', () => {
  expect(found('berl')).toEqual(['Europe/Berlin']);
  expect(found('new york')).toEqual(['America/New_York']);
  expect(found('EUROPE ber')).toEqual(['Europe/Berlin']);
  expect(found('utc-3:30')).toEqual(['America/St_Johns']);
  expect(found('nowhere at all')).toEqual([]);
  expect(found('  ')).toHaveLength(zones.length);
});

test('sorts cities before regions', () => {
  expect(found('america').slice(-1)[0]).toMatch(/^America\//);
  expect(found('london')[0]).toBe('Europe/London');
});
