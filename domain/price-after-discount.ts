import type { Coupon } from './coupon.ts';
import { monthsLater } from './months-later.ts';
import type { BillingInterval, PriceAfterDiscount } from './order.ts';
import type { QuoteLine } from './quote.ts';
import { DAY_MS } from './time-units.ts';

type DiscountedSubscription = {
  lines: readonly QuoteLine[] | null;
  coupon: Pick<Coupon, 'payments'> | null | undefined;
  billing: BillingInterval;
  startedAt: Date;
  /** Amount of a payment; by default a discounted one. */
  amount?: number;
};

/** Null if the price stays: without a discount that ends, after its end, and if the price was changed at Stripe. */
export function findPriceAfterDiscount(subscription: DiscountedSubscription): PriceAfterDiscount | null {
  const { coupon, billing, startedAt } = subscription;
  const lines = subscription.lines?.filter(({ kind }) => kind === 'recurring') ?? [];
  const [regular, discounted] = [sum(lines, 'subtotal'), sum(lines, 'total')];
  const { amount = discounted } = subscription;
  if (!coupon?.payments || discounted === regular || amount !== discounted) return null;
  return { amount: regular, startsAt: addPeriods(startedAt, billing, coupon.payments).toISOString() };
}

const sum = (lines: readonly QuoteLine[], column: 'subtotal' | 'total'): number =>
  lines.reduce((total, line) => total + line[column], 0);

/** Start of a later billing period, as Stripe counts it. */
export const addPeriods = (start: Date, billing: BillingInterval, count: number): Date =>
  billing === 'weekly'
    ? new Date(start.getTime() + 7 * count * DAY_MS)
    : monthsLater(start, billing === 'monthly' ? count : 12 * count);
