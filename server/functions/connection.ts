import { z } from 'zod';

import type { Connection } from '#domain/calls.ts';
import { ShopError } from '#domain/errors.ts';
import { isOnboardingComplete, onboardingState } from '#domain/onboarding.ts';

import {
  findCurrentAccount,
  providerAccountOf,
  type ProviderAccountRow,
} from '#server/db/provider-accounts.ts';
import { connectionOf, onboardingLink } from '#server/stripe/connect.ts';
import { backendFunction } from './backend-function.ts';
import { planLimits } from './plan-limits.ts';

const NOTHING = z.strictObject({});
const HOUR_MS = 3_600_000;

export const getConnection = backendFunction({
  name: 'get-connection',
  title: 'Connection Failed',
  // It may ask the provider and write down the answer.
  access: 'writes',
  body: z.strictObject({ refresh: z.boolean().optional() }),
  limits: ({ caller }, { refresh }) =>
    refresh ? [{ key: `connection:${caller.sellerId}`, limit: 60, windowMs: HOUR_MS }] : [],
  run: async (context, { caller }, { refresh = false }) =>
    connectionAnswer(await connectionOf(context, caller.sellerId, refresh)),
});

function connectionAnswer(row: ProviderAccountRow | null): Connection {
  const account = providerAccountOf(row);
  const state = onboardingState(account);
  return {
    stripe_account_id: account?.accountId ?? null,
    stripe_onboarding_complete: state === 'complete',
    state,
    reason: state === 'incomplete' && account?.detailsSubmitted ? reasonText(account.disabledReason) : null,
    businessName: row?.businessName ?? null,
  };
}

/** The provider's code of why an account may not take money, in words. */
function reasonText(disabledReason: string | null): string {
  if (disabledReason?.startsWith('rejected'))
    return 'Stripe has turned this account down. Its dashboard says why.';
  if (disabledReason === 'requirements.pending_verification')
    return 'Stripe is checking your details. This can take a day or two.';
  if (disabledReason === 'under_review') return 'Stripe is reviewing the account.';
  return 'Stripe needs more details from you before it lets buyers pay.';
}

export const stripeConnectOnboarding = backendFunction({
  name: 'stripe-connect-onboarding',
  title: 'Connection Failed',
  access: 'writes',
  confirmedEmail: true,
  body: NOTHING,
  limits: planLimits('onboarding'),
  run: async (context, { caller }) => {
    const url = await onboardingLink(context, caller.sellerId, caller.email);
    return url ? { url } : { alreadyConnected: true as const };
  },
});

export const stripeConnectDashboard = backendFunction({
  name: 'stripe-connect-dashboard',
  title: 'Failed to Open Dashboard',
  access: 'writes',
  body: NOTHING,
  limits: ({ caller }) => [{ key: `dashboard:${caller.sellerId}`, limit: 60, windowMs: HOUR_MS }],
  run: async (context, { caller }) => {
    const account = providerAccountOf(await findCurrentAccount(context.db, caller.sellerId, context.mode));
    if (!account || !isOnboardingComplete(account)) throw new ShopError('stripe_not_connected');
    return { url: context.dashboardUrl(account.accountId) };
  },
});
