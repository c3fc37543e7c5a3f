import { expect, test } from 'vitest';

import type { DomainRecord } from '#domain/seller-domain.ts';

import { standOf, zoneOf } from './record-look.ts';

const record = (change: Partial<DomainRecord>): DomainRecord => ({
  purpose: 'road',
  type: 'CNAME',
  name: 'pay.example.com',
  host: 'pay',
  value: 'shops.example.net',
  found: null,
  fits: null,
  ...change,
});

test('shows the check result of a record', () => {
  const stand = (change: Partial<DomainRecord>) => standOf(record(change), [record(change)]);
  expect(stand({})).toBe('unseen');
  expect(stand({ found: [], fits: false })).toBe('missing');
  expect(stand({ found: ['elsewhere.example'], fits: false })).toBe('differs');
  expect(stand({ found: ['shops.example.net'], fits: true })).toBe('fits');
});

test('makes other address records optional if one is correct, but not the ownership record', () => {
  const road = record({ type: 'A', found: ['192.0.2.7'], fits: true });
  const other = record({ found: [], fits: false });
  const proof = record({ purpose: 'proof', type: 'TXT', found: [], fits: false });
  const all = [proof, other, road];
  expect(all.map((one) => standOf(one, all))).toEqual(['missing', 'spare', 'fits']);
  // It points here by a record that is not in the list.
  expect(standOf({ ...other, fits: null }, [proof, other])).toBe('spare');
});

test('returns the zone that registrars append', () => {
  expect(zoneOf(record({}))).toBe('example.com');
  expect(zoneOf(record({ name: '_tillwright.pay.example.co.uk', host: '_tillwright.pay' }))).toBe(
    'example.co.uk',
  );
  expect(zoneOf(record({ name: 'example.com', host: '@' }))).toBe('example.com');
});
