import { analyticsLabels } from '#content/messages/analytics-labels.ts';

import type { Device } from './attribution.ts';

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

/** Days in the seller's time zone, YYYY-MM-DD, both inclusive. */
export type DayRange = { from: string; to: string };
export type AnalyticsPeriod = AnalyticsPreset | DayRange;

/** Comparison range: the days before the period or the same days one year earlier. */
export type AnalyticsComparison = 'none' | 'previous' | 'year';

export const DIMENSION_NAMES = analyticsLabels.dimensions;

export type AnalyticsDimension = keyof typeof DIMENSION_NAMES;
export const ANALYTICS_DIMENSIONS = Object.keys(DIMENSION_NAMES) as readonly AnalyticsDimension[];

/** Dimensions that buyers choose at checkout, after the page view. */
export type CheckoutDimension = 'coupon' | 'payment_method' | 'bump';
export const hasNoViews = (by: AnalyticsDimension): by is CheckoutDimension =>
  by === 'coupon' || by === 'payment_method' || by === 'bump';

/** Per page and day, dimension values beyond this many are counted together as `OTHER_VALUES`. */
export const MAX_VALUES_PER_DAY = 200;
export const OTHER_VALUES = '(other)';
/** The value of views and orders without a value for the dimension. */
export const NO_VALUE = '';
/** The value of the dimension `version`, for views and orders. */
export const formatVersionValue = (pageId: string, number: number): string => `${pageId}:${number}`;

/** Days that single page views are stored; aggregated counts stay. */
export const RAW_VIEW_RETENTION_DAYS = 90;

/**
 * Revenue of one currency in minor units, by payment date: `received` came in, `refunded` and `lost` (disputes) are the
 * parts of it that went back, `net` is the rest. The average order is `orderTotal / orders`.
 */
export type CurrencyRevenue = {
  currency: string;
  /** Orders first paid in the period, and their total. */
  orders: number;
  orderTotal: number;
  received: number;
  refunded: number;
  lost: number;
  net: number;
};

/** The same amounts in US cents at the rate of their date; `back`: refunded or lost. */
export type UsdRevenue = { received: number; back: number; net: number; orderTotal: number };

type VisitCounts = { views: number; visitors: number; started: number; paid: number };

/**
 * `started`: checkout requests that led to Stripe. `paid`: orders first paid, including free ones. `refunds`: payments of
 * the period that were refunded at least in part. A visitor counts once a day.
 */
export type AnalyticsMetrics = VisitCounts & {
  refunds: number;
  money: CurrencyRevenue[];
  usd: UsdRevenue;
  /** Null without orders of pages where buyers choose the quantity. */
  units: UnitCounts | null;
  /** Null without orders of pages that offer extras. */
  extras: ExtraAverages | null;
  /** Null without orders with a free trial or a payment plan. */
  paymentTerms: PaymentTermsCounts | null;
  /** Of one page: its product in orders of bundles. Not part of the other metrics; null without any. */
  inBundles: BundleSales | null;
};

/** `net`: of the product's lines in these orders, in minor units. */
export type BundleSales = { orders: number; money: { currency: string; net: number }[] };

/** Orders of pages where buyers choose the quantity. `several`: orders of more than one unit. */
export type UnitCounts = { orders: number; units: number; several: number };

/** Orders with and without extras; `usdTotal`: their first payments in US cents. */
export type ExtraAverages = Record<'with' | 'without', { orders: number; usdTotal: number }>;

/**
 * Free trials and payment plans of orders first paid in the period, by their state now. `paid`: a payment followed the
 * trial. `ended`: the subscription ended before that.
 */
export type PaymentTermsCounts = {
  trials: { started: number; paid: number; ended: number };
  plans: { started: number; complete: number; overdue: number; endedEarly: number };
};

type PaidAndVisitors = Pick<AnalyticsMetrics, 'paid' | 'visitors'>;

/**
 * Returns whether there were more orders than counted visitors. Some buyers aren't counted as visitors, for example when
 * their browser blocks scripts, and some pay on a later day than their visit.
 */
export const hasUncountedVisitors = ({ paid, visitors }: PaidAndVisitors): boolean => paid > visitors;

/** The conversion rate, `paid / visitors`; null without visitors, and when not all visitors were counted. */
export const getConversionRate = (counts: PaidAndVisitors): number | null =>
  counts.visitors > 0 && !hasUncountedVisitors(counts) ? counts.paid / counts.visitors : null;

/** `at`: YYYY-MM-DD of a day or of the first day of a week (Monday) or month; YYYY-MM-DDTHH of an hour. Seller's time zone. */
export type AnalyticsPoint = VisitCounts & { at: string; net: number; units: number };

export type AnalyticsUnit = 'hour' | 'day' | 'week' | 'month';

/** A change of a page, shown as an annotation in the chart. */
export type ChartAnnotation = {
  at: string;
  /** The `at` of its data point. */
  point: string;
  pageId: string;
  pageName: string;
  version: number;
  changes: string[];
};

/** `basic`: the last 30 days of all pages or one page; no comparison, dimensions, annotations or CSV. */
export type AnalyticsLevel = 'basic' | 'full';

export type AnalyticsQuery = {
  period: AnalyticsPeriod;
  compare?: AnalyticsComparison;
  /** Omitted: all pages. */
  pageId?: string;
  /** Leaves the comparison out if the seller's plan doesn't include it, instead of rejecting the query. */
  comparisonOptional?: true;
};

/**
 * The points of the comparison period (`before`) align with those of the period by index. They are empty if its hours are
 * no longer known: single page views are stored for `RAW_VIEW_RETENTION_DAYS`. `pages`: all that were ever published.
 */
export type Analytics = DayRange & {
  level: AnalyticsLevel;
  timeZone: string;
  timeZoneChosen: boolean;
  /** When the data was last updated. */
  asOf: string;
  unit: AnalyticsUnit;
  figures: AnalyticsMetrics;
  points: AnalyticsPoint[];
  before: (DayRange & { figures: AnalyticsMetrics; points: AnalyticsPoint[] }) | null;
  notes: ChartAnnotation[];
  pages: { id: string; name: string }[];
};

/** `offered`: paid orders whose buyers could add the extra to their price. `taken`: those that contain it. */
export type ExtraCounts = { offered: number; taken: number };

/** Share of the buyers who added an extra; null if it was offered to none. */
export const getAttachRate = ({ offered, taken }: ExtraCounts): number | null => (offered > 0 ? taken / offered : null);

/** `label`: display name; the name of a page, or `Page, version 3` for a version. */
export type BreakdownRow = VisitCounts & {
  value: string;
  label: string;
  /** Only for extras. */
  extra: ExtraCounts | null;
  money: CurrencyRevenue[];
  usd: UsdRevenue;
};

export const DEVICE_NAMES: Record<Device, string> = analyticsLabels.devices;
