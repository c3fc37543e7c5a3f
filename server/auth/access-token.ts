import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';

import type { Context } from '#server/core/context.ts';

import { ALGORITHM } from './signing-key-rotation.ts';
import { findVerifyingKey, getSigningKey } from './signing-keys.ts';

export const ACCESS_TOKEN_SECONDS = 600;

const AUDIENCE = 'authenticated';
/** Token type in the JOSE header (RFC 9068). It keeps other JWTs that we may sign from passing as access tokens. */
const TOKEN_TYPE = 'at+jwt';
const CLOCK_TOLERANCE_S = 30;
const MAX_TOKEN_LENGTH = 4096;

const Claims = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  email: z.string(),
  aal: z.enum(['aal1', 'aal2']),
  second_step: z.boolean(),
  iat: z.number(),
});

export type AccessClaims = {
  userId: string;
  sessionId: string;
  email: string;
  aal: 'aal1' | 'aal2';
  /** True when the user has a verified factor. An `aal1` token then opens little beyond the second factor. */
  hasVerifiedFactor: boolean;
};

/** `issuedAt`: Unix time in seconds. */
export type VerifiedClaims = AccessClaims & { issuedAt: number };

const getIssuer = (context: Context): string => `${context.config.appUrl}/auth/v1`;
const toUnixSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

export async function signAccessToken(
  context: Context,
  claims: AccessClaims & { amr: readonly { method: string; timestamp: number }[] },
): Promise<string> {
  const { kid, key } = await getSigningKey(context);
  const issuedAt = toUnixSeconds(context.realNow());
  const { sessionId, email, aal, amr, hasVerifiedFactor } = claims;
  const customClaims = {
    role: 'authenticated',
    email,
    session_id: sessionId,
    aal,
    amr,
    second_step: hasVerifiedFactor,
  };
  return new SignJWT(customClaims)
    .setProtectedHeader({ alg: ALGORITHM, kid, typ: TOKEN_TYPE })
    .setIssuer(getIssuer(context))
    .setAudience(AUDIENCE)
    .setSubject(claims.userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
    .sign(key);
}

/** Verifies an access token. Returns null when it is invalid or expired. Throws when the keys cannot be read. */
export async function verifyAccessToken(context: Context, token: string): Promise<VerifiedClaims | null> {
  const kid = readKeyId(token);
  const key = kid === null ? null : await findVerifyingKey(context, kid);
  if (!key) return null;
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      issuer: getIssuer(context),
      audience: AUDIENCE,
      typ: TOKEN_TYPE,
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: context.realNow(),
      maxTokenAge: ACCESS_TOKEN_SECONDS,
      requiredClaims: ['exp'],
    });
    const claims = Claims.safeParse(payload);
    if (!claims.success) return null;
    const { sub, session_id, email, aal, second_step, iat } = claims.data;
    return { userId: sub, sessionId: session_id, email, aal, hasVerifiedFactor: second_step, issuedAt: iat };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/** Returns the token of an Authorization header, or null. */
export const parseBearerToken = (authorization: string | null | undefined): string | null =>
  /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? null;

function readKeyId(token: string): string | null {
  if (token.length > MAX_TOKEN_LENGTH) return null;
  try {
    return decodeProtectedHeader(token).kid ?? null;
  } catch {
    return null;
  }
}
