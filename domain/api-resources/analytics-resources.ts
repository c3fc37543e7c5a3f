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
  orderTotal: Count.describe('Total of the orders first paid in the period.'),
  received: Count.describe('Sum of all payments.'),
  reversed: Count.describe('Refunded or lost to disputes.'),
  net: Count.describe('`received` minus `reversed`.'),
});

const counts = {
  pageViews: Count.describe('Views of pages.'),
  visitors: Count.describe('Visitors, each counted once a day.'),
  checkoutsStarted: Count.describe('Buyers who went to Stripe to pay.'),
  ordersPaid: Count.describe('Orders first paid in the period.'),
};

const Metrics = objectSchema(
  'AnalyticsMetrics',
  'The conversion rate is `ordersPaid / visitors`. Some buyers are not counted as visitors.',
  {
    ...counts,
    refundedPayments: Count.describe('Payments that were refunded, also in part.'),
    revenue: z.array(Revenue),
    usd: UsdRevenue,
    quantities: z
      .strictObject({
        orderCount: Count.describe('Paid orders of pages where buyers choose the quantity.'),
        unitsSold: Count.describe('Units in these orders. The average quantity is `unitsSold / orderCount`.'),
        multipleUnitOrderCount: Count.describe('Those orders that have more than one unit.'),
      })
      .nullable()
      .describe('Null without orders of pages where buyers choose the quantity.'),
    extras: z
      .strictObject({
        orderCountWith: Count.describe('Paid orders with an extra.'),
        usdOrderTotalWith: Count.describe('First payments of these orders in US cents.'),
        orderCountWithout: Count.describe('Paid orders without an extra, of pages that offer extras.'),
        usdOrderTotalWithout: Count.describe('First payments of these orders in US cents.'),
      })
      .nullable()
      .describe('Null without orders of pages that offer extras.'),
    paymentTerms: z
      .strictObject({
        freeTrialCount: Count.describe('Free trials that started in the period.'),
        paidFreeTrialCount: Count.describe('Those that a payment followed. A setup fee does not count.'),
        endedFreeTrialCount: Count.describe('Those that ended without such a payment.'),
        paymentPlanCount: Count.describe('Payment plans that started in the period.'),
        completePaymentPlanCount: Count.describe('Those whose payments were all made.'),
        overduePaymentPlanCount: Count.describe('Those whose latest payment failed.'),
        endedEarlyPaymentPlanCount: Count.describe('Those that ended although some payments were not made.'),
      })
      .nullable()
      .describe('What has become of them by now. Null without orders with a free trial or a payment plan.'),
    bundles: z
      .strictObject({
        orderCount: Count.describe('Paid orders of bundles that delivered the product of the page.'),
        revenue: z
          .array(
            z.strictObject({
              currency: CurrencyCode,
              net: MinorUnits.describe('What of these orders is for the product, less refunds of it.'),
            }),
          )
          .describe('By currency.'),
      })
      .nullable()
      .describe(
        'The product of the page in bundles. Not part of the other metrics. Null without any, and for all pages together.',
      ),
  },
);

const Point = objectSchema('AnalyticsPoint', 'Data point of a chart, in your time zone.', {
  period: z.string().describe('YYYY-MM-DD for a day or the first day of a week or month; YYYY-MM-DDTHH for an hour.'),
  ...counts,
  usdNet: Count.describe('Net revenue in US cents.'),
});

const days = { from: z.iso.date().describe('First day.'), to: z.iso.date().describe('Last day, which is included.') };

export const Analytics = objectSchema('Analytics', 'Metrics of a period, with chart data.', {
  ...days,
  timeZone: z.string().describe('IANA time zone of the days.'),
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
      pageId: z.uuid().describe('ID of the page.'),
      pageName: z.string().describe('Name of the page.'),
      version: Count.describe('Number of the version that was published.'),
      changes: z.array(z.string()).describe('What the version changed.'),
      period: z.string().describe('`period` of its data point.'),
      createdAt: DateTime,
    }),
  ),
  updatedAt: DateTime,
});

export const AnalyticsBreakdownRow = objectSchema('AnalyticsBreakdownRow', 'Metrics of one value of a dimension.', {
  value: z.string().describe('Value of the dimension.'),
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
