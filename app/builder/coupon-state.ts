import type { PageCounts } from '#domain/calls.ts';
import type { Coupon } from '#domain/coupon.ts';
import { moneyText } from '#domain/money.ts';
import { shortZonedText } from '#domain/zoned-time.ts';

export type CouponState = 'scheduled' | 'active' | 'ended' | 'used_up';
type Counts = PageCounts['coupons'][number];

export const countsOf = (counts: PageCounts | null, code: string): Counts | null =>
  counts?.coupons.find((one) => one.code === code) ?? null;

/** Adds zero counts for published codes that have not been used yet. */
export function countsOfLive(counts: PageCounts | null, published: readonly Coupon[]): PageCounts | null {
  if (!counts) return null;
  const unused = published.filter(({ code }) => !countsOf(counts, code));
  return {
    ...counts,
    coupons: [...counts.coupons, ...unused.map(({ code }) => ({ code, used: 0, held: 0, money: [] }))],
  };
}

/** Returns the state of a coupon by its dates and usage. Without counts, no coupon is used up. */
export function couponState(
  { startsAt, endsAt, limit }: Coupon,
  counts: Counts | null,
  now: Date,
): CouponState {
  if (endsAt && new Date(endsAt) <= now) return 'ended';
  if (typeof limit === 'number' && counts && counts.used + counts.held >= limit) return 'used_up';
  return startsAt && new Date(startsAt) > now ? 'scheduled' : 'active';
}

/** Describes each limit of a coupon in a few words. */
export function boundTexts(coupon: Coupon, currencySign: string, zone: string): string[] {
  const { startsAt, endsAt, perBuyer, minimum } = coupon;
  return [
    ...(startsAt ? [`from ${shortZonedText(new Date(startsAt), zone)}`] : []),
    ...(endsAt ? [`until ${shortZonedText(new Date(endsAt), zone)}`] : []),
    ...(perBuyer ? [`${perBuyer} per buyer`] : []),
    ...(minimum ? [`from ${currencySign}${minimum} on`] : []),
  ];
}

/** Describes the usage of a code: uses, pending payments and revenue. */
export function usesText({ limit }: Coupon, counts: Counts | null): string {
  if (!counts) return limit ? `${limit} uses in all` : '';
  const { used, held, money } = counts;
  const uses = limit ? `${used} of ${limit} used` : used === 1 ? '1 use' : `${used} uses`;
  const underWay = held > 0 ? [`${held} being paid for`] : [];
  return [uses, ...underWay, ...money.map(({ net, currency }) => `${moneyText(net, currency)} earned`)].join(
    ' · ',
  );
}
