import { z } from 'zod';

import type {
  Analytics,
  AnalyticsMetrics,
  AnalyticsPoint,
  BreakdownRow,
  ChartAnnotation,
  CurrencyRevenue,
  UsdRevenue,
} from '#domain/analytics.ts';
import { PLANS, type PlanId } from '#domain/plans.ts';
import type { Connection, RpcContract } from '#domain/rpc-contract.ts';
import type { PlanChange, PlanInvoice, SubscriptionStatus } from '#domain/subscription.ts';

import { CurrencyCode, DateTime, MinorUnits, exactSchema, objectSchema } from './base-schemas.ts';

export const ApiPlanId = z
  .enum(PLANS.map(({ id }) => id) as [PlanId, ...PlanId[]])
  .meta({ id: 'PlanId', description: 'Plan ID, smallest plan first.' });

const UsdCents = z.number().int().describe('Amount in US cents.');

export const ApiConnection = objectSchema<Connection>()('Connection', 'Stripe connection.', {
  stripe_account_id: z.string().nullable(),
  stripe_onboarding_complete: z.boolean(),
  state: z.enum(['not_started', 'incomplete', 'complete']),
  reason: z.string().nullable().describe('Why onboarding is incomplete.'),
  businessName: z.string().nullable(),
  country: z.string().nullable().describe('Country of the account, ISO 3166-1 alpha-2. Null while it is unknown.'),
  canConnectExisting: z.boolean().describe('Whether an existing Stripe account can be connected.'),
  former: z
    .strictObject({ accountId: z.string(), businessName: z.string().nullable() })
    .nullable()
    .describe('Previously connected account; null while an account is connected.'),
});

export const ApiPlan = objectSchema<SubscriptionStatus>()('Plan', 'Your plan, its status, and its usage.', {
  hasSubscription: z.boolean().describe('Whether you have or had a subscription.'),
  status: z.enum(['trialing', 'active', 'past_due', 'canceled']).nullable(),
  currentPlan: ApiPlanId.nullable(),
  trialEndsAt: DateTime.nullable(),
  currentPeriodEnd: DateTime.nullable(),
  needsUpgrade: z.boolean(),
  suggestedPlan: ApiPlanId.nullable(),
  monthlySales: z
    .strictObject({
      amount: z.number(),
      limit: z.number().nullable().describe('Null if unlimited.'),
      percentage: z.number().int(),
      transactions: z.number().int(),
      exceeded: z.boolean(),
    })
    .describe('Sales of the current UTC month in US dollars.'),
  access: z.boolean().describe('Whether your pages can take payments now.'),
  trialUsed: z
    .boolean()
    .describe('Whether the free trial was already used. If so, a plan starts when its first invoice is paid.'),
  cancelAt: DateTime.nullable(),
  pendingPlan: z
    .strictObject({ plan: ApiPlanId, at: DateTime })
    .nullable()
    .describe('Scheduled downgrade, which takes effect at the next billing cycle.'),
  price: UsdCents.nullable().describe('Your monthly price in US cents. Null if you pay the plan’s current price.'),
  newPrice: z
    .strictObject({ amount: UsdCents, at: DateTime })
    .nullable()
    .describe('Announced price change, and the renewal at which it takes effect.'),
  due: z
    .strictObject({ amount: UsdCents, url: z.string().nullable(), plan: ApiPlanId.nullable() })
    .nullable()
    .describe('Amount due for your plan.'),
  card: z.strictObject({ brand: z.string(), last4: z.string() }).nullable(),
  now: DateTime.describe('Current time of the server. In the sandbox, the clock can be moved.'),
});

export const ApiPlanStarted = exactSchema<RpcContract['create-subscription']['response']>()(
  z.strictObject({
    success: z.literal(true),
    created: z.boolean().describe('Whether this request started the trial, or the plan if the trial was already used.'),
    status: ApiPlan,
  }),
);

