import type { Context as Call } from 'hono';
import { z } from 'zod';

import { IDENTITY_PROVIDER_NAMES } from '#domain/account.ts';
import { AuthError } from '#server/auth/auth-error.ts';
import { limitProviderRoutes } from '#server/auth/auth-rate-limits.ts';
import { getClientInfo } from '#server/auth/client-info.ts';
import { readBody, Security } from '#server/auth/read-auth-body.ts';
import { requireConfirmedSession } from '#server/auth/require-session.ts';
import { createSessionResponse } from '#server/auth/session-response.ts';
import type { Context } from '#server/core/context.ts';

import { hashNonce, profileFromIdToken, consumeIdToken } from './id-token.ts';
import { getProvider } from './identity-provider.ts';
import { linkIdentity } from './link-identity.ts';
import { signInWithProfile } from './sign-in-with-provider.ts';

const MAX_ID_TOKEN_AGE_S = 600;

const SignInBody = z.object({
  provider: z.string().max(64),
  id_token: z.string().min(1).max(8192),
  /** Ignored: the ID token alone identifies the user. */
  access_token: z.string().max(8192).nullish(),
  /** Nonce that the page has created; the token contains its hash. */
  nonce: z.string().max(512).nullish(),
  link_identity: z.boolean().nullish(),
  gotrue_meta_security: Security,
});

/**
 * POST token?grant_type=id_token: signs in, or links, with an ID token that the page got from the provider. The page's
 * nonce proves that the token was issued for this page, and a token works once (OWASP ASVS 10.5.1).
 */
export async function signInWithIdToken(context: Context, call: Call): Promise<Response> {
  const body = await readBody(call, SignInBody);
  const client = getClientInfo(call);
  await limitProviderRoutes(context, 'id-token', client.address);
  const session = body.link_identity ? await requireConfirmedSession(context, call) : null;
  const provider = getProvider(context, body.provider);
  if (!provider.hasIdToken) throw new AuthError('oauth_provider_not_supported');
  if (!body.nonce) {
    const message = `A nonce is needed: give ${IDENTITY_PROVIDER_NAMES[provider.name]} its SHA-256, in hex, and us the nonce itself.`;
    throw new AuthError('validation_failed', { message });
  }
  const requirements = { nonce: hashNonce(body.nonce), maxAgeS: MAX_ID_TOKEN_AGE_S };
  const profile = await profileFromIdToken(context, provider, body.id_token, requirements);
  await consumeIdToken(context, body.id_token, MAX_ID_TOKEN_AGE_S);
  const issued = session
    ? await linkIdentity(context, { userId: session.userId, sessionId: session.id, profile, client })
    : await signInWithProfile(context, profile, client);
  return createSessionResponse(context, call, issued);
}
