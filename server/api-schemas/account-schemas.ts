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
  .meta({ id: 'PlanId', description: 'A plan, from the smallest to the largest.' });

const UsdCents = z.number().int().describe('Minor units of US dollars.');

export const ApiConnection = objectSchema<Connection>()('Connection', 'The connection with Stripe.', {
  stripe_account_id: z.string().nullable(),
  stripe_onboarding_complete: z.boolean(),
  state: z.enum(['not_started', 'incomplete', 'complete']),
  reason: z.string().nullable().describe('Why a started account is not complete, in words.'),
  businessName: z.string().nullable(),
  canConnectExisting: z
    .boolean()
    .describe('Whether the builder can connect a Stripe account that the seller already has.'),
  former: z
    .strictObject({ accountId: z.string(), businessName: z.string().nullable() })
    .nullable()
    .describe('The account that was connected last; null while one is connected.'),
});

export const ApiPlan = objectSchema<SubscriptionStatus>()('Plan', 'The plan, how it stands and what it has used.', {
  hasSubscription: z.boolean().describe('Whether there is one, or was.'),
  status: z.enum(['trialing', 'active', 'past_due', 'canceled']).nullable(),
  currentPlan: ApiPlanId.nullable(),
  trialEndsAt: DateTime.nullable(),
  currentPeriodEnd: DateTime.nullable(),
  needsUpgrade: z.boolean(),
  suggestedPlan: ApiPlanId.nullable(),
  monthlySales: z
    .strictObject({
      amount: z.number(),
      limit: z.number().nullable().describe('Null: unlimited.'),
      percentage: z.number().int(),
      transactions: z.number().int(),
      exceeded: z.boolean(),
    })
    .describe('Sales of the UTC month in US dollars.'),
  access: z.boolean().describe('Whether your pages are on sale now.'),
  trialUsed: z.boolean().describe('Whether the free trial was used before, so that the plan starts when it is paid.'),
  cancelAt: DateTime.nullable(),
  pendingPlan: z
    .strictObject({ plan: ApiPlanId, at: DateTime })
    .nullable()
    .describe('The smaller plan that begins with the next billing cycle.'),
  price: UsdCents.nullable().describe(
    'What you pay a month, in minor units of US dollars. Null: the price at which the plan is sold.',
  ),
  newPrice: z
    .strictObject({ amount: UsdCents, at: DateTime })
    .nullable()
    .describe('An announced price of the plan, and the renewal at which it begins.'),
  due: z
    .strictObject({ amount: UsdCents, url: z.string().nullable(), plan: ApiPlanId.nullable() })
    .nullable()
    .describe('Money that is due for the plan itself.'),
  card: z.strictObject({ brand: z.string(), last4: z.string() }).nullable(),
  now: DateTime.describe('The clock of the answer: in the sandbox it can be moved.'),
});

export const ApiPlanStarted = exactSchema<RpcContract['create-subscription']['response']>()(
  z.strictObject({
    success: z.literal(true),
    created: z.boolean().describe('Whether this call began the trial, or the plan where the trial was used before.'),
    status: ApiPlan,
  }),
);

export const ApiPlanChange = objectSchema<PlanChange>()('PlanChange', 'What became of a wish for another plan.', {
  change: z
    .enum(['upgraded', 'switched', 'scheduled', 'kept', 'payment_needed'])
    .describe(
      '`upgraded`: at once, and charged. `switched`: at once, without charge. `scheduled`: with the next billing cycle. `kept`: a smaller plan that was to come does not come. `payment_needed`: when `url` has been paid.',
    ),
  plan: ApiPlanId,
  at: DateTime.nullable(),
  url: z.string().nullable(),
  charged: UsdCents,
  message: z.string().nullable(),
});

export const ApiInvoice = objectSchema<PlanInvoice>()('Invoice', 'An invoice of ours to you.', {
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
      url: z.string().describe('Where a payment method is added first; ask again afterwards.'),
    }),
  ]),
);

export const ApiLink = z.strictObject({ url: z.string() });

const Count = z.number().int();

const ApiMoneySum = objectSchema<CurrencyRevenue>()(
  'MoneySum',
  'Money of one currency by the time at which it was paid.',
  {
    currency: CurrencyCode,
    orders: Count.describe('Orders paid for the first time in the period.'),
    orderTotal: MinorUnits.describe('What those orders came to.'),
    received: MinorUnits,
    refunded: MinorUnits,
    lost: MinorUnits,
    net: MinorUnits,
  },
);

const ApiUsdSum = objectSchema<UsdRevenue>()('UsdSum', 'All currencies in US cents, converted when they came in.', {
  received: Count,
  back: Count,
  net: Count,
  orderTotal: Count,
});

const COUNTS = { views: Count, visitors: Count, started: Count, paid: Count };

const ApiMetrics = exactSchema<AnalyticsMetrics>()(
  z.strictObject({ ...COUNTS, refunds: Count, money: z.array(ApiMoneySum), usd: ApiUsdSum }).meta({
    id: 'Figures',
    description:
      '`started`: presses of pay that led to Stripe. `paid`: orders paid for the first time. Conversion is `paid / visitors`.',
  }),
);

const ApiPoint = objectSchema<AnalyticsPoint>()('Point', 'One point of the chart, in your time zone.', {
  at: z.string().describe('YYYY-MM-DD of the day, or of the first of its week or month; YYYY-MM-DDTHH of an hour.'),
  ...COUNTS,
  net: Count.describe('US cents.'),
});

const ApiNote = objectSchema<ChartAnnotation>()('Note', 'Something that was done to a page.', {
  at: DateTime,
  point: z.string().describe('The point of the chart that it belongs to.'),
  pageId: z.uuid(),
  pageName: z.string(),
  version: Count,
  changes: z.array(z.string()),
});

const DAYS = { from: z.iso.date(), to: z.iso.date() };

export const ApiAnalytics = objectSchema<Analytics>()(
  'Analytics',
  'The figures of a period, and the points of its chart.',
  {
    ...DAYS,
    level: z.enum(['basic', 'full']),
    timeZone: z.string(),
    timeZoneChosen: z.boolean(),
    asOf: DateTime.describe('What was counted by then.'),
    unit: z.enum(['hour', 'day', 'week', 'month']),
    figures: ApiMetrics,
    points: z.array(ApiPoint),
    before: z
      .strictObject({ ...DAYS, figures: ApiMetrics, points: z.array(ApiPoint) })
      .nullable()
      .describe('The period that it is laid beside.'),
    notes: z.array(ApiNote),
    pages: z.array(z.strictObject({ id: z.uuid(), name: z.string() })).describe('What can be chosen.'),
  },
);

const ApiBreakdownRow = objectSchema<BreakdownRow>()('BreakdownRow', 'The figures of one value.', {
  value: z.string(),
  label: z.string().describe('As people read it.'),
  ...COUNTS,
  money: z.array(ApiMoneySum),
  usd: ApiUsdSum,
});

export const ApiBreakdown = exactSchema<RpcContract['get-breakdown']['response']>()(
  z.strictObject({ rows: z.array(ApiBreakdownRow), page: Count, pages: Count, count: Count }),
);

export const ApiCsv = exactSchema<RpcContract['export-analytics']['response']>()(
  z.strictObject({ csv: z.string(), fileName: z.string() }).meta({ id: 'Csv', description: 'A table as text.' }),
);
