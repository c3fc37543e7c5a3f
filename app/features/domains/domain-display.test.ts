import { expect, test } from 'vitest';

import type { SellerDomain } from '#domain/seller-domain.ts';

import { isServing, getDomainDisplay, needsAction } from './domain-display.ts';

const domain = (change: Partial<SellerDomain> = {}): SellerDomain => ({
  id: 'd',
  host: 'pay.example.com',
  name: 'pay.example.com',
  url: 'https://pay.example.com',
  state: 'live',
  allowed: true,
  page: { id: 'p', name: 'Linocut' },
  records: [],
  diagnosis: [],
  addedAt: '2026-11-19T10:00:00Z',
  checkedAt: '2026-11-20T10:00:00Z',
  nextCheckAt: null,
  verifiedAt: '2026-11-20T23:59:00Z',
  ...change,
});

test('shows the DNS state first, then the plan, then the page', () => {
  const label = (change: Partial<SellerDomain>) => getDomainDisplay(domain(change)).badge.label;
  expect(label({})).toBe('Live');
  expect(label({ page: null })).toBe('No page');
  expect(label({ page: null, allowed: false })).toBe('Requires Growth');
  expect(label({ state: 'failing', allowed: false })).toBe('Check failed');
  expect(label({ state: 'pending', page: null })).toBe('Waiting for DNS');
  expect(label({ state: 'off' })).toBe('Turned off');
});

test('shows since when a domain is live', () => {
  expect(getDomainDisplay(domain()).description).toBe('Live since Nov 20, 2026.');
});

test('asks for action if buyers find nothing, but not for the plan alone', () => {
  const needed = (change: Partial<SellerDomain>) => needsAction(domain(change));
  expect([needed({}), needed({ allowed: false, page: null })]).toEqual([false, false]);
  expect([needed({ page: null }), needed({ state: 'off' }), needed({ state: 'pending' })]).toEqual([true, true, true]);
  expect([isServing(domain({ state: 'failing' })), isServing(domain({ state: 'off' }))]).toEqual([true, false]);
});
