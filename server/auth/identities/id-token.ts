import { createHash } from 'node:crypto';

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

import { AuthError } from '#server/auth/auth-error.ts';
import type { Context } from '#server/core/context.ts';
import { isFirstUse } from '#server/http/queries/rate-buckets.ts';

import type { Provider } from './identity-provider.ts';
import { buildProfile, type Profile } from './provider-profile.ts';

/** All supported providers sign with RSA, so tokens with another algorithm are refused. */
const ALGORITHMS = ['RS256'];
const CLOCK_TOLERANCE_S = 60;
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
 * Verifies an ID token and returns the profile. `nonce`: required claim. `maxAgeS`: maximum age in seconds.
 * Throws AuthError 'bad_jwt', 'unexpected_audience', 'unexpected_failure'.
 */
export async function profileFromIdToken(
  context: Context,
  provider: Provider,
  idToken: string,
  { nonce, maxAgeS }: { nonce: string; maxAgeS: number },
): Promise<Profile> {
  const claims = Claims.safeParse(await verifyIdToken(context, provider, idToken, maxAgeS));
  if (!claims.success || claims.data.nonce !== nonce) throw createInvalidTokenError();
  const { sub, email, email_verified, name } = claims.data;
  return buildProfile(provider.name, { id: sub, email, emailVerified: email_verified ?? false, name });
}

/**
 * Marks a verified token as used, until it would be too old anyway. Ignores the signature, since a valid one can be
 * encoded in several ways. Throws AuthError 'bad_jwt' when the token was used before.
 */
export async function consumeIdToken({ db, secrets }: Context, idToken: string, maxAgeS: number): Promise<void> {
  const { iat = 0 } = decodeJwt(idToken);
  const expiresAt = new Date((iat + maxAgeS + CLOCK_TOLERANCE_S + 1) * 1000);
  const tokenHash = secrets.hash(idToken.slice(0, idToken.lastIndexOf('.')));
  if (await isFirstUse(db, `id-token:${tokenHash}`, expiresAt)) return;
  const message = 'This ID token has been used already. Please sign in there once more.';
  throw new AuthError('bad_jwt', { status: 400, message });
}

/** Value of the `nonce` claim for a nonce that the browser has kept secret. */
export const hashNonce = (nonce: string): string => createHash('sha256').update(nonce).digest('hex');

const createInvalidTokenError = () =>
  new AuthError('bad_jwt', { status: 400, message: 'This ID token is not valid here.' });

async function verifyIdToken(
  context: Context,
  provider: Provider,
  idToken: string,
  maxAgeS: number,
): Promise<JWTPayload> {
  if (idToken.length > MAX_TOKEN_LENGTH) throw createInvalidTokenError();
  try {
    const { payload } = await jwtVerify(idToken, getKeySet(context, provider), {
      algorithms: ALGORITHMS,
      issuer: provider.server.issuer,
      audience: provider.clientId,
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: context.realNow(),
      maxTokenAge: maxAgeS,
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
  return new AuthError('unexpected_failure', { status: 503, message: 'The other site is not answering.' });
}
