import type { Context as Call } from 'hono';
import { z } from 'zod';

import { PROVIDER_NAMES } from '#domain/account.ts';

import { bodyOf, Security } from '#server/auth/auth-body.ts';
import { AuthError } from '#server/auth/auth-error.ts';
import { limitProviderDoors } from '#server/auth/auth-limits.ts';
import { confirmedSession } from '#server/auth/current-session.ts';
import { sessionAnswer } from '#server/auth/session-answer.ts';
import { visitorOf } from '#server/auth/visitor.ts';
import type { Context } from '#server/context.ts';

import { enterAccount } from './enter-account.ts';
import { hashedNonce, profileFromIdToken, takeOnce } from './id-token.ts';
import { providerOf } from './identity-provider.ts';
import { linkIdentity } from './link-identity.ts';

const AGE_S = 600;

const SignIn = z.object({
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
  const given = await bodyOf(call, SignIn);
  const from = visitorOf(call);
  await limitProviderDoors(context, 'id-token', from.address);
  const session = given.link_identity ? await confirmedSession(context, call) : null;
  const provider = providerOf(context, given.provider);
  if (!provider.hasIdToken) throw new AuthError('oauth_provider_not_supported');
  if (!given.nonce) {
    const message = `A nonce is needed: give ${PROVIDER_NAMES[provider.name]} its SHA-256, in hex, and us the nonce itself.`;
    throw new AuthError('validation_failed', { message });
  }
  const wanted = { nonce: hashedNonce(given.nonce), maxAgeS: AGE_S };
  const profile = await profileFromIdToken(context, provider, given.id_token, wanted);
  await takeOnce(context, given.id_token, AGE_S);
  const opened = session
    ? await linkIdentity(context, { userId: session.userId, sessionId: session.id, profile, from })
    : await enterAccount(context, profile, from);
  return sessionAnswer(context, call, opened);
}