export const ApiPlanChange = objectSchema<PlanChange>()('PlanChange', 'Result of a plan change.', {
  change: z
    .enum(['upgraded', 'switched', 'scheduled', 'kept', 'payment_needed'])
    .describe(
      '`upgraded`: immediately, with a charge. `switched`: immediately, without a charge. `scheduled`: at the next billing cycle. `kept`: a scheduled downgrade was canceled. `payment_needed`: once the invoice at `url` is paid.',
    ),
  plan: ApiPlanId,
  at: DateTime.nullable(),
  url: z.string().nullable(),
  charged: UsdCents,
  message: z.string().nullable(),
});

export const ApiInvoice = objectSchema<PlanInvoice>()('Invoice', 'Invoice for your plan.', {
  id: z.string(),
  number: z.string().nullable(),
  createdAt: DateTime,
  total: UsdCents,
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
  url: z.string().nullable(),
});

export const ApiReactivated = exactSchema<RpcContract['reactivate-subscription']['response']>()(
  z.union([
    z.strictObject({ reactivated: z.literal(true) }),
    z.strictObject({
      reactivated: z.literal(false),
      url: z.string().describe('Where to add a payment method. Repeat the request afterwards.'),
    }),
  ]),
);

export const ApiLink = z.strictObject({ url: z.string() });

const Count = z.number().int();

const ApiMoneySum = objectSchema<CurrencyRevenue>()('MoneySum', 'Revenue in one currency, by the time of payment.', {
  currency: CurrencyCode,
  orders: Count.describe('Orders first paid in the period.'),
  orderTotal: MinorUnits.describe('Total of those orders.'),
  received: MinorUnits,
  refunded: MinorUnits,
  lost: MinorUnits,
  net: MinorUnits,
});

const ApiUsdSum = objectSchema<UsdRevenue>()(
  'UsdSum',
  'All currencies in US cents, converted when each payment was recorded.',
  {
    received: Count,
    back: Count,
    net: Count,
    orderTotal: Count,
  },
);

const COUNTS = { views: Count, visitors: Count, started: Count, paid: Count };

const ApiMetrics = exactSchema<AnalyticsMetrics>()(
  z.strictObject({ ...COUNTS, refunds: Count, money: z.array(ApiMoneySum), usd: ApiUsdSum }).meta({
    id: 'Figures',
    description:
      '`started`: checkouts started. `paid`: orders first paid in the period. The conversion rate is `paid / visitors`. Some buyers are not counted as visitors, so `paid` can exceed `visitors`; there is no conversion rate then.',
  }),
);

const ApiPoint = objectSchema<AnalyticsPoint>()('Point', 'Data point of the chart, in your time zone.', {
  at: z.string().describe('YYYY-MM-DD for a day or the first day of a week or month; YYYY-MM-DDTHH for an hour.'),
  ...COUNTS,
  net: Count.describe('Net revenue in US cents.'),
});

const ApiNote = objectSchema<ChartAnnotation>()('Note', 'Published change to a page.', {
  at: DateTime,
  point: z.string().describe('The `at` value of its data point.'),
  pageId: z.uuid(),
  pageName: z.string(),
  version: Count,
  changes: z.array(z.string()),
});

const DAYS = { from: z.iso.date(), to: z.iso.date() };

export const ApiAnalytics = objectSchema<Analytics>()('Analytics', 'Metrics of a period, with chart data.', {
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

const ApiBreakdownRow = objectSchema<BreakdownRow>()('BreakdownRow', 'Metrics of one value of the dimension.', {
  value: z.string(),
  label: z.string().describe('Display name of the value.'),
  ...COUNTS,
  money: z.array(ApiMoneySum),
  usd: ApiUsdSum,
});

export const ApiBreakdown = exactSchema<RpcContract['get-breakdown']['response']>()(
  z.strictObject({ rows: z.array(ApiBreakdownRow), page: Count, pages: Count, count: Count }),
);

export const ApiCsv = exactSchema<RpcContract['export-analytics']['response']>()(
  z.strictObject({ csv: z.string(), fileName: z.string() }).meta({ id: 'Csv', description: 'CSV file.' }),
);
