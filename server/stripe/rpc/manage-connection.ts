import { z } from 'zod';

import { rpcErrorTitles } from '#content/messages/rpc-errors.ts';
import { stripeErrorMessages } from '#content/messages/stripe-errors.ts';
import { AppError } from '#domain/errors.ts';
import { isOnboardingComplete, onboardingState } from '#domain/onboarding.ts';
import type { Connection } from '#domain/rpc-contract.ts';
import { HOUR_MS } from '#domain/time-units.ts';
import type { Context } from '#server/core/context.ts';
import { planRateLimits } from '#server/http/rate-limits.ts';
import { defineRpcFunction } from '#server/http/rpc-function.ts';
import { authorizeUrl, connectExisting } from '#server/stripe/connect-existing.ts';
import { getConnection, createOnboardingLink } from '#server/stripe/connect.ts';
import { findCurrentAccount, findFormerAccount, toProviderAccount } from '#server/stripe/queries.ts';
import { syncPaymentMethods } from '#server/stripe/sync-payment-methods.ts';

const EmptyBody = z.strictObject({});
/** `pageId`: the page in the builder to which Stripe sends the seller back. */
const ConnectBody = z.strictObject({ pageId: z.uuid().optional() });

export const getConnectionFunction = defineRpcFunction({
  name: 'get-connection',
  // Has access `writes` because it may fetch the account from Stripe and store it.
  access: 'writes',
  body: z.strictObject({ refresh: z.boolean().optional() }),
  limits: [{ name: 'connection', limit: 60, windowMs: HOUR_MS, isForRefresh: true }],
  run: (context, { caller }, { refresh = false }) => loadConnection(context, caller.sellerId, refresh),
});

async function loadConnection(context: Context, sellerId: string, refresh: boolean): Promise<Connection> {
  const connected = await getConnection(context, sellerId, refresh);
  if (connected && isOnboardingComplete(toProviderAccount(connected)))
    await syncPaymentMethods(context, connected, refresh);
  const row = await findCurrentAccount(context.db, sellerId, context.mode);
  const former = await findFormerAccount(context.db, sellerId, context.mode);
  const account = toProviderAccount(row);
  const state = onboardingState(account);
  return {
    stripe_account_id: account?.accountId ?? null,
    stripe_onboarding_complete: state === 'complete',
    state,
    reason: state === 'incomplete' && account?.detailsSubmitted ? describeDisabledReason(account.disabledReason) : null,
    businessName: row?.businessName ?? null,
    country: row?.country ?? null,
    paymentMethods: row?.paymentMethods ?? null,
    canConnectExisting: context.config.stripeClientId !== null,
    former: former?.accountId ? { accountId: former.accountId, businessName: former.businessName } : null,
  };
}

/** Explains Stripe's `disabled_reason`, which says why an account may not accept payments. */
function describeDisabledReason(disabledReason: string | null): string {
  const { disabled } = stripeErrorMessages;
  if (disabledReason?.startsWith('rejected')) return disabled.rejected;
  if (disabledReason === 'requirements.pending_verification') return disabled.pendingVerification;
  if (disabledReason === 'under_review') return disabled.underReview;
  return disabled.detailsMissing;
}

export const stripeConnectOnboarding = defineRpcFunction({
  name: 'stripe-connect-onboarding',
  access: 'writes',
  confirmedEmail: true,
  body: ConnectBody,
  limits: planRateLimits('onboarding'),
  run: async (context, { caller }, { pageId = null }) => {
    const url = await createOnboardingLink(context, caller.sellerId, caller.email, pageId);
    return url ? { url } : { alreadyConnected: true as const };
  },
});

export const stripeConnectAuthorize = defineRpcFunction({
  name: 'stripe-connect-authorize',
  access: 'writes',
  notInApi: 'A person consents at Stripe, in the browser in which they are signed in here.',
  confirmedEmail: true,
  body: ConnectBody,
  limits: planRateLimits('authorize'),
  run: async (context, { caller }, { pageId }) => {
    const url = await authorizeUrl(context, caller.sellerId, pageId);
    return url ? { url } : { alreadyConnected: true as const };
  },
});

const RESPONSE_TEXT = z.string().min(1).max(2048);

export const stripeConnectComplete = defineRpcFunction({
  name: 'stripe-connect-complete',
  access: 'writes',
  notInApi: 'A person consents at Stripe, in the browser in which they are signed in here.',
  confirmedEmail: true,
  body: z.union([
    z.strictObject({ state: RESPONSE_TEXT, code: RESPONSE_TEXT }),
    z.strictObject({ state: RESPONSE_TEXT, error: RESPONSE_TEXT }),
  ]),
  limits: planRateLimits('authorized'),
  run: async (context, { caller }, response) => {
    await connectExisting(context, caller.sellerId, response);
    return loadConnection(context, caller.sellerId, false);
  },
});

export const stripeConnectDashboard = defineRpcFunction({
  name: 'stripe-connect-dashboard',
  access: 'writes',
  body: EmptyBody,
  limits: [{ name: 'dashboard', limit: 60, windowMs: HOUR_MS }],
  run: async (context, { caller }) => {
    const account = toProviderAccount(await findCurrentAccount(context.db, caller.sellerId, context.mode));
    if (!account || !isOnboardingComplete(account))
      throw new AppError('stripe_not_connected', {
        title: rpcErrorTitles['stripe-connect-dashboard'],
        message: stripeErrorMessages.notConnected,
      });
    return { url: context.dashboardUrl(account.accountId) };
  },
});
