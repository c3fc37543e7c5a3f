import { expect, test } from 'vitest';

import { priceStartDate, priceForNextRenewal, pricesAfterFetch } from './price-change-rules.ts';

const noon = (text: string): Date => new Date(`${text}T12:00:00Z`);
const withAnchor = (text: string) => ({ billing_cycle_anchor: noon(text).getTime() / 1000 });
const row = (end: string) => ({ price: 900, currentPeriodEnd: noon(end) });

test.each([
  ['the period has less than 30 days left', '2026-11-15', '2026-12-15', 1200, '2026-12-01', '2027-01-15'],
  ['the renewal is exactly 30 days away', '2026-11-15', '2026-12-15', 1200, '2026-11-15', '2026-12-15'],
  ['shorter months clamp the day', '2026-10-31', '2027-01-31', 1200, '2027-01-15', '2027-02-28'],
  ['the anchor’s day returns afterwards', '2026-10-31', '2027-02-28', 1200, '2027-02-10', '2027-03-31'],
  ['a lower price needs no notice', '2026-11-15', '2026-12-15', 500, '2026-12-14', '2026-12-15'],
])('starts a new price at the expected renewal: %s', (_case, anchor, end, price, now, expectedStart) => {
  expect(priceStartDate(row(end), withAnchor(anchor), price, noon(now))).toEqual(noon(expectedStart));
});

test('changes the item only in the last period before the new price starts', () => {
  const announced = { price: 900, newPrice: 1200, newPriceAt: noon('2027-01-15') };
  expect(priceForNextRenewal({ ...announced, currentPeriodEnd: noon('2026-12-15') })).toBe(900);
  expect(priceForNextRenewal({ ...announced, currentPeriodEnd: noon('2027-01-15') })).toBe(1200);
});

test('charges the old price until the new one starts', () => {
  const before = { price: 900, newPrice: 1200, newPriceAt: noon('2027-01-15') };
  const fetched = { amount: 1200, currentPeriodEnd: noon('2027-01-15'), isSamePlan: true };
  expect(pricesAfterFetch(before, fetched, noon('2027-01-14'))).toEqual(before);
  const started = { price: 1200, newPrice: null, newPriceAt: null };
  expect(pricesAfterFetch(before, fetched, noon('2027-01-15'))).toEqual(started);
  expect(pricesAfterFetch(before, { ...fetched, isSamePlan: false }, noon('2027-01-14'))).toEqual(started);
});

test('postpones the new price when a renewal came before the item was changed', () => {
  const before = { price: 900, newPrice: 1200, newPriceAt: noon('2027-01-15') };
  const fetched = { amount: 900, currentPeriodEnd: noon('2027-02-15'), isSamePlan: true };
  const postponed = { ...before, newPriceAt: noon('2027-02-15') };
  expect(pricesAfterFetch(before, fetched, noon('2027-01-16'))).toEqual(postponed);
});
