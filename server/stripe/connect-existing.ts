import { randomBytes } from 'node:crypto';

import { Hono } from 'hono';
import Stripe from 'stripe';
import { z } from 'zod';

import { stripeErrorMessages } from '#content/messages/stripe-errors.ts';
import { AppError } from '#domain/errors.ts';
import { isOnboardingComplete } from '#domain/onboarding.ts';
import type { Mode } from '#domain/payment-mode.ts';
import type { Config } from '#server/core/config.ts';
import type { Context } from '#server/core/context.ts';
import { SEALED_TOKENS, type Secrets } from '#server/core/secrets.ts';
import { isFirstUse } from '#server/http/queries/rate-buckets.ts';

import { recordAccountState } from './account-changes.ts';
import { createBuilderUrl, getConnection, toAccountState } from './connect.ts';
import { attachAccount, findAccount, findCurrentAccount, lockSeller, toProviderAccount } from './queries.ts';
import { callStripe } from './stripe-errors.ts';

/** Time that a seller has at Stripe, including signing in there. */
const STATE_LIFETIME_MS = 30 * 60_000;
const SCOPE = 'read_write';
const PURPOSE = 'stripe-connect';

/** Path of the redirect URI that the operator registers at Stripe. */
const STRIPE_RETURN_PATH = '/stripe/return';

/** OAuth state, encrypted: it names the seller, expires, and is used once. */
const State = z.strictObject({
  purpose: z.literal(PURPOSE),
  sellerId: z.string(),
  nonce: z.string(),
  /** The page that the seller was editing. */
  pageId: z.uuid().optional(),
  expiresAt: z.number(),
});

/** Returns the URL at which Stripe asks a seller for access to their account. */
const authorizePageUrl = ({ mode, sandboxUrl, appUrl }: Config): string =>
  mode === 'sandbox' ? `${sandboxUrl ?? appUrl}/sandbox/oauth/authorize` : 'https://connect.stripe.com/oauth/authorize';

/** Returns the URL of the consent page; null if an account is already connected. */
export async function authorizeUrl(
  context: Context,
  sellerId: string,
  pageId: string | null = null,
): Promise<string | null> {
  const { config, secrets } = context;
  if (config.stripeClientId === null) throw new AppError('stripe_existing_not_offered');
  const row = await getConnection(context, sellerId, true);
  if (isOnboardingComplete(toProviderAccount(row))) return null;
  if (row?.detailsSubmitted)
    throw new AppError('stripe_already_connected', { message: stripeErrorMessages.unfinished });
  const state: z.infer<typeof State> = {
    purpose: PURPOSE,
    sellerId,
    nonce: randomBytes(16).toString('base64url'),
    expiresAt: context.realNow().getTime() + STATE_LIFETIME_MS,
    ...(pageId === null ? {} : { pageId }),
  };
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: config.stripeClientId,
    scope: SCOPE,
    state: secrets.seal(JSON.stringify(state), SEALED_TOKENS.stripeState),
    redirect_uri: config.appUrl + STRIPE_RETURN_PATH,
    stripe_landing: 'login',
  });
  return `${authorizePageUrl(config)}?${query}`;
}

/** OAuth response that Stripe adds to the redirect. */
export type AuthorizationResponse = { state: string } & ({ code: string } | { error: string });

/** Connects the account that the seller chose at Stripe. Throws AppError without having changed anything. */
export async function connectExisting(
  context: Context,
  sellerId: string,
  response: AuthorizationResponse,
): Promise<void> {
  await redeemState(context, sellerId, response.state);
  if ('error' in response) throw authorizationError(response.error);
  await assertReplaceable(context, sellerId, null);
  const accountId = await exchangeCode(context, response.code);
  const owner = await findAccount(context.db, context.mode, accountId);
  if (owner && owner.sellerId !== sellerId) throw new AppError('stripe_account_taken');
  const account = await callStripe(() => context.stripe.accounts.retrieve(accountId));
  const { mode } = context;
  await context.db.transaction(async (tx) => {
    await lockSeller(tx, sellerId);
    if (await assertReplaceable({ ...context, db: tx }, sellerId, accountId)) return;
    const [now, realNow] = [context.now(), context.realNow()];
    const attached = await attachAccount(tx, { sellerId, mode, accountId, now, realNow });
    if (!attached) throw new AppError('stripe_account_taken');
  });
  await recordAccountState(context, accountId, toAccountState(account));
}

