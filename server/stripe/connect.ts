import type Stripe from 'stripe';

import { isAppError } from '#domain/errors.ts';
import { isOnboardingComplete } from '#domain/onboarding.ts';
import { DAY_MS } from '#domain/time-units.ts';
import type { Config } from '#server/core/config.ts';
import type { Context } from '#server/core/context.ts';

import { recordAccountState, recordDisconnected } from './account-changes.ts';
import { fingerprint } from './idempotency-keys.ts';
import {
  attachAccount,
  deleteReservedAccount,
  findCurrentAccount,
  findFormerAccount,
  lockSeller,
  toProviderAccount,
  reserveAccount,
  setAccountId,
  type AccountSnapshot,
  type ProviderAccountRow,
} from './queries.ts';
import { callStripe, isAccountDisconnected, isFinalRejection } from './stripe-errors.ts';

/**
 * Returns the URL of a seller's dashboard. It names the account, because Stripe otherwise opens the account that was viewed
 * last.
 */
export function createDashboardUrl({
  mode,
  sandboxUrl,
  appUrl,
}: Pick<Config, 'mode' | 'sandboxUrl' | 'appUrl'>): (accountId: string) => string {
  if (mode === 'live') return (accountId) => `https://dashboard.stripe.com/${accountId}`;
  if (mode === 'test') return (accountId) => `https://dashboard.stripe.com/${accountId}/test`;
  const origin = sandboxUrl ?? appUrl;
  return (accountId) => `${origin}/sandbox/dashboard/${accountId}`;
}

/** Fetches an account from Stripe and stores its state. Returns null if the account has disconnected us. */
export async function syncAccount(context: Context, accountId: string): Promise<AccountSnapshot | null> {
  try {
    const account = await context.stripe.accounts.retrieve(accountId);
    const accountState = toAccountState(account);
    await recordAccountState(context, accountId, accountState);
    return accountState;
  } catch (error) {
    if (!isAccountDisconnected(error)) return callStripe(() => Promise.reject(error as Error));
    await recordDisconnected(context, accountId);
    return null;
  }
}

export const toAccountState = (account: Stripe.Account): AccountSnapshot => ({
  detailsSubmitted: account.details_submitted,
  chargesEnabled: account.charges_enabled,
  disabledReason: account.requirements?.disabled_reason ?? null,
  businessName: account.business_profile?.name ?? account.settings?.dashboard?.display_name ?? null,
  country: account.country ?? null,
});

/** Returns the seller's account; refreshes it on request or when it was last checked more than a day ago. */
export async function getConnection(
  context: Context,
  sellerId: string,
  refresh: boolean,
): Promise<ProviderAccountRow | null> {
  const row = await findCurrentAccount(context.db, sellerId, context.mode);
  if (!row?.accountId) return row;
  const isStale = !row.checkedAt || context.realNow().getTime() - row.checkedAt.getTime() > DAY_MS;
  if (!refresh && !isStale) return row;
  await syncAccount(context, row.accountId);
  return findCurrentAccount(context.db, sellerId, context.mode);
}

/**
 * Returns the account to onboard. Its row is created first and names the idempotency key, so that a timeout never creates a
 * second account. A rejected row is deleted, because Stripe repeats a rejection for a day under the same key.
 */
export async function ensureAccount(
  context: Context,
  sellerId: string,
  email: string,
): Promise<ProviderAccountRow & { accountId: string }> {
  const row =
    (await findCurrentAccount(context.db, sellerId, context.mode)) ??
    (await reconnectFormer(context, sellerId)) ??
    (await reserveAccount(context.db, sellerId, context.mode, context.now()));
  if (row.accountId) return { ...row, accountId: row.accountId };
  try {
    const account = await callStripe(() => createAccount(context, row, email));
    await setAccountId(context.db, row.id, account.id);
    return { ...row, accountId: account.id };
  } catch (error) {
    if (isAppError(error) && isFinalRejection(error.cause)) await deleteReservedAccount(context.db, row.id);
    throw error;
  }
}

/** Returns true if Stripe still gives us access to the account. Throws if Stripe is unavailable. */
export async function isStillConnected({ stripe }: Context, accountId: string): Promise<boolean> {
  try {
    await callStripe(() => stripe.accounts.retrieve(accountId));
    return true;
  } catch (error) {
    if (isAppError(error) && isFinalRejection(error.cause)) return false;
    throw error;
  }
}

/** Reattaches the seller's former account if Stripe still gives us access to it. */
async function reconnectFormer(context: Context, sellerId: string): Promise<ProviderAccountRow | null> {
  const { db, mode } = context;
  const former = await findFormerAccount(db, sellerId, mode);
  const accountId = former?.accountId;
  if (!accountId || !(await isStillConnected(context, accountId))) return null;
  return db.transaction(async (tx) => {
    await lockSeller(tx, sellerId);
    const current = await findCurrentAccount(tx, sellerId, mode);
    if (current) return current;
    await attachAccount(tx, { sellerId, mode, accountId, now: context.now(), realNow: context.realNow() });
    return findCurrentAccount(tx, sellerId, mode);
  });
}

const createAccount = ({ stripe }: Context, { id, sellerId }: ProviderAccountRow, email: string) =>
  stripe.accounts.create(
    {
      controller: {
        fees: { payer: 'account' },
        losses: { payments: 'stripe' },
        requirement_collection: 'stripe',
        stripe_dashboard: { type: 'full' },
      },
      email,
      metadata: { seller_id: sellerId },
    },
    { idempotencyKey: `acct:${id}:${fingerprint(email)}` },
  );

/** Returns the URL of the builder, with the page that the seller was editing. */
export function createBuilderUrl(appUrl: string, pageId: string | null): URL {
  const url = new URL('/builder', appUrl);
  if (pageId !== null) url.searchParams.set('page', pageId);
  return url;
}

function withParam(builderUrl: URL, name: 'stripe_refresh' | 'stripe_success'): string {
  const url = new URL(builderUrl);
  url.searchParams.set(name, 'true');
  return url.href;
}

/** Creates a link to continue onboarding; null if nothing is left to do. */
export async function createOnboardingLink(
  context: Context,
  sellerId: string,
  email: string,
  pageId: string | null = null,
): Promise<string | null> {
  const { accountId } = await ensureAccount(context, sellerId, email);
  const row = await getConnection(context, sellerId, true);
  if (isOnboardingComplete(toProviderAccount(row))) return null;
  if (row?.accountId !== accountId) return createOnboardingLink(context, sellerId, email, pageId);
  const builderUrl = createBuilderUrl(context.config.appUrl, pageId);
  const link = await callStripe(() =>
    context.stripe.accountLinks.create({
      account: accountId,
      type: 'account_onboarding',
      refresh_url: withParam(builderUrl, 'stripe_refresh'),
      return_url: withParam(builderUrl, 'stripe_success'),
      collection_options: { fields: 'eventually_due' },
    }),
  );
  return link.url;
}
