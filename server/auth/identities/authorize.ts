import { randomUUID } from 'node:crypto';

import type { Context as Call } from 'hono';
import { z } from 'zod';

import { logSignIn } from '#server/audit/log-sign-in.ts';
import { AuthError, isAuthError } from '#server/auth/auth-error.ts';
import { limitProviderRoutes } from '#server/auth/auth-rate-limits.ts';
import { deleteFlowStatesBefore, insertFlowState } from '#server/auth/queries/identities.ts';
import type { SessionRow } from '#server/auth/queries/sessions.ts';
import { parseRedirectPath } from '#server/auth/read-auth-body.ts';
import { requireConfirmedSession } from '#server/auth/require-session.ts';
import type { Context } from '#server/core/context.ts';
import { SEALED_CELLS } from '#server/core/secrets.ts';
import { forLog } from '#server/db/database-errors.ts';
import { clientAddress } from '#server/http/rate-limits.ts';

import { getProvider } from './identity-provider.ts';
import { startProviderFlow, type FlowSecrets } from './provider-flow.ts';

/** Adds search parameters for the client to a URL. */
export function withSearchParams(baseUrl: string, params: Record<string, string>): string {
  const url = new URL(baseUrl);
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  return url.href;
}

const getOAuthError = ({ code, status }: AuthError): string => {
  if (code === 'access_denied') return code;
  return status >= 500 ? 'server_error' : 'invalid_request';
};

/** Default redirect after a flow. */
export const getSignInUrl = ({ config }: Context): string => `${config.appUrl}/auth`;

/**
 * For routes that a browser navigates to, where users cannot read a JSON error. Returns the URL of `resolveUrl`. When
 * that throws, returns `errorUrl` with OAuth's error parameters.
 */
export async function withErrorRedirect(
  context: Context,
  errorUrl: string,
  resolveUrl: () => Promise<string>,
): Promise<string> {
  try {
    return await resolveUrl();
  } catch (thrown) {
    const error = isAuthError(thrown) ? thrown : new AuthError('unexpected_failure');
    if (error !== thrown) context.log.error({ err: forLog(thrown) }, 'provider_flow_failed');
    logSignIn(context, { outcome: 'failed', method: 'oauth', code: error.code });
    const params = { error: getOAuthError(error), error_code: error.code, error_description: error.message };
    return withSearchParams(errorUrl, params);
  }
}

/** Encrypted state of a flow while the user is at the provider. `sessionId`: the session that links an identity. */
export type PendingFlow = FlowSecrets & { sessionId: string | null };

/** Maximum time that a user may spend at the provider. */
const FLOW_TIMEOUT_MS = 10 * 60_000;
const FLOW_RETENTION_MS = 24 * 3600 * 1000;

/** PKCE challenge of the client. It binds the flow to the browser that started it. */
const PkceChallenge = z.object({
  code_challenge: z.string().regex(/^[\w.~-]{43,128}$/),
  code_challenge_method: z.enum(['s256', 'plain']),
});

/** Returns the URL that the flow ends at. Throws AuthError 'validation_failed'. */
const getRedirectUrl = (context: Context, call: Call): string => {
  const { appUrl } = context.config;
  const path = parseRedirectPath(call, appUrl);
  return path === null ? getSignInUrl(context) : appUrl + path;
};

/** GET authorize: redirects to the provider. Errors redirect to our page, except for a foreign `redirect_to`. */
export async function authorize(context: Context, call: Call): Promise<Response> {
  const redirectTo = getRedirectUrl(context, call);
  const nextUrl = await withErrorRedirect(context, redirectTo, async () => {
    await limitProviderRoutes(context, 'authorize', clientAddress(call));
    return startFlow(context, call, redirectTo, null);
  });
  return call.redirect(nextUrl, 302);
}

/** GET user/identities/authorize: starts linking for a signed-in user. Returns the provider's URL as JSON. */
export async function authorizeIdentityLink(context: Context, call: Call): Promise<Response> {
  const session = await requireConfirmedSession(context, call);
  await limitProviderRoutes(context, 'authorize', clientAddress(call));
  return call.json({ url: await startFlow(context, call, getRedirectUrl(context, call), session) });
}

async function startFlow(
  context: Context,
  call: Call,
  redirectTo: string,
  session: SessionRow | null,
): Promise<string> {
  const provider = getProvider(context, call.req.query('provider'));
  const challenge = PkceChallenge.safeParse(call.req.query());
  if (!challenge.success) {
    throw new AuthError('validation_failed', { message: 'code_challenge and its method are needed' });
  }
  const { url, state, secrets } = await startProviderFlow(context, provider);
  const pendingFlow: PendingFlow = { ...secrets, sessionId: session?.id ?? null };
  const now = context.realNow();
  await deleteFlowStatesBefore(context.db, new Date(now.getTime() - FLOW_RETENTION_MS));
  const id = randomUUID();
  await insertFlowState(context.db, {
    id,
    provider: provider.name,
    linksUserId: session?.userId ?? null,
    stateHash: context.secrets.hash(state),
    sealedSecrets: context.secrets.seal(JSON.stringify(pendingFlow), SEALED_CELLS.flowState(id)),
    redirectTo,
    codeChallenge: challenge.data.code_challenge,
    codeChallengeMethod: challenge.data.code_challenge_method,
    authCodeHash: null,
    userId: null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + FLOW_TIMEOUT_MS),
    usedAt: null,
  });
  return url;
}