/** Consumes the state. Throws if it belongs to another seller, has expired or was used. */
async function redeemState({ db, secrets, realNow }: Context, sellerId: string, encryptedState: string) {
  const state = readState(secrets, encryptedState);
  if (!state || state.expiresAt <= realNow().getTime()) throw new AppError('stripe_authorization_expired');
  if (state.sellerId !== sellerId) throw new AppError('stripe_authorization_foreign');
  const key = `${PURPOSE}:${secrets.hash(state.nonce)}`;
  if (!(await isFirstUse(db, key, new Date(state.expiresAt)))) throw new AppError('stripe_authorization_used');
}

function readState({ unseal }: Secrets, encryptedState: string): z.infer<typeof State> | null {
  try {
    return State.parse(JSON.parse(unseal(encryptedState, SEALED_TOKENS.stripeState)));
  } catch {
    return null;
  }
}

const authorizationError = (error: string): AppError =>
  error === 'access_denied'
    ? new AppError('stripe_authorization_denied')
    : new AppError('provider_refused', { facts: { providerError: error } });

/** Returns true if the account is the current one. Throws if the current one is another with submitted details. */
async function assertReplaceable(
  { db, mode }: Pick<Context, 'db' | 'mode'>,
  sellerId: string,
  accountId: string | null,
): Promise<boolean> {
  const current = await findCurrentAccount(db, sellerId, mode);
  if (current?.accountId && current.accountId === accountId) return true;
  if (current?.detailsSubmitted) throw new AppError('stripe_already_connected');
  return false;
}

async function exchangeCode({ stripe, mode }: Context, code: string): Promise<string> {
  const token = await callStripe(() =>
    stripe.oauth.token({ grant_type: 'authorization_code', code }).catch((error: unknown) => {
      if (error instanceof Stripe.errors.StripeError && error.type === 'StripeInvalidGrantError')
        throw new AppError('stripe_authorization_expired', { cause: error });
      throw error;
    }),
  );
  if (token.livemode !== isLiveMode(mode)) throw new AppError('stripe_account_wrong_mode');
  if (token.scope !== SCOPE) throw new AppError('stripe_access_too_narrow');
  if (!token.stripe_user_id) throw new AppError('provider_refused');
  return token.stripe_user_id;
}

const isLiveMode = (mode: Mode): boolean => mode === 'live';

/** Parameters of Stripe's redirect and their names in the builder's URL. */
const PARAMETER_NAMES = [
  ['state', 'stripe_state'],
  ['code', 'stripe_code'],
  ['error', 'stripe_error'],
] as const;

/**
 * Redirect URI of OAuth. Passes the response to the page that the seller was editing in the builder, with renamed
 * parameters: the auth client would consume `code` and `error`.
 */
export function stripeReturnRoute({ config, secrets }: Context): Hono {
  const routes = new Hono();
  routes.get(STRIPE_RETURN_PATH, (c) => {
    const state = readState(secrets, c.req.query('state') ?? '');
    const target = createBuilderUrl(config.appUrl, state?.pageId ?? null);
    for (const [stripeName, builderName] of PARAMETER_NAMES) {
      const value = c.req.query(stripeName);
      if (value) target.searchParams.set(builderName, value);
    }
    return c.body(null, 303, { Location: target.href, 'Cache-Control': 'no-store' });
  });
  return routes;
}
