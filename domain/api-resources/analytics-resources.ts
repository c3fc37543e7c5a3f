import { z } from 'zod';

import { CurrencyCode, DateTime, MinorUnits, objectSchema } from './base-schemas.ts';

const Count = z.number().int();
const revenueFields = { received: MinorUnits, refunded: MinorUnits, disputeLosses: MinorUnits, net: MinorUnits };

const Revenue = objectSchema('Revenue', 'Revenue in one currency, by the time of payment. In minor units.', {
  currency: CurrencyCode,
  orderCount: Count.describe('Orders first paid in the period.'),
  orderTotal: MinorUnits.describe('Total of those orders.'),
  ...revenueFields,
});

const UsdRevenue = objectSchema('UsdRevenue', 'All currencies in US cents, converted when each payment was recorded.', {
  orderTotal: Count,
  received: Count,
  reversed: Count.describe('Refunded or lost to disputes.'),
  net: Count,
});

const counts = {
  pageViews: Count,
  visitors: Count,
  checkoutsStarted: Count,
  ordersPaid: Count,
};

const Metrics = objectSchema(
  'AnalyticsMetrics',
  'The conversion rate is `ordersPaid / visitors`. Some buyers are not counted as visitors.',
  { ...counts, refundedPayments: Count, revenue: z.array(Revenue), usd: UsdRevenue },
);

const Point = objectSchema('AnalyticsPoint', 'Data point of a chart, in your time zone.', {
  period: z.string().describe('YYYY-MM-DD for a day or the first day of a week or month; YYYY-MM-DDTHH for an hour.'),
  ...counts,
  usdNet: Count.describe('Net revenue in US cents.'),
});

const days = { from: z.iso.date(), to: z.iso.date() };

export const Analytics = objectSchema('Analytics', 'Metrics of a period, with chart data.', {
  ...days,
  timeZone: z.string(),
  level: z.enum(['basic', 'full']).describe('What your plan includes.'),
  unit: z.enum(['hour', 'day', 'week', 'month']).describe('Length of each point.'),
  metrics: Metrics,
  points: z.array(Point),
  comparison: z
    .strictObject({ ...days, metrics: Metrics, points: z.array(Point) })
    .nullable()
    .describe('The period that it is compared with.'),
  annotations: z.array(
    objectSchema('AnalyticsAnnotation', 'Published change to a page.', {
      pageId: z.uuid(),
      pageName: z.string(),
      version: Count,
      changes: z.array(z.string()),
      period: z.string().describe('`period` of its data point.'),
      createdAt: DateTime,
    }),
  ),
  updatedAt: DateTime,
});

export const AnalyticsBreakdownRow = objectSchema('AnalyticsBreakdownRow', 'Metrics of one value of a dimension.', {
  value: z.string(),
  label: z.string().describe('Display name of the value.'),
  ...counts,
  extra: z
    .strictObject({
      ordersOffered: Count.describe('Paid orders whose buyers could add the extra.'),
      ordersTaken: Count.describe('Paid orders that contain the extra.'),
    })
    .nullable()
    .describe('With `by=bump`, how often an extra was offered and taken. Null for the row of the products.'),
  revenue: z.array(Revenue),
  usd: UsdRevenue,
});
