import { z } from 'zod';

import { PLANS, type PlanId } from '../plans.ts';
import { DateTime, objectSchema } from './base-schemas.ts';

export const ApiPlanId = z
  .enum(PLANS.map(({ id }) => id) as [PlanId, ...PlanId[]])
  .meta({ id: 'PlanId', description: 'Plan ID, smallest plan first.' });

const UsdCents = z.number().int().describe('Amount in US cents.');

export const ApiConnection = objectSchema('Connection', 'Stripe connection.', {
  stripe_account_id: z.string().nullable(),
  stripe_onboarding_complete: z.boolean(),
  state: z.enum(['not_started', 'incomplete', 'complete']),
  reason: z.string().nullable().describe('Why onboarding is incomplete.'),
  businessName: z.string().nullable(),
  country: z.string().nullable().describe('Country of the account, ISO 3166-1 alpha-2. Null while it is unknown.'),
  paymentMethods: z
    .strictObject({ on: z.array(z.string()), off: z.array(z.string()) })
    .nullable()
    .describe('Stripe’s types of the payment methods that are turned on and off. Null while they are unknown.'),
  canConnectExisting: z.boolean().describe('Whether an existing Stripe account can be connected.'),
  former: z
    .strictObject({ accountId: z.string(), businessName: z.string().nullable() })
    .nullable()
    .describe('Previously connected account; null while an account is connected.'),
});

export const ApiPlan = objectSchema('Plan', 'Your plan, its status, and its usage.', {
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

export const ApiPlanStarted = z.strictObject({
  success: z.literal(true),
  created: z.boolean().describe('Whether this request started the trial, or the plan if the trial was already used.'),
  status: ApiPlan,
});

export const ApiPlanChange = objectSchema('PlanChange', 'Result of a plan change.', {
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

export const ApiInvoice = objectSchema('Invoice', 'Invoice for your plan.', {
  id: z.string(),
  number: z.string().nullable(),
  createdAt: DateTime,
  total: UsdCents,
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
  url: z.string().nullable(),
});

export const ApiReactivated = z.union([
  z.strictObject({ reactivated: z.literal(true) }),
  z.strictObject({
    reactivated: z.literal(false),
    url: z.string().describe('Where to add a payment method. Repeat the request afterwards.'),
  }),
]);

export const ApiLink = z.strictObject({ url: z.string() });
