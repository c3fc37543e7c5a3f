import { parseIsoDate } from '#app/components/date-field.tsx';
import { parsePageNumber, parseUuid, type ChangeUrlState, type UrlStateCodec } from '#app/lib/url-state.ts';
import {
  ANALYTICS_DIMENSIONS,
  ANALYTICS_PRESETS,
  type AnalyticsQuery,
  type AnalyticsComparison,
  type AnalyticsDimension,
  type AnalyticsLevel,
  type AnalyticsPeriod,
} from '#domain/analytics.ts';

import { MEASURES, type MeasureId } from './chart-measures.ts';

/** Params of the page in the URL. Unknown values are ignored, so every URL works. */
export type AnalyticsParams = {
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

export const DEFAULT_PARAMS: AnalyticsParams = {
  period: '30d',
  compare: 'previous',
  pageId: null,
  upper: 'visitors',
  lower: 'net',
  by: 'page',
  page: 1,
};

const COMPARISONS = ['none', 'previous', 'year'] as const satisfies readonly AnalyticsComparison[];
const NO_LOWER_MEASURE = 'none';
/** The server rejects days outside this range. */
const [MIN_DAY, MAX_DAY] = ['2000-01-01', '2099-12-31'];

function parsePeriod(searchParams: URLSearchParams): AnalyticsPeriod {
  const from = parseIsoDate(searchParams.get('from'));
  const to = parseIsoDate(searchParams.get('to'));
  if (from && to && MIN_DAY <= from && from <= to && to <= MAX_DAY) return { from, to };
  return ANALYTICS_PRESETS.find((preset) => preset === searchParams.get('period')) ?? DEFAULT_PARAMS.period;
}

function parseLowerMeasure(text: string | null, upper: MeasureId): MeasureId | null {
  if (text === NO_LOWER_MEASURE) return null;
  const lower = MEASURES.find(({ id }) => id === text)?.id ?? DEFAULT_PARAMS.lower;
  return lower === upper ? null : lower;
}

export function parseAnalyticsParams(searchParams: URLSearchParams): AnalyticsParams {
  const upper = MEASURES.find(({ id }) => id === searchParams.get('show'))?.id ?? DEFAULT_PARAMS.upper;
  return {
    period: parsePeriod(searchParams),
    compare: COMPARISONS.find((candidate) => candidate === searchParams.get('compare')) ?? DEFAULT_PARAMS.compare,
    pageId: parseUuid(searchParams.get('product')),
    upper,
    lower: parseLowerMeasure(searchParams.get('and'), upper),
    by: ANALYTICS_DIMENSIONS.find((candidate) => candidate === searchParams.get('by')) ?? DEFAULT_PARAMS.by,
    page: parsePageNumber(searchParams.get('page')),
  };
}

export function toSearchParams(params: AnalyticsParams): URLSearchParams {
  const searchParams = new URLSearchParams();
  const { period } = params;
  const setParam = (name: string, value: string, defaultValue: string) =>
    value !== defaultValue && searchParams.set(name, value);
  if (typeof period === 'string') setParam('period', period, DEFAULT_PARAMS.period as string);
  else for (const end of ['from', 'to'] as const) searchParams.set(end, period[end]);
  setParam('compare', params.compare, DEFAULT_PARAMS.compare);
  setParam('product', params.pageId ?? '', '');
  setParam('show', params.upper, DEFAULT_PARAMS.upper);
  // The default is omitted.
  if (params.lower !== parseLowerMeasure(null, params.upper)) searchParams.set('and', params.lower ?? NO_LOWER_MEASURE);
  setParam('by', params.by, DEFAULT_PARAMS.by);
  setParam('page', String(params.page), '1');
  return searchParams;
}

/** Changes return to the first page of the breakdown, except for chart settings. */
export const changeParams = (params: AnalyticsParams, change: Partial<AnalyticsParams>): AnalyticsParams => {
  const isChartOnly = Object.keys(change).every((key) => key === 'upper' || key === 'lower');
  const next = { ...params, ...(isChartOnly ? {} : { page: 1 }), ...change };
  return { ...next, lower: next.lower === next.upper ? null : next.lower };
};

/** Query for the server. Basic analytics are requested without comparison. */
export const toAnalyticsQuery = (params: AnalyticsParams, level: AnalyticsLevel | null): AnalyticsQuery => ({
  period: params.period,
  ...(level !== 'basic' && params.compare !== 'none' ? { compare: params.compare } : {}),
  ...(params.pageId === null ? {} : { pageId: params.pageId }),
});

/** Each change adds a history entry, so Back undoes it. */
export type ChangeParams = ChangeUrlState<AnalyticsParams>;

export const ANALYTICS_PARAMS_CODEC: UrlStateCodec<AnalyticsParams> = {
  parse: parseAnalyticsParams,
  toSearchParams,
  withChange: changeParams,
};
