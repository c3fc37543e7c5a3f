import { formatWith } from '#app/components/utils/reader-formats.ts';
import { formatMoney } from '#app/lib/format-money.ts';
import { couponUsageMessages } from '#content/messages/coupon-usage.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { Coupon } from '#domain/coupon.ts';
import type { PageCounts } from '#domain/rpc-contract.ts';

import { getPageTimeZone } from '../state/page-time-zone.ts';

const { limits, usage } = couponUsageMessages;

export type CouponState = 'scheduled' | 'active' | 'ended' | 'used_up' | 'paused';
type Counts = PageCounts['coupons'][number];

export const findCouponCounts = (counts: PageCounts | null, code: string): Counts | null =>
  counts?.coupons.find((one) => one.code === code) ?? null;

/** Adds zero counts for published codes that have not been used yet. */
export function withUnusedCoupons(counts: PageCounts | null, published: readonly Coupon[]): PageCounts | null {
  if (!counts) return null;
  const unused = published.filter(({ code }) => !findCouponCounts(counts, code));
  return {
    ...counts,
    coupons: [...counts.coupons, ...unused.map(({ code }) => ({ code, used: 0, reserved: 0, money: [] }))],
  };
}

/** Single-use codes allow one use each. */
const getUseLimit = ({ batch, limit }: Coupon, counts: Counts | null): number | null =>
  (batch ? counts?.codes : limit) ?? null;

/** Returns the state of a coupon by its settings and usage. Without counts, no coupon is used up. */
export function getCouponState(coupon: Coupon, counts: Counts | null, now: Date): CouponState {
  const { startsAt, endsAt, paused } = coupon;
  const limit = getUseLimit(coupon, counts);
  if (endsAt && new Date(endsAt) <= now) return 'ended';
  if (paused) return 'paused';
  if (typeof limit === 'number' && counts && counts.used + counts.reserved >= limit) return 'used_up';
  return startsAt && new Date(startsAt) > now ? 'scheduled' : 'active';
}

const formatDate = (instant: string, zone: string): string =>
  formatWith({ dateStyle: 'medium', timeStyle: 'short', timeZone: zone }, instant);

/** Describes in a few words what a coupon lowers, for whom, and each of its limits. */
export function limitTexts(coupon: Coupon, currencySign: string, zone: string): string[] {
  const { startsAt, endsAt, perBuyer, minimum, payments, buyers } = coupon;
  return [
    ...(payments ? [limits.payments({ count: payments })] : []),
    ...(buyers ? [limits.buyers[buyers]] : []),
    ...(startsAt ? [limits.startsAt({ time: formatDate(startsAt, zone) })] : []),
    ...(endsAt ? [limits.endsAt({ time: formatDate(endsAt, zone) })] : []),
    ...(perBuyer ? [limits.perBuyer({ count: perBuyer })] : []),
    ...(minimum ? [limits.minimum({ amount: `${currencySign}${minimum}` })] : []),
  ];
}

/** Describes the usage of a code: uses, pending payments and revenue. */
export function usageText(coupon: Coupon, counts: Counts | null): string {
  const limit = getUseLimit(coupon, counts);
  if (coupon.batch && counts && !limit) return usage.noCodes;
  if (!counts) return limit ? usage.total({ limit }) : '';
  const { used, reserved, money } = counts;
  return [
    limit ? usage.usedOfLimit({ used, limit }) : usage.used({ used }),
    ...(reserved > 0 ? [usage.pending({ count: reserved })] : []),
    ...money.map(({ net, currency }) => usage.revenue({ amount: formatMoney(net, currency) })),
  ].join(' · ');
}

/** Returns the changes for new coupons. If `edited` has dates, the time zone in which they were chosen is stored too. */
export const createCouponsPatch = (
  config: CheckoutPageConfig,
  validCoupons: Coupon[],
  { startsAt, endsAt }: Coupon,
): Partial<CheckoutPageConfig> => ({
  validCoupons,
  ...(startsAt || endsAt ? { timeZone: getPageTimeZone(config) } : {}),
});
