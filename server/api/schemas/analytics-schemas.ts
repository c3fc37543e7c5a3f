import { z } from 'zod';

import type {
  Analytics,
  ChartAnnotation,
  AnalyticsPoint,
  BreakdownRow,
  AnalyticsMetrics,
  CurrencyRevenue,
  UsdRevenue,
} from '#domain/analytics.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';

import { CurrencyCode, MinorUnits, DateTime, exactSchema } from './base-schemas.ts';

const Count = z.number().int();

const ApiMoneySum = exactSchema<CurrencyRevenue>()(
  z
    .strictObject({
      currency: CurrencyCode,
      orders: Count.meta({ description: 'Orders paid for the first time in the period.' }),
      orderTotal: MinorUnits.meta({ description: 'What those orders came to.' }),
      received: MinorUnits,
      refunded: MinorUnits,
      lost: MinorUnits,
      net: MinorUnits,
    })
    .meta({ id: 'MoneySum', description: 'Money of one currency by the time at which it was paid.' }),
);

const ApiUsdSum = exactSchema<UsdRevenue>()(
  z
    .strictObject({ received: Count, back: Count, net: Count, orderTotal: Count })
    .meta({ id: 'UsdSum', description: 'All currencies in US cents, converted when they came in.' }),
);

const COUNTS = { views: Count, visitors: Count, started: Count, paid: Count };

export const ApiMetrics = exactSchema<AnalyticsMetrics>()(
  z.strictObject({ ...COUNTS, refunds: Count, money: z.array(ApiMoneySum), usd: ApiUsdSum }).meta({
    id: 'Figures',
    description:
      '`started`: presses of pay that led to Stripe. `paid`: orders paid for the first time. Conversion is `paid / visitors`.',
  }),
);

export const ApiPoint = exactSchema<AnalyticsPoint>()(
  z
    .strictObject({
      at: z.string().meta({
        description: 'YYYY-MM-DD of the day, or of the first of its week or month; YYYY-MM-DDTHH of an hour.',
      }),
      ...COUNTS,
      net: Count.meta({ description: 'US cents.' }),
    })
    .meta({ id: 'Point', description: 'One point of the chart, in your time zone.' }),
);

const ApiNote = exactSchema<ChartAnnotation>()(
  z
    .strictObject({
      at: DateTime,
      point: z.string().meta({ description: 'The point of the chart that it belongs to.' }),
      pageId: z.uuid(),
      pageName: z.string(),
      version: Count,
      changes: z.array(z.string()),
    })
    .meta({ id: 'Note', description: 'Something that was done to a page.' }),
);

const DAYS = { from: z.iso.date(), to: z.iso.date() };

export const ApiAnalytics = exactSchema<Analytics>()(
  z
    .strictObject({
      ...DAYS,
      level: z.enum(['basic', 'full']),
      timeZone: z.string(),
      timeZoneChosen: z.boolean(),
      asOf: DateTime.meta({ description: 'What was counted by then.' }),
      unit: z.enum(['hour', 'day', 'week', 'month']),
      figures: ApiMetrics,
      points: z.array(ApiPoint),
      before: z
        .strictObject({ ...DAYS, figures: ApiMetrics, points: z.array(ApiPoint) })
        .nullable()
        .meta({ description: 'The period that it is laid beside.' }),
      notes: z.array(ApiNote),
      pages: z.array(z.strictObject({ id: z.uuid(), name: z.string() })).meta({ description: 'What can be chosen.' }),
    })
    .meta({ id: 'Analytics', description: 'The figures of a period, and the points of its chart.' }),
);

export const ApiBreakdownRow = exactSchema<BreakdownRow>()(
  z
    .strictObject({
      value: z.string(),
      label: z.string().meta({ description: 'As people read it.' }),
      ...COUNTS,
      money: z.array(ApiMoneySum),
      usd: ApiUsdSum,
    })
    .meta({ id: 'BreakdownRow', description: 'The figures of one value.' }),
);

export const ApiBreakdown = exactSchema<RpcContract['get-breakdown']['response']>()(
  z.strictObject({ rows: z.array(ApiBreakdownRow), page: Count, pages: Count, count: Count }),
);

export const ApiCsv = exactSchema<RpcContract['export-analytics']['response']>()(
  z.strictObject({ csv: z.string(), fileName: z.string() }).meta({ id: 'Csv', description: 'A table as text.' }),
);
