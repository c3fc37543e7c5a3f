import { z } from 'zod';

import { PLANS, type PlanId } from '#domain/plans.ts';
import type { RpcContract, Connection } from '#domain/rpc-contract.ts';
import type { PlanChange, PlanInvoice, SubscriptionStatus } from '#domain/subscription.ts';

import { DateTime, exactSchema } from './base-schemas.ts';

export const ApiPlanId = z
  .enum(PLANS.map(({ id }) => id) as [PlanId, ...PlanId[]])
  .meta({ id: 'PlanId', description: 'A plan, from the smallest to the largest.' });

const UsdCents = z.number().int().meta({ description: 'Minor units of US dollars.' });

export const ApiConnection = exactSchema<Connection>()(
  z
    .strictObject({
      stripe_account_id: z.string().nullable(),
      stripe_onboarding_complete: z.boolean(),
      state: z.enum(['not_started', 'incomplete', 'complete']),
      reason: z.string().nullable().meta({ description: 'Why a started account is not complete, in words.' }),
      businessName: z.string().nullable(),
      canConnectExisting: z.boolean().meta({
        description: 'Whether the builder can connect a Stripe account that the seller already has.',
      }),
      former: z
        .strictObject({ accountId: z.string(), businessName: z.string().nullable() })
        .nullable()
        .meta({ description: 'The account that was connected last; null while one is connected.' }),
    })
    .meta({ id: 'Connection', description: 'The connection with Stripe.' }),
);

export const ApiPlan = exactSchema<SubscriptionStatus>()(
  z
    .strictObject({
      hasSubscription: z.boolean().meta({ description: 'Whether there is one, or was.' }),
      status: z.enum(['trialing', 'active', 'past_due', 'canceled']).nullable(),
      currentPlan: ApiPlanId.nullable(),
      trialEndsAt: DateTime.nullable(),
      currentPeriodEnd: DateTime.nullable(),
      needsUpgrade: z.boolean(),
      suggestedPlan: ApiPlanId.nullable(),
      monthlySales: z
        .strictObject({
          amount: z.number(),
          limit: z.number().nullable().meta({ description: 'Null: unlimited.' }),
          percentage: z.number().int(),
          transactions: z.number().int(),
          exceeded: z.boolean(),
        })
        .meta({ description: 'Sales of the UTC month in US dollars.' }),
      access: z.boolean().meta({ description: 'Whether your pages are on sale now.' }),
      trialUsed: z.boolean().meta({
        description: 'Whether the free trial was used before, so that the plan starts when it is paid.',
      }),
      cancelAt: DateTime.nullable(),
      pendingPlan: z
        .strictObject({ plan: ApiPlanId, at: DateTime })
        .nullable()
        .meta({ description: 'The smaller plan that begins with the next billing cycle.' }),
      price: UsdCents.nullable().meta({
        description: 'What you pay a month, in minor units of US dollars. Null: the price at which the plan is sold.',
      }),
      newPrice: z
        .strictObject({ amount: UsdCents, at: DateTime })
        .nullable()
        .meta({ description: 'An announced price of the plan, and the renewal at which it begins.' }),
      due: z
        .strictObject({ amount: UsdCents, url: z.string().nullable(), plan: ApiPlanId.nullable() })
        .nullable()
        .meta({ description: 'Money that is due for the plan itself.' }),
      card: z.strictObject({ brand: z.string(), last4: z.string() }).nullable(),
      now: DateTime.meta({ description: 'The clock of the answer: in the sandbox it can be moved.' }),
    })
    .meta({ id: 'Plan', description: 'The plan, how it stands and what it has used.' }),
);

export const ApiPlanStarted = exactSchema<RpcContract['create-subscription']['response']>()(
  z.strictObject({
    success: z.literal(true),
    created: z.boolean().meta({
      description: 'Whether this call began the trial, or the plan where the trial was used before.',
    }),
    status: ApiPlan,
  }),
);

export const ApiPlanChange = exactSchema<PlanChange>()(
  z
    .strictObject({
      change: z.enum(['upgraded', 'switched', 'scheduled', 'kept', 'payment_needed']).meta({
        description:
          '`upgraded`: at once, and charged. `switched`: at once, without charge. `scheduled`: with the next billing cycle. `kept`: a smaller plan that was to come does not come. `payment_needed`: when `url` has been paid.',
      }),
      plan: ApiPlanId,
      at: DateTime.nullable(),
      url: z.string().nullable(),
      charged: UsdCents,
      message: z.string().nullable(),
    })
    .meta({ id: 'PlanChange', description: 'What became of a wish for another plan.' }),
);

export const ApiInvoice = exactSchema<PlanInvoice>()(
  z
    .strictObject({
      id: z.string(),
      number: z.string().nullable(),
      createdAt: DateTime,
      total: UsdCents,
      status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
      url: z.string().nullable(),
    })
    .meta({ id: 'Invoice', description: 'An invoice of ours to you.' }),
);

export const ApiReactivated = exactSchema<RpcContract['reactivate-subscription']['response']>()(
  z.union([
    z.strictObject({ reactivated: z.literal(true) }),
    z.strictObject({
      reactivated: z.literal(false),
      url: z.string().meta({ description: 'Where a payment method is added first; ask again afterwards.' }),
    }),
  ]),
);

export const ApiLink = z.strictObject({ url: z.string() });
