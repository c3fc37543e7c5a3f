import type { Device } from './visit.ts';

export const ANALYTICS_PRESETS = [
  'today',
  'yesterday',
  '7d',
  '30d',
  '90d',
  'month',
  'last_month',
  'year',
  '12m',
  'all',
] as const;
export type AnalyticsPreset = (typeof ANALYTICS_PRESETS)[number];

/** Days of the seller's time zone, YYYY-MM-DD, both included. */
export type DayRange = { from: string; to: string };
export type AnalyticsPeriod = AnalyticsPreset | DayRange;

/** What a period is laid beside: the days before it, or the same days of the year before. */
export type AnalyticsComparison = 'none' | 'previous' | 'year';

export const ANALYTICS_DIMENSIONS = [
  'page',
  'version',
  'source',
  'referrer',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'country',
  'device',
  'embed',
  'coupon',
] as const;
export type AnalyticsDimension = (typeof ANALYTICS_DIMENSIONS)[number];

/** Values of a dimension beyond this many of a page and day are counted together as `OTHER_VALUES`. */
export const MAX_VALUES_OF_A_DAY = 200;
export const OTHER_VALUES = '(other)';
/** Where a view or an order says nothing. */
export const NO_VALUE = '';
/** A publication as a value of the dimension `version`, of views as of orders. */
export const versionValue = (pageId: string, number: number): string => `${pageId}:${number}`;

/** How long single views are kept; what was counted of them stays. */
export const RAW_VIEW_DAYS = 90;

/**
 * Money of one currency, minor units, by the time at which it was paid: `received` came in, `refunded` and `lost` of
 * just this went back, `net` stayed.
 */
export type MoneySum = {
  currency: string;
  /** Orders paid for the first time in the period, and what they came to: their average is `orderTotal / orders`. */
  orders: number;
  orderTotal: number;
  received: number;
  refunded: number;
  lost: number;
  net: number;
};

/** The same converted when it was recorded, in US cents; `back`: refunded or lost. */
export type UsdSum = { received: number; back: number; net: number; orderTotal: number };

/**
 * `started`: presses of pay that led to the provider's page. `paid`: orders paid for the first time, and those of
 * nothing. Conversion is `paid / visitors`. A visitor is counted once a day. `refunds`: payments of the period of which
 * something was given back.
 */
export type Figures = {
  views: number;
  visitors: number;
  started: number;
  paid: number;
  refunds: number;
  money: MoneySum[];
  usd: UsdSum;
};

/** `at`: YYYY-MM-DD of the day, of the first day of the week (Monday) or month; YYYY-MM-DDTHH of an hour. Seller's time zone. */
export type AnalyticsPoint = {
  at: string;
  views: number;
  visitors: number;
  started: number;
  paid: number;
  /** US cents. */
  net: number;
};

export type AnalyticsUnit = 'hour' | 'day' | 'week' | 'month';

/** Something that was done to a page, to be laid beside what happened then. */
export type AnalyticsNote = {
  /** ISO 8601 UTC, and the point of the chart that it belongs to. */
  at: string;
  point: string;
  pageId: string;
  pageName: string;
  version: number;
  /** In plain words, as in the list of versions. */
  changes: string[];
};

/** `basic`: the last 30 days, all pages together or one of them; no comparison, dimensions, notes or CSV. */
export type AnalyticsLevel = 'basic' | 'full';

export type AnalyticsAsk = {
  period: AnalyticsPeriod;
  compare?: AnalyticsComparison;
  /** Left out: all pages. */
  pageId?: string;
};

export type Analytics = DayRange & {
  level: AnalyticsLevel;
  /** IANA name. */
  timeZone: string;
  /** Whether the seller has chosen it. */
  timeZoneChosen: boolean;
  /** ISO 8601 UTC: what was counted by then. */
  asOf: string;
  unit: AnalyticsUnit;
  figures: Figures;
  points: AnalyticsPoint[];
  /**
   * The period that it is laid beside; its points stand under the same places of the chart. There are none where its hours
   * are not known any more: single views are kept for `RAW_VIEW_DAYS`.
   */
  before: (DayRange & { figures: Figures; points: AnalyticsPoint[] }) | null;
  notes: AnalyticsNote[];
  /** What can be chosen: pages that were ever published. */
  pages: { id: string; name: string }[];
};

/** `label`: as people read it; of a page its name, of a version `Page, version 3`. */
export type BreakdownRow = {
  value: string;
  label: string;
  views: number;
  visitors: number;
  started: number;
  paid: number;
  money: MoneySum[];
  usd: UsdSum;
};

/** What dimensions are called. */
export const DIMENSION_NAMES: Record<AnalyticsDimension, string> = {
  page: 'Page',
  version: 'Version',
  source: 'Source',
  referrer: 'Referrer',
  utm_source: 'UTM source',
  utm_medium: 'UTM medium',
  utm_campaign: 'UTM campaign',
  utm_term: 'UTM term',
  utm_content: 'UTM content',
  country: 'Country',
  device: 'Device',
  embed: 'Embedded on',
  coupon: 'Coupon',
};

/** What devices are called. */
export const DEVICE_NAMES: Record<Device, string> = {
  desktop: 'Computers',
  mobile: 'Phones',
  tablet: 'Tablets',
  other: 'Others',
};
