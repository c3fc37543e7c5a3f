import { randomUUID } from 'node:crypto';

import type { Context as Call } from 'hono';
import { z } from 'zod';

import { ownRedirect } from '#server/auth/auth-body.ts';
import { AuthError } from '#server/auth/auth-error.ts';
import { limitProviderDoors } from '#server/auth/auth-limits.ts';
import { confirmedSession } from '#server/auth/current-session.ts';
import type { Context } from '#server/context.ts';
import { deleteFlowStatesBefore, insertFlowState } from '#server/db/flow-states.ts';
import type { SessionRow } from '#server/db/sessions.ts';
import { clientAddress } from '#server/http/rate-limits.ts';
import { SEALED_CELLS } from '#server/sealed-cell.ts';

import { providerOf } from './identity-provider.ts';
import { leaveFor, type JourneySecrets } from './journey.ts';
import { orBackWithError, signInPage } from './send-back.ts';

/** Encrypted state of a flow while the user is at the provider. `sessionId`: the session that links an identity. */
export type Away = JourneySecrets & { sessionId: string | null };

/** Maximum time that a user may spend at the provider. */
const JOURNEY_MS = 10 * 60_000;
const FORGOTTEN_AFTER_MS = 24 * 3600 * 1000;

/** PKCE challenge of the client. It binds the flow to the browser that started it. */
const Challenge = z.object({
  code_challenge: z.string().regex(/^[\w.~-]{43,128}$/),
  code_challenge_method: z.enum(['s256', 'plain']),
});

/** Returns the URL that the flow ends at. Throws AuthError 'validation_failed'. */
const endOf = (context: Context, call: Call): string => {
  const { appUrl } = context.config;
  const path = ownRedirect(call, appUrl);
  return path === null ? signInPage(context) : appUrl + path;
};

/** GET authorize: redirects to the provider. Errors redirect to our page, except for a foreign `redirect_to`. */
export async function authorize(context: Context, call: Call): Promise<Response> {
  const redirectTo = endOf(context, call);
  const address = await orBackWithError(context, redirectTo, async () => {
    await limitProviderDoors(context, 'authorize', clientAddress(call));
    return begin(context, call, redirectTo, null);
  });
  return call.redirect(address, 302);
}

/** GET user/identities/authorize: starts linking for a signed-in user. Returns the provider's URL as JSON. */
export async function authorizeLink(context: Context, call: Call): Promise<Response> {
  const session = await confirmedSession(context, call);
  await limitProviderDoors(context, 'authorize', clientAddress(call));
  return call.json({ url: await begin(context, call, endOf(context, call), session) });
}

async function begin(
  context: Context,
  call: Call,
  redirectTo: string,
  session: SessionRow | null,
): Promise<string> {
  const provider = providerOf(context, call.req.query('provider'));
  const challenge = Challenge.safeParse(call.req.query());
  if (!challenge.success) {
    throw new AuthError('validation_failed', { message: 'code_challenge and its method are needed' });
  }
  const { url, state, secrets } = await leaveFor(context, provider);
  const away: Away = { ...secrets, sessionId: session?.id ?? null };
  const now = context.realNow();
  await deleteFlowStatesBefore(context.db, new Date(now.getTime() - FORGOTTEN_AFTER_MS));
  const id = randomUUID();
  await insertFlowState(context.db, {
    id,
    provider: provider.name,
    linksUserId: session?.userId ?? null,
    stateHash: context.secrets.hash(state),
    sealedSecrets: context.secrets.seal(JSON.stringify(away), SEALED_CELLS.flowState(id)),
    redirectTo,
    codeChallenge: challenge.data.code_challenge,
    codeChallengeMethod: challenge.data.code_challenge_method,
    authCodeHash: null,
    userId: null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + JOURNEY_MS),
    usedAt: null,
  });
  return url;
}
