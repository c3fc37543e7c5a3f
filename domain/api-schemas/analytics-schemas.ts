import { z } from 'zod';

import { CurrencyCode, DateTime, MinorUnits, objectSchema } from './base-schemas.ts';

const Count = z.number().int();

const ApiMoneySum = objectSchema('MoneySum', 'Revenue in one currency, by the time of payment.', {
  currency: CurrencyCode,
  orders: Count.describe('Orders first paid in the period.'),
  orderTotal: MinorUnits.describe('Total of those orders.'),
  received: MinorUnits,
  refunded: MinorUnits,
  lost: MinorUnits,
  net: MinorUnits,
});

const ApiUsdSum = objectSchema('UsdSum', 'All currencies in US cents, converted when each payment was recorded.', {
  received: Count,
  back: Count,
  net: Count,
  orderTotal: Count,
});

const COUNTS = { views: Count, visitors: Count, started: Count, paid: Count };

const ApiMetrics = z.strictObject({ ...COUNTS, refunds: Count, money: z.array(ApiMoneySum), usd: ApiUsdSum }).meta({
  id: 'Figures',
  description:
    '`started`: checkouts started. `paid`: orders first paid in the period. The conversion rate is `paid / visitors`. Some buyers are not counted as visitors, so `paid` can exceed `visitors`; there is no conversion rate then.',
});

const ApiPoint = objectSchema('Point', 'Data point of the chart, in your time zone.', {
  at: z.string().describe('YYYY-MM-DD for a day or the first day of a week or month; YYYY-MM-DDTHH for an hour.'),
  ...COUNTS,
  net: Count.describe('Net revenue in US cents.'),
});

const ApiNote = objectSchema('Note', 'Published change to a page.', {
  at: DateTime,
  point: z.string().describe('The `at` value of its data point.'),
  pageId: z.uuid(),
  pageName: z.string(),
  version: Count,
  changes: z.array(z.string()),
});

const DAYS = { from: z.iso.date(), to: z.iso.date() };

export const ApiAnalytics = objectSchema('Analytics', 'Metrics of a period, with chart data.', {
  ...DAYS,
  level: z.enum(['basic', 'full']),
  timeZone: z.string(),
  timeZoneChosen: z.boolean(),
  asOf: DateTime.describe('When the data was last updated.'),
  unit: z.enum(['hour', 'day', 'week', 'month']),
  figures: ApiMetrics,
  points: z.array(ApiPoint),
  before: z
    .strictObject({ ...DAYS, figures: ApiMetrics, points: z.array(ApiPoint) })
    .nullable()
    .describe('The comparison period.'),
  notes: z.array(ApiNote),
  pages: z.array(z.strictObject({ id: z.uuid(), name: z.string() })).describe('Pages you can filter by.'),
});

const ApiBreakdownRow = objectSchema('BreakdownRow', 'Metrics of one value of the dimension.', {
  value: z.string(),
  label: z.string().describe('Display name of the value.'),
  ...COUNTS,
  money: z.array(ApiMoneySum),
  usd: ApiUsdSum,
});

export const ApiBreakdown = z.strictObject({ rows: z.array(ApiBreakdownRow), page: Count, pages: Count, count: Count });

export const ApiCsv = z
  .strictObject({ csv: z.string(), fileName: z.string() })
  .meta({ id: 'Csv', description: 'CSV file.' });
