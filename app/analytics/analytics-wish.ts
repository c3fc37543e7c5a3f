import { dayFrom } from '#app/ui/day-from.ts';
import {
  ANALYTICS_DIMENSIONS,
  ANALYTICS_PRESETS,
  type AnalyticsAsk,
  type AnalyticsComparison,
  type AnalyticsDimension,
  type AnalyticsLevel,
  type AnalyticsPeriod,
} from '#domain/analytics.ts';

import { MEASURES, type MeasureId } from './measures.ts';

/** Params of the page in the URL. Unknown values are ignored, so every URL works. */
export type AnalyticsWish = {
  period: AnalyticsPeriod;
  compare: AnalyticsComparison;
  pageId: string | null;
  /** The one or two measures of the chart. */
  upper: MeasureId;
  lower: MeasureId | null;
  by: AnalyticsDimension;
  /** Page of the breakdown, from 1. */
  page: number;
};

export const NO_WISH: AnalyticsWish = {
  period: '30d',
  compare: 'previous',
  pageId: null,
  upper: 'visitors',
  lower: 'net',
  by: 'page',
  page: 1,
};

const COMPARISONS = ['none', 'previous', 'year'] as const satisfies readonly AnalyticsComparison[];
const NO_LOWER = 'none';
/** The server rejects days outside this range. */
const [FIRST_DAY, LAST_DAY] = ['2000-01-01', '2099-12-31'];
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

function periodFrom(address: URLSearchParams): AnalyticsPeriod {
  const from = dayFrom(address.get('from'));
  const to = dayFrom(address.get('to'));
  if (from && to && FIRST_DAY <= from && from <= to && to <= LAST_DAY) return { from, to };
  return ANALYTICS_PRESETS.find((preset) => preset === address.get('period')) ?? NO_WISH.period;
}

function lowerFrom(text: string | null, upper: MeasureId): MeasureId | null {
  if (text === NO_LOWER) return null;
  const lower = MEASURES.find(({ id }) => id === text)?.id ?? NO_WISH.lower;
  return lower === upper ? null : lower;
}

export function wishFrom(address: URLSearchParams): AnalyticsWish {
  const pageId = address.get('product');
  const upper = MEASURES.find(({ id }) => id === address.get('show'))?.id ?? NO_WISH.upper;
  const page = address.get('page') ?? '';
  return {
    period: periodFrom(address),
    compare: COMPARISONS.find((one) => one === address.get('compare')) ?? NO_WISH.compare,
    pageId: pageId !== null && UUID.test(pageId) ? pageId : null,
    upper,
    lower: lowerFrom(address.get('and'), upper),
    by: ANALYTICS_DIMENSIONS.find((one) => one === address.get('by')) ?? NO_WISH.by,
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
  };
}

export function addressOf(wish: AnalyticsWish): URLSearchParams {
  const address = new URLSearchParams();
  const { period } = wish;
  const say = (name: string, value: string, usual: string) => value !== usual && address.set(name, value);
  if (typeof period === 'string') say('period', period, NO_WISH.period as string);
  else for (const end of ['from', 'to'] as const) address.set(end, period[end]);
  say('compare', wish.compare, NO_WISH.compare);
  say('product', wish.pageId ?? '', '');
  say('show', wish.upper, NO_WISH.upper);
  // The default is omitted.
  if (wish.lower !== lowerFrom(null, wish.upper)) address.set('and', wish.lower ?? NO_LOWER);
  say('by', wish.by, NO_WISH.by);
  say('page', String(wish.page), '1');
  return address;
}

/** Changes return to the first page of the breakdown, except for chart settings. */
export const changed = (wish: AnalyticsWish, change: Partial<AnalyticsWish>): AnalyticsWish => {
  const drawn = Object.keys(change).every((key) => key === 'upper' || key === 'lower');
  const next = { ...wish, ...(drawn ? {} : { page: 1 }), ...change };
  return { ...next, lower: next.lower === next.upper ? null : next.lower };
};

/** Query for the server. Basic analytics are requested without comparison. */
export const askOf = (wish: AnalyticsWish, level: AnalyticsLevel | null): AnalyticsAsk => ({
  period: wish.period,
  ...(level !== 'basic' && wish.compare !== 'none' ? { compare: wish.compare } : {}),
  ...(wish.pageId === null ? {} : { pageId: wish.pageId }),
});
