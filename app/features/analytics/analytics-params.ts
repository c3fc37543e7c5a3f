import { parseIsoDate } from '#app/components/date-field.tsx';
import {
  choiceParam,
  createUrlCodec,
  optionalParam,
  PAGE_PARAM,
  parseUuid,
  type ChangeUrlState,
  type UrlStateCodec,
} from '#app/lib/url-state.ts';
import {
  ANALYTICS_DIMENSIONS,
  ANALYTICS_PRESETS,
  type AnalyticsQuery,
  type AnalyticsLevel,
  type AnalyticsPeriod,
} from '#domain/analytics.ts';

import { MEASURE_IDS, type MeasureId } from './chart-measures.ts';

const URL_CODEC = createUrlCodec({
  preset: choiceParam('period', ANALYTICS_PRESETS, '30d'),
  from: optionalParam('from', parseIsoDate),
  to: optionalParam('to', parseIsoDate),
  compare: choiceParam('compare', ['none', 'previous', 'year'], 'previous'),
  pageId: optionalParam('product', parseUuid),
  upper: choiceParam('show', MEASURE_IDS, 'visitors'),
  /** Null: the default, which depends on `upper`. */
  lower: choiceParam('and', [...MEASURE_IDS, 'none'], null),
  by: choiceParam('by', ANALYTICS_DIMENSIONS, 'page'),
  page: PAGE_PARAM,
});

type UrlParams = typeof URL_CODEC.defaults;

/** `upper` and `lower` are the one or two measures of the chart. */
export type AnalyticsParams = Omit<UrlParams, 'preset' | 'from' | 'to' | 'lower'> & {
  period: AnalyticsPeriod;
  lower: MeasureId | null;
};

/** The server rejects days outside this range. */
const [MIN_DAY, MAX_DAY] = ['2000-01-01', '2099-12-31'];

const getDefaultLower = (upper: MeasureId): MeasureId | null => (upper === 'net' ? null : 'net');

export function parseAnalyticsParams(searchParams: URLSearchParams): AnalyticsParams {
  const { preset, from, to, lower: lowerParam, ...params } = URL_CODEC.parse(searchParams);
  const hasDays = from && to && MIN_DAY <= from && from <= to && to <= MAX_DAY;
  const lower = lowerParam ?? getDefaultLower(params.upper);
  return {
    ...params,
    period: hasDays ? { from, to } : preset,
    lower: lower === 'none' || lower === params.upper ? null : lower,
  };
}

export const DEFAULT_PARAMS = parseAnalyticsParams(new URLSearchParams());

export function toSearchParams({ period, lower, ...params }: AnalyticsParams): URLSearchParams {
  const days =
    typeof period === 'string'
      ? { preset: period, from: null, to: null }
      : { preset: URL_CODEC.defaults.preset, ...period };
  const lowerParam = lower === getDefaultLower(params.upper) ? null : (lower ?? 'none');
  return URL_CODEC.toSearchParams({ ...params, ...days, lower: lowerParam });
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
