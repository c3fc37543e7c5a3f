import { parseIsoDate } from '#app/components/date-field.tsx';
import {
  choiceParam,
  createUrlCodec,
  optionalParam,
  PAGE_PARAM,
  parseUuid,
  urlParam,
  type UrlStateCodec,
} from '#app/lib/url-state.ts';
import { MAX_SEARCH_LENGTH, ORDER_FILTER_STATES, type OrderFilter } from '#domain/order-filter.ts';

/** Relative periods. The URL stores the name, so the dates follow the current day. */
export const PERIODS = ['this-month', 'last-month', 'last-30-days', 'this-year'] as const;
export type Period = (typeof PERIODS)[number];

export type DayRange = { from: string; to: string };

const toDay = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

/** First and last day of a period, both inclusive, in UTC. */
export function getPeriodDays(period: Period, now: Date): DayRange {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const today = toDay(year, month, day);
  switch (period) {
    case 'this-month':
      return { from: toDay(year, month, 1), to: today };
    case 'last-month':
      return { from: toDay(year, month - 1, 1), to: toDay(year, month, 0) };
    case 'last-30-days':
      return { from: toDay(year, month, day - 29), to: today };
    case 'this-year':
      return { from: toDay(year, 0, 1), to: today };
  }
}

const URL_CODEC = createUrlCodec(
  {
    search: urlParam('q', '', (text) => text.slice(0, MAX_SEARCH_LENGTH)),
    state: choiceParam('state', ORDER_FILTER_STATES, null),
    pageId: optionalParam('product', parseUuid),
    coupon: optionalParam('coupon', (text) => text.slice(0, MAX_SEARCH_LENGTH) || null),
    bump: optionalParam('extra', (text) => (/^[a-z0-9-]{1,40}$/.test(text) ? text : null)),
    paymentMethod: optionalParam('method', (text) => (/^[a-z0-9_]{1,40}$/.test(text) ? text : null)),
    period: choiceParam('period', PERIODS, null),
    from: optionalParam('from', parseIsoDate),
    to: optionalParam('to', parseIsoDate),
    page: PAGE_PARAM,
    /** Number of the newest order when the seller left the first page; null on the first page. */
    upTo: optionalParam('upto', (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)),
  },
  { page: 1, upTo: null },
);

export type OrderListParams = typeof URL_CODEC.defaults;

export function parseOrderListParams(searchParams: URLSearchParams): OrderListParams {
  const params = URL_CODEC.parse(searchParams);
  return {
    ...params,
    period: params.from || params.to ? null : params.period,
    upTo: params.page > 1 ? params.upTo : null,
  };
}

export const toOrderSearchParams = URL_CODEC.toSearchParams;
export const changeOrderParams = URL_CODEC.withChange;

export const hasFilters = (params: OrderListParams): boolean =>
  toOrderSearchParams(changeOrderParams(params, {})).size > 0;

/** Filter for the server; a period becomes its current dates. */
export function toOrderFilter(params: OrderListParams, now: Date): OrderFilter {
  const dayRange = params.period ? getPeriodDays(params.period, now) : { from: params.from, to: params.to };
  const filter = {
    search: params.search.trim() || null,
    state: params.state,
    pageId: params.pageId,
    coupon: params.coupon,
    bump: params.bump,
    paymentMethod: params.paymentMethod,
    ...dayRange,
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== null));
}

export const ORDER_PARAMS_CODEC: UrlStateCodec<OrderListParams> & { defaults: OrderListParams } = {
  ...URL_CODEC,
  parse: parseOrderListParams,
};
