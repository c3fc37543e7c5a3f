import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';

import type { Context as Call } from 'hono';
import { z } from 'zod';

import { authDetailMessages } from '#content/messages/auth-details.ts';
import { logSignIn } from '#server/audit/log-sign-in.ts';
import { AuthError, isAuthError } from '#server/auth/auth-error.ts';
import { limitProviderRoutes } from '#server/auth/auth-rate-limits.ts';
import { requireStepUpSession } from '#server/auth/authenticate.ts';
import {
  insertFlowState,
  storeFlowResult,
  takeFlowState,
  useFlowCode,
  type FlowStateRow,
} from '#server/auth/queries/identities.ts';
import type { SessionRow } from '#server/auth/queries/sessions.ts';
import { parseRedirectPath, readBody, readText } from '#server/auth/read-auth-body.ts';
import type { Context } from '#server/core/context.ts';
import { SEALED_CELLS } from '#server/core/secrets.ts';
import { forLog } from '#server/db/database-errors.ts';
import { clientAddress } from '#server/http/rate-limits.ts';

import { getProvider, type Profile } from './identity-provider.ts';
import type { FlowSecrets } from './provider-flow.ts';
import { lockLinkableUser, resolveLogin, signInOrLink } from './provider-login.ts';

/** Adds search parameters for the client to a URL. */
function withSearchParams(baseUrl: string, params: Record<string, string>): string {
  const url = new URL(baseUrl);
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  return url.href;
}

const getOAuthError = ({ code, status }: AuthError): string => {
  if (code === 'access_denied') return code;
  return status >= 500 ? 'server_error' : 'invalid_request';
};

/** Default redirect after a flow. */
const getSignInUrl = ({ config }: Context): string => `${config.appUrl}/auth`;

/**
 * For routes that a browser navigates to, where users cannot read a JSON error. Returns the URL of `resolveUrl`. When
 * that throws, returns `errorUrl` with OAuth's error parameters.
 */
async function withErrorRedirect(
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
type PendingFlow = FlowSecrets & { sessionId: string | null };

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
  const session = await requireStepUpSession(context, call);
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
    throw new AuthError('validation_failed', { message: authDetailMessages.codeChallengeRequired });
  }
  const { startProviderFlow } = await import('./provider-flow.ts');
  const { url, state, secrets } = await startProviderFlow(context, provider);
  const pendingFlow: PendingFlow = { ...secrets, sessionId: session?.id ?? null };
  const now = context.realNow();
  const id = randomUUID();
  const flow = {
    id,
    provider: provider.name,
    linksUserId: session?.userId,
    stateHash: context.secrets.hash(state),
    sealedSecrets: context.secrets.seal(JSON.stringify(pendingFlow), SEALED_CELLS.flowState(id)),
    redirectTo,
    codeChallenge: challenge.data.code_challenge,
    codeChallengeMethod: challenge.data.code_challenge_method,
    createdAt: now,
    expiresAt: new Date(now.getTime() + FLOW_TIMEOUT_MS),
  };
  await insertFlowState(context.db, flow, new Date(now.getTime() - FLOW_RETENTION_MS));
  return url;
}

/** Encrypted result of a flow until the browser that started it presents its code verifier. */
type ReturnedFlow = { profile: Profile; sessionId: string | null };

const CODE_TTL_MS = 5 * 60_000;
/** Error codes for a canceled sign-in: that of Google and GitHub, and that of Apple. */
const CANCELED_ERRORS = new Set(['access_denied', 'user_cancelled_authorize']);

/**
 * GET callback, and POST from providers that use form_post. Creates no session, since nothing proves that this browser
 * started the flow: it returns a code that works only with the PKCE verifier.
 */
export async function handleCallback(context: Context, call: Call): Promise<Response> {
  const parameters = await readParameters(call);
  const state = parameters.get('state') ?? '';
  const nextUrl = await withErrorRedirect(context, getSignInUrl(context), async () => {
    await limitProviderRoutes(context, 'callback', clientAddress(call));
    const flow = await takeFlowState(context.db, context.secrets.candidateHashes(state));
    if (!flow) throw new AuthError('bad_oauth_state');
    return withErrorRedirect(context, flow.redirectTo, async () =>
      withSearchParams(flow.redirectTo, { code: await createAuthCode(context, flow, parameters, state) }),
    );
  });
  return call.redirect(nextUrl, 303);
}

async function readParameters(call: Call): Promise<URLSearchParams> {
  if (call.req.method === 'GET') return new URL(call.req.url).searchParams;
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(call.req.header('content-type') ?? '')) {
    throw new AuthError('unsupported_media_type');
  }
  return new URLSearchParams(await readText(call));
}

/** Creates the auth code for the returned user. Checks that would fail later run now, where errors can be shown. */
async function createAuthCode(
  context: Context,
  flow: FlowStateRow,
  parameters: URLSearchParams,
  state: string,
): Promise<string> {
  const { secrets, db } = context;
  if (flow.expiresAt <= context.realNow()) throw new AuthError('bad_oauth_state');
  if (CANCELED_ERRORS.has(parameters.get('error') ?? '')) throw new AuthError('access_denied');
  const pendingFlow = JSON.parse(secrets.unseal(flow.sealedSecrets, SEALED_CELLS.flowState(flow.id))) as PendingFlow;
  const provider = getProvider(context, flow.provider);
  const { completeProviderFlow } = await import('./provider-flow.ts');
  const profile = await completeProviderFlow(context, provider, { parameters, state, secrets: pendingFlow });
  if (flow.linksUserId === null) await resolveLogin(db, profile);
  else await lockLinkableUser(db, flow.linksUserId, profile);
  const code = randomBytes(32).toString('base64url');
  const returnedFlow: ReturnedFlow = { profile, sessionId: pendingFlow.sessionId };
  await storeFlowResult(db, flow.id, {
    authCodeHash: secrets.hash(code),
    sealedSecrets: secrets.seal(JSON.stringify(returnedFlow), SEALED_CELLS.flowState(flow.id)),
    expiresAt: new Date(context.realNow().getTime() + CODE_TTL_MS),
  });
  return code;
}

const ExchangeBody = z.object({
  auth_code: z.string().min(1).max(512),
  code_verifier: z.string().min(1).max(256),
});

/** POST token?grant_type=pkce: exchanges the auth code for a session. A wrong verifier uses the code up, too. */
export async function exchangeCode(context: Context, call: Call): Promise<Response> {
  const { auth_code: code, code_verifier: verifier } = await readBody(call, ExchangeBody);
  await limitProviderRoutes(context, 'exchange', clientAddress(call));
  const { db, secrets } = context;
  const now = context.realNow();
  const flow = await useFlowCode(db, secrets.candidateHashes(code), now);
  if (!flow) throw new AuthError('flow_state_not_found');
  if (flow.expiresAt <= now) throw new AuthError('flow_state_expired');
  if (!matchesChallenge(verifier, flow)) throw new AuthError('bad_code_verifier');
  const { profile, sessionId } = JSON.parse(
    secrets.unseal(flow.sealedSecrets, SEALED_CELLS.flowState(flow.id)),
  ) as ReturnedFlow;
  const { linksUserId: userId } = flow;
  return signInOrLink(context, call, profile, userId && sessionId ? { userId, sessionId } : null);
}

function matchesChallenge(verifier: string, { codeChallenge, codeChallengeMethod }: FlowStateRow): boolean {
  const computedChallenge =
    codeChallengeMethod === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  const [expected, actual] = [Buffer.from(codeChallenge), Buffer.from(computedChallenge)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
