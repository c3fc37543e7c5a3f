import type Stripe from 'stripe';

import { monthsLater } from '#domain/months-later.ts';
import { getPlan, PRICE_NOTICE_DAYS } from '#domain/plans.ts';
import { DAY_MS } from '#domain/time-units.ts';
import type { PlanRow } from '#server/sellers/seller-plans.ts';

type Prices = Pick<PlanRow, 'price' | 'newPrice' | 'newPriceAt'>;

/** Returns the item's monthly price in US cents; null for an item that is not billed monthly in US dollars. */
export function itemPrice({ items }: Stripe.Subscription): number | null {
  const [item] = items.data;
  if (item?.price.currency !== 'usd' || item.price.recurring?.interval !== 'month') return null;
  return item.price.unit_amount;
}

/**
 * Returns the prices of a row after a fetch. The item has the announced price in the last period before it starts; the seller
 * pays the old price until then. A renewal before the item was changed postpones the new price by a period.
 */
export function pricesAfterFetch(
  current: Prices,
  fetched: { amount: number | null; currentPeriodEnd: Date | null; isSamePlan: boolean },
  now: Date,
): Prices {
  const { newPrice, newPriceAt } = current;
  const { amount, currentPeriodEnd } = fetched;
  const isChanged = amount === newPrice;
  const isOver = newPriceAt === null || !fetched.isSamePlan || (isChanged && newPriceAt <= now);
  if (isOver) return { price: amount, newPrice: null, newPriceAt: null };
  const isRenewalMissed = !isChanged && currentPeriodEnd !== null && currentPeriodEnd > newPriceAt;
  return { price: current.price, newPrice, newPriceAt: isRenewalMissed ? currentPeriodEnd : newPriceAt };
}

/** Returns the plan's catalog price if the seller neither pays it nor was informed of it. */
export function priceToAnnounce({ plan, price, newPrice }: PlanRow): number | null {
  if (!plan || price === null) return null;
  const catalogPrice = getPlan(plan).priceUsd * 100;
  return catalogPrice === (newPrice ?? price) ? null : catalogPrice;
}

/**
 * Returns when an announced price starts. A higher one starts with the first renewal after the notice period; a lower one,
 * or a withdrawn announcement, with the next renewal.
 */
export function priceStartDate(
  { price, currentPeriodEnd }: Pick<PlanRow, 'price' | 'currentPeriodEnd'>,
  { billing_cycle_anchor: anchor }: Pick<Stripe.Subscription, 'billing_cycle_anchor'>,
  newPrice: number,
  now: Date,
): Date | null {
  if (price === null || currentPeriodEnd === null) return null;
  const noticeEnd = new Date(now.getTime() + PRICE_NOTICE_DAYS * DAY_MS);
  if (newPrice <= price || currentPeriodEnd >= noticeEnd) return currentPeriodEnd;
  return firstRenewalFrom(new Date(anchor * 1000), noticeEnd);
}

function firstRenewalFrom(anchor: Date, earliestDate: Date): Date {
  const yearsBetween = earliestDate.getUTCFullYear() - anchor.getUTCFullYear();
  let months = Math.max(0, yearsBetween * 12 + earliestDate.getUTCMonth() - anchor.getUTCMonth());
  while (monthsLater(anchor, months) < earliestDate) months += 1;
  return monthsLater(anchor, months);
}

/** Returns the price that the item needs now, so that the next renewal is billed as announced. */
export function priceForNextRenewal({
  price,
  newPrice,
  newPriceAt,
  currentPeriodEnd,
}: Prices & Pick<PlanRow, 'currentPeriodEnd'>): number | null {
  const isLastPeriod = newPriceAt !== null && currentPeriodEnd !== null && currentPeriodEnd >= newPriceAt;
  return isLastPeriod ? newPrice : price;
}
