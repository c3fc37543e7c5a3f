import { parseIsoDate } from '#app/components/date-field.tsx';
import { parsePageNumber, parseUuid, type UrlStateCodec } from '#app/lib/url-state.ts';
import {
  MAX_SEARCH_LENGTH,
  ORDER_FILTER_STATES,
  type OrderFilter,
  type OrderFilterState,
} from '#domain/order-filter.ts';

/** Relative periods. The URL stores the name, so the dates follow the current day. */
export const PERIODS = ['this-month', 'last-month', 'last-30-days', 'this-year'] as const;
export type Period = (typeof PERIODS)[number];

export const PERIOD_LABELS: Record<Period, string> = {
  'this-month': 'This month',
  'last-month': 'Last month',
  'last-30-days': 'Last 30 days',
  'this-year': 'This year',
};

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

/** List params in the URL. Unknown values are ignored, so every URL works. */
export type OrderListParams = {
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

export const NO_ORDER_PARAMS: OrderListParams = {
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

export function parseOrderListParams(searchParams: URLSearchParams): OrderListParams {
  const getParam = (name: string) => searchParams.get(name);
  const page = parsePageNumber(getParam('page'));
  const from = parseIsoDate(getParam('from'));
  const to = parseIsoDate(getParam('to'));
  return {
    search: (getParam('q') ?? '').slice(0, MAX_SEARCH_LENGTH),
    state: ORDER_FILTER_STATES.find((state) => state === getParam('state')) ?? null,
    pageId: parseUuid(getParam('product')),
    coupon: getParam('coupon')?.slice(0, MAX_SEARCH_LENGTH) || null,
    period: from || to ? null : (PERIODS.find((period) => period === getParam('period')) ?? null),
    from,
    to,
    page,
    upTo: page > 1 && /^[1-9]\d{0,8}$/.test(getParam('upto') ?? '') ? Number(getParam('upto')) : null,
  };
}

export function toOrderSearchParams(params: OrderListParams): URLSearchParams {
  const searchParams = new URLSearchParams();
  const setParam = (name: string, value: string | null) => value && searchParams.set(name, value);
  setParam('q', params.search);
  setParam('state', params.state);
  setParam('product', params.pageId);
  setParam('coupon', params.coupon);
  setParam('period', params.period);
  setParam('from', params.from);
  setParam('to', params.to);
  if (params.page > 1) {
    searchParams.set('page', String(params.page));
    setParam('upto', params.upTo === null ? null : String(params.upTo));
  }
  return searchParams;
}

/** Changes return to the first page. */
export const changeOrderParams = (params: OrderListParams, change: Partial<OrderListParams>): OrderListParams => ({
  ...params,
  page: 1,
  upTo: null,
  ...change,
});

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
    ...dayRange,
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== null));
}

export const ORDER_PARAMS_CODEC: UrlStateCodec<OrderListParams> & { defaults: OrderListParams } = {
  parse: parseOrderListParams,
  toSearchParams: toOrderSearchParams,
  withChange: changeOrderParams,
  defaults: NO_ORDER_PARAMS,
};
