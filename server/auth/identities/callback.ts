import { randomBytes } from 'node:crypto';

import type { Context as Call } from 'hono';

import { AuthError } from '#server/auth/auth-error.ts';
import { limitProviderRoutes } from '#server/auth/auth-rate-limits.ts';
import { storeFlowResult, takeFlowState, type FlowStateRow } from '#server/auth/queries/identities.ts';
import { readText } from '#server/auth/read-auth-body.ts';
import type { Context } from '#server/core/context.ts';
import { SEALED_CELLS } from '#server/core/secrets.ts';
import { clientAddress } from '#server/http/rate-limits.ts';

import { type PendingFlow, withSearchParams, withErrorRedirect, getSignInUrl } from './authorize.ts';
import { getProvider } from './identity-provider.ts';
import { lockLinkableUser } from './link-identity.ts';
import { completeProviderFlow } from './provider-flow.ts';
import type { Profile } from './provider-profile.ts';
import { resolveLogin } from './sign-in-with-provider.ts';

/** Encrypted result of a flow until the browser that started it presents its code verifier. */
export type ReturnedFlow = { profile: Profile; sessionId: string | null };

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
