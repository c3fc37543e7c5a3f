import { z } from 'zod';

import { API_SCOPE_NAMES } from '../api-key.ts';
import { PLANS, type PlanId as PlanIdName } from '../plans.ts';
import { CurrencyCode, DateTime, MinorUnits, objectSchema } from './base-schemas.ts';
import { Mode } from './shared-resources.ts';

export const PlanId = z
  .enum(PLANS.map(({ id }) => id) as [PlanIdName, ...PlanIdName[]])
  .meta({ id: 'PlanId', description: 'Plan, smallest first.' });

export const Account = objectSchema('Account', 'The seller that the API key belongs to.', {
  id: z.uuid().describe('ID of this object.'),
  email: z.string().describe('Email address of the account.'),
  businessName: z.string().nullable().describe('Name of the Stripe account.'),
  mode: Mode,
  timeZone: z.string().describe('IANA time zone in which analytics count days.'),
  notifications: z
    .strictObject({ sales: z.boolean().describe('An email for each sale and renewal.') })
    .describe('Emails that you get.'),
  plan: PlanId.nullable(),
});

export const StripeConnection = objectSchema('StripeConnection', 'Your Stripe account.', {
  state: z
    .enum(['not_started', 'incomplete', 'complete'])
    .describe('`incomplete`: Stripe needs more information before it accepts payments.'),
  stripeAccountId: z.string().nullable().describe('Stripe’s ID of the account; null if none is connected.'),
  businessName: z.string().nullable().describe('Name of the Stripe account; null while it is unknown.'),
  country: z.string().nullable().describe('ISO 3166-1 alpha-2. Null while it is unknown.'),
  incompleteReason: z.string().nullable().describe('Why onboarding is incomplete.'),
  canConnectExisting: z.boolean().describe('Whether an existing Stripe account can be connected.'),
  formerStripeAccountId: z.string().nullable().describe('Account that was connected before, if none is now.'),
});

const PlanPrice = z.strictObject({ currency: CurrencyCode, amount: MinorUnits });

export const SellerPlan = objectSchema('SellerPlan', 'Your own subscription to this product.', {
  plan: PlanId.nullable(),
  state: z.enum(['trialing', 'active', 'past_due', 'canceled']).nullable().describe('Null if you never had a plan.'),
  active: z.boolean().describe('Whether your pages can take payments.'),
  price: PlanPrice.nullable().describe('Your monthly price, if it differs from the plan’s current price.'),
  priceChange: z
    .strictObject({ ...PlanPrice.shape, startsAt: DateTime })
    .nullable()
    .describe('Announced new price.'),
  scheduledChange: z.strictObject({ plan: PlanId, startsAt: DateTime }).nullable().describe('Scheduled downgrade.'),
  amountDue: z
    .strictObject({
      ...PlanPrice.shape,
      paymentUrl: z.string().nullable().describe('Where you can pay it.'),
      plan: PlanId.nullable(),
    })
    .nullable()
    .describe('Unpaid invoice. With a `plan`, that plan starts once it is paid.'),
  card: z
    .strictObject({ brand: z.string().describe('Brand of the card.'), last4: z.string().describe('Last four digits.') })
    .nullable()
    .describe('Card that pays for the plan; null without one.'),
  monthlySales: objectSchema('MonthlySales', 'Sales of the current month (UTC), without refunds.', {
    currency: CurrencyCode,
    amount: MinorUnits,
    limit: MinorUnits.nullable().describe('Null if unlimited.'),
    percentage: z.number().int().describe('Share of the limit, in percent.'),
    transactionCount: z.number().int().describe('Number of payments.'),
    exceeded: z.boolean().describe('Whether the limit is exceeded.'),
  }),
  suggestedPlan: PlanId.nullable().describe('Smallest plan whose limit you don’t exceed; null if yours fits.'),
  limits: objectSchema('PlanLimits', 'What your plan includes.', {
    webhookEndpoints: z.number().int().describe('Maximum number of webhook endpoints.'),
    customDomains: z.number().int().describe('Maximum number of domains.'),
    requestsPerMinute: z.number().int().describe('Rate limit of the API.'),
  }),
  trialUsed: z.boolean().describe('Whether the free trial was already used.'),
  trialEndsAt: DateTime.nullable(),
  currentPeriodEndsAt: DateTime.nullable(),
  cancelAt: DateTime.nullable(),
});

export const PlanInvoice = objectSchema('PlanInvoice', 'Invoice for your plan.', {
  id: z.string().describe('Stripe’s ID of the invoice.'),
  number: z.string().nullable().describe('Invoice number; null for a draft.'),
  state: z
    .enum(['draft', 'open', 'paid', 'uncollectible', 'void'])
    .describe('As in Stripe. `open`: not paid yet. `uncollectible`: payment is not expected anymore.'),
  currency: CurrencyCode,
  total: MinorUnits,
  url: z.string().nullable().describe('Page of the invoice at Stripe; null for a draft.'),
  createdAt: DateTime,
});

export const ApiKey = objectSchema('ApiKey', 'API key. The key itself is shown only once, when it is created.', {
  id: z.uuid().describe('ID of this object.'),
  name: z.string().describe('Name that you gave the key.'),
  prefix: z.string().describe('First characters of the key, for identification.'),
  scopes: z.array(z.enum(API_SCOPE_NAMES)).describe('What the key may do.'),
  createdAt: DateTime,
  expiresAt: DateTime.nullable(),
  lastUsedAt: DateTime.nullable(),
  lastUsedIp: z.string().nullable().describe('IP address of its last request; null if it was never used.'),
});
