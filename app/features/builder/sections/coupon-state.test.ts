import { expect, onTestFinished, test, vi } from 'vitest';

import { createEmptyConfig } from '#domain/checkout-page.ts';
import type { Coupon } from '#domain/coupon.ts';

import {
  createCouponsPatch,
  limitTexts,
  findCouponCounts,
  withUnusedCoupons,
  getCouponState,
  usageText,
} from './coupon-state.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const ten = (limits: Partial<Coupon> = {}): Coupon => ({
  code: 'TEN',
  discount: 10,
  type: 'percentage',
  ...limits,
});
const counts = (used: number, reserved = 0) => ({ code: 'TEN', used, reserved, money: [] });

test.each<[Partial<Coupon>, number, string]>([
  [{}, 9999, 'active'],
  [{ startsAt: '2026-11-22T12:00:00Z' }, 0, 'scheduled'],
  [{ startsAt: '2026-11-21T12:00:00Z' }, 0, 'active'],
  [{ endsAt: '2026-11-21T12:00:00Z' }, 0, 'ended'],
  [{ endsAt: '2026-11-21T12:00:01Z' }, 0, 'active'],
  [{ limit: 10 }, 9, 'active'],
  [{ limit: 10 }, 10, 'used_up'],
  [{ limit: 10, endsAt: '2026-11-01T12:00:00Z' }, 10, 'ended'],
  [{ paused: true, limit: 10, startsAt: '2026-11-22T12:00:00Z' }, 10, 'paused'],
  [{ paused: true, endsAt: '2026-11-01T12:00:00Z' }, 0, 'ended'],
])('returns the state of a coupon with %j and %d uses: %s', (limits, used, state) => {
  expect(getCouponState(ten(limits), counts(used), NOW)).toBe(state);
});

test('counts reserved uses', () => {
  expect(getCouponState(ten({ limit: 10 }), counts(8, 2), NOW)).toBe('used_up');
  expect(getCouponState(ten({ limit: 10 }), null, NOW)).toBe('active');
});

test('describes limits in the time zone of the page', () => {
  const limits = {
    startsAt: '2026-11-22T23:30:00Z',
    endsAt: '2026-12-24T17:00:00Z',
    perBuyer: 1,
    minimum: '20',
  };
  expect(limitTexts(ten(limits), '$', 'Europe/Berlin')).toEqual([
    'from Nov 23, 2026, 12:30 AM',
    'until Dec 24, 2026, 6:00 PM',
    '1 per buyer',
    '$20 minimum',
  ]);
  expect(limitTexts(ten(), '$', 'UTC')).toEqual([]);
});

test.each<[Partial<Coupon>, string[]]>([
  [{ payments: 3, buyers: 'new', perBuyer: 1 }, ['first 3 payments', 'new buyers', '1 per buyer']],
  [{ payments: 1, buyers: 'page' }, ['first payment', 'buyers of one page']],
])('describes the payments and the buyers of %j', (settings, texts) => {
  expect(limitTexts(ten(settings), '$', 'UTC')).toEqual(texts);
});

test.each<[Partial<Coupon>, number, number, string]>([
  [{ limit: 10 }, 3, 0, '3 of 10 used'],
  [{ limit: 10 }, 3, 2, '3 of 10 used · 2 in checkout'],
  [{}, 1, 0, '1 use'],
  [{}, 0, 0, '0 uses'],
])('describes usage for %j, %d uses and %d reserved', (limits, used, reserved, text) => {
  expect(usageText(ten(limits), counts(used, reserved))).toBe(text);
});

test('shows the revenue of a code per currency', () => {
  const money = [
    { currency: 'USD', discount: 1000, net: 123450 },
    { currency: 'EUR', discount: 100, net: 900 },
  ];
  expect(usageText(ten(), { ...counts(3), money })).toBe('3 uses · $1,234.50 USD revenue · €9.00 EUR revenue');
  expect(usageText(ten(), null)).toBe('');
  vi.stubGlobal('window', globalThis);
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-DE');
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  expect(usageText(ten(), { ...counts(3), money })).toContain('$1.234,50 USD revenue');
  expect(usageText(ten({ limit: 4 }), null)).toBe('4 uses in total');
});

test('finds the counts of a code', () => {
  const all = { sold: 0, reserved: 0, coupons: [counts(2)] };
  expect(findCouponCounts(all, 'TEN')?.used).toBe(2);
  expect(findCouponCounts(all, 'OTHER')).toBeNull();
  expect(findCouponCounts(null, 'TEN')).toBeNull();
});

test('adds zero counts for a published code that was never used, and none for an unpublished code', () => {
  const all = { sold: 3, reserved: 1, coupons: [counts(2)] };
  const published = withUnusedCoupons(all, [ten(), { ...ten(), code: 'NEW' }]);
  expect(published).toMatchObject({ sold: 3, reserved: 1 });
  expect(published?.coupons.map(({ code, used }) => [code, used])).toEqual([
    ['TEN', 2],
    ['NEW', 0],
  ]);
  expect(findCouponCounts(published, 'DRAFT')).toBeNull();
  expect(withUnusedCoupons(null, [ten()])).toBeNull();
});

test('sets the time zone of a coupon with dates in the same step', () => {
  const config = { ...createEmptyConfig(), timeZone: 'Europe/Berlin' };
  const dated = ten({ endsAt: '2026-11-30T17:00:00.000Z' });
  expect(createCouponsPatch(config, [dated], dated)).toEqual({ validCoupons: [dated], timeZone: 'Europe/Berlin' });
  expect(createCouponsPatch(config, [ten()], ten())).toEqual({ validCoupons: [ten()] });
});
