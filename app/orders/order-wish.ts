import { dayFrom } from '#app/ui/day-from.ts';
import {
  MAX_SEARCH_LENGTH,
  ORDER_FILTER_STATES,
  type OrderFilter,
  type OrderFilterState,
} from '#domain/order-filter.ts';

import { daysOf, PERIODS, type Period } from './order-period.ts';
import { pageNumberFrom } from './page-number.ts';
import type { WishWays } from './use-list-wish.ts';

/** List params in the URL. Unknown values are ignored, so every URL works. */
export type OrderWish = {
  search: string;
  state: OrderFilterState | null;
  pageId: string | null;
  coupon: string | null;
  period: Period | null;
  from: string | null;
  to: string | null;
  page: number;
  /** Number of the newest order when the seller left the first page; null on the first page. */
  upTo: number | null;
};

export const NO_WISH: OrderWish = {
  search: '',
  state: null,
  pageId: null,
  coupon: null,
  period: null,
  from: null,
  to: null,
  page: 1,
  upTo: null,
};

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

export function wishFrom(address: URLSearchParams): OrderWish {
  const text = (name: string) => address.get(name);
  const page = pageNumberFrom(text('page'));
  const from = dayFrom(text('from'));
  const to = dayFrom(text('to'));
  const pageId = text('product');
  return {
    search: (text('q') ?? '').slice(0, MAX_SEARCH_LENGTH),
    state: ORDER_FILTER_STATES.find((state) => state === text('state')) ?? null,
    pageId: pageId !== null && UUID.test(pageId) ? pageId : null,
    coupon: text('coupon')?.slice(0, MAX_SEARCH_LENGTH) || null,
    period: from || to ? null : (PERIODS.find((period) => period === text('period')) ?? null),
    from,
    to,
    page,
    upTo: page > 1 && /^[1-9]\d{0,8}$/.test(text('upto') ?? '') ? Number(text('upto')) : null,
  };
}

export function addressOf(wish: OrderWish): URLSearchParams {
  const address = new URLSearchParams();
  const say = (name: string, value: string | null) => value && address.set(name, value);
  say('q', wish.search);
  say('state', wish.state);
  say('product', wish.pageId);
  say('coupon', wish.coupon);
  say('period', wish.period);
  say('from', wish.from);
  say('to', wish.to);
  if (wish.page > 1) {
    address.set('page', String(wish.page));
    say('upto', wish.upTo === null ? null : String(wish.upTo));
  }
  return address;
}

/** Changes return to the first page. */
export const changed = (wish: OrderWish, change: Partial<OrderWish>): OrderWish => ({
  ...wish,
  page: 1,
  upTo: null,
  ...change,
});

export const isNarrowed = (wish: OrderWish): boolean => addressOf(changed(wish, {})).size > 0;

/** Filter for the server; a period becomes its current dates. */
export function filterOf(wish: OrderWish, now: Date): OrderFilter {
  const days = wish.period ? daysOf(wish.period, now) : { from: wish.from, to: wish.to };
  const filter = {
    search: wish.search.trim() || null,
    state: wish.state,
    pageId: wish.pageId,
    coupon: wish.coupon,
    ...days,
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== null));
}

export const ORDER_WISH: WishWays<OrderWish> = { from: wishFrom, addressOf, changed, none: NO_WISH };
