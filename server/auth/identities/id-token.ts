import { createHash } from 'node:crypto';

import type { Context as Call } from 'hono';
import {
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyGetKey,
} from 'jose';
import { z } from 'zod';

import { authDetailMessages } from '#content/messages/auth-details.ts';
import { IDENTITY_PROVIDER_NAMES } from '#domain/account.ts';
import { AuthError } from '#server/auth/auth-error.ts';
import { limitProviderRoutes } from '#server/auth/auth-rate-limits.ts';
import { requireStepUpSession } from '#server/auth/authenticate.ts';
import { readBody, Security } from '#server/auth/read-auth-body.ts';
import type { Context } from '#server/core/context.ts';
import { isFirstUse } from '#server/http/queries/rate-buckets.ts';
import { clientAddress } from '#server/http/rate-limits.ts';

import { buildProfile, getProvider, type Profile, type Provider } from './identity-provider.ts';
import { signInOrLink } from './provider-login.ts';

/** All supported providers sign with RSA, so tokens with another algorithm are refused. */
const ALGORITHMS = ['RS256'];
const CLOCK_TOLERANCE_S = 60;
const MAX_AGE_S = 600;
const MAX_TOKEN_LENGTH = 8192;
const TIMEOUT_MS = 5000;

const Claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().optional(),
  /** Apple has sent it as a string. */
  email_verified: z.union([z.boolean(), z.stringbool()]).optional(),
  name: z.string().optional(),
  nonce: z.string().optional(),
});

function getKeySet({ caches }: Context, { server, fetch }: Provider): JWTVerifyGetKey {
  const url = server.jwks_uri ?? '';
  const keys =
    caches.providerKeys.get(url) ??
    createRemoteJWKSet(new URL(url), { timeoutDuration: TIMEOUT_MS, [customFetch]: fetch });
  caches.providerKeys.set(url, keys);
  return keys;
}

/**
 * Verifies an ID token and returns the profile. `nonce`: required claim.
 * Throws AuthError 'bad_jwt', 'unexpected_audience', 'unexpected_failure'.
 */
export async function profileFromIdToken(
  context: Context,
  provider: Provider,
  idToken: string,
  nonce: string,
): Promise<Profile> {
  const claims = Claims.safeParse(await verifyIdToken(context, provider, idToken));
  if (!claims.success || claims.data.nonce !== nonce) throw createInvalidTokenError();
  const { sub, email, email_verified, name } = claims.data;
  return buildProfile(provider.name, { id: sub, email, emailVerified: email_verified ?? false, name });
}

/**
 * Marks a verified token as used, until it would be too old anyway. Ignores the signature, since a valid one can be
 * encoded in several ways. Throws AuthError 'bad_jwt' when the token was used before.
 */
async function consumeIdToken({ db, secrets }: Context, idToken: string): Promise<void> {
  const { iat = 0 } = decodeJwt(idToken);
  const expiresAt = new Date((iat + MAX_AGE_S + CLOCK_TOLERANCE_S + 1) * 1000);
  const tokenHash = secrets.hash(idToken.slice(0, idToken.lastIndexOf('.')));
  if (await isFirstUse(db, `id-token:${tokenHash}`, expiresAt)) return;
  throw new AuthError('bad_jwt', { status: 400, message: authDetailMessages.idTokenUsed });
}

/** Value of the `nonce` claim for a nonce that the browser has kept secret. */
export const hashNonce = (nonce: string): string => createHash('sha256').update(nonce).digest('hex');

const createInvalidTokenError = () =>
  new AuthError('bad_jwt', { status: 400, message: authDetailMessages.idTokenInvalid });

async function verifyIdToken(context: Context, provider: Provider, idToken: string): Promise<JWTPayload> {
  if (idToken.length > MAX_TOKEN_LENGTH) throw createInvalidTokenError();
  try {
    const { payload } = await jwtVerify(idToken, getKeySet(context, provider), {
      algorithms: ALGORITHMS,
      issuer: provider.server.issuer,
      audience: provider.clientId,
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: context.realNow(),
      maxTokenAge: MAX_AGE_S,
      requiredClaims: ['exp', 'sub'],
    });
    // A token with several audiences must name us as the authorized party.
    if (Array.isArray(payload.aud) && payload.aud.length > 1 && payload.azp !== provider.clientId) {
      throw new AuthError('unexpected_audience');
    }
    return payload;
  } catch (error) {
    throw toAuthError(context, provider, error);
  }
}

const UNAVAILABLE_CODES = new Set(['ERR_JWKS_TIMEOUT', 'ERR_JOSE_GENERIC', 'ERR_JWKS_INVALID']);

function toAuthError(context: Context, { name }: Provider, error: unknown): unknown {
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud') {
    return new AuthError('unexpected_audience');
  }
  if (error instanceof AuthError) return error;
  if (error instanceof errors.JOSEError && !UNAVAILABLE_CODES.has(error.code)) return createInvalidTokenError();
  context.log.warn({ provider: name, err: error }, 'provider_keys_unavailable');
  return new AuthError('unexpected_failure', { status: 503, message: authDetailMessages.providerUnavailable });
}

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
  await limitProviderRoutes(context, 'id-token', clientAddress(call));
  const session = body.link_identity ? await requireStepUpSession(context, call) : null;
  const provider = getProvider(context, body.provider);
  if (!provider.hasIdToken) throw new AuthError('oauth_provider_not_supported');
  if (!body.nonce) {
    const message = authDetailMessages.nonceRequired({ provider: IDENTITY_PROVIDER_NAMES[provider.name] });
    throw new AuthError('validation_failed', { message });
  }
  const profile = await profileFromIdToken(context, provider, body.id_token, hashNonce(body.nonce));
  await consumeIdToken(context, body.id_token);
  const link = session && { userId: session.userId, sessionId: session.id };
  return signInOrLink(context, call, profile, link);
}
