import { expect, test } from 'vitest';

import type { DomainRecord } from '#domain/seller-domain.ts';

import { getRecordState, getZone } from './domain-records.tsx';

const record = (change: Partial<DomainRecord>): DomainRecord => ({
  purpose: 'routing',
  type: 'CNAME',
  name: 'pay.example.com',
  host: 'pay',
  value: 'shops.example.net',
  found: null,
  fits: null,
  ...change,
});

test('shows the check result of a record', () => {
  const getState = (change: Partial<DomainRecord>) => getRecordState(record(change), [record(change)]);
  expect(getState({})).toBe('unseen');
  expect(getState({ found: [], fits: false })).toBe('missing');
  expect(getState({ found: ['elsewhere.example'], fits: false })).toBe('differs');
  expect(getState({ found: ['shops.example.net'], fits: true })).toBe('fits');
});

test('makes other address records optional if one is correct, but not the ownership record', () => {
  const addressRecord = record({ type: 'A', found: ['192.0.2.7'], fits: true });
  const otherAddressRecord = record({ found: [], fits: false });
  const ownershipRecord = record({ purpose: 'verification', type: 'TXT', found: [], fits: false });
  const all = [ownershipRecord, otherAddressRecord, addressRecord];
  expect(all.map((one) => getRecordState(one, all))).toEqual(['missing', 'spare', 'fits']);
  // It points here by a record that is not in the list.
  expect(getRecordState({ ...otherAddressRecord, fits: null }, [ownershipRecord, otherAddressRecord])).toBe('spare');
});

test('returns the zone that registrars append', () => {
  expect(getZone(record({}))).toBe('example.com');
  expect(getZone(record({ name: '_tillwright.pay.example.co.uk', host: '_tillwright.pay' }))).toBe('example.co.uk');
  expect(getZone(record({ name: 'example.com', host: '@' }))).toBe('example.com');
});
