import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';

import type { Context } from '#server/context.ts';

import { ALGORITHM } from './rotate-keys.ts';
import { findVerifyingKey, signingKeyOf } from './signing-keys.ts';

export const ACCESS_TOKEN_SECONDS = 600;

const AUDIENCE = 'authenticated';
/** Token type in the JOSE header (RFC 9068). It keeps other JWTs that we may sign from passing as access tokens. */
const TYPE = 'at+jwt';
const LEEWAY_SECONDS = 30;
const LONGEST_TOKEN = 4096;

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
  secondStep: boolean;
};

/** `issuedAt`: Unix time in seconds. */
export type ReadClaims = AccessClaims & { issuedAt: number };

const issuerOf = (context: Context): string => `${context.config.appUrl}/auth/v1`;
const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000);

export async function signAccessToken(
  context: Context,
  claims: AccessClaims & { amr: readonly { method: string; timestamp: number }[] },
): Promise<string> {
  const { kid, key } = await signingKeyOf(context);
  const issuedAt = secondsOf(context.realNow());
  const { sessionId, email, aal, amr, secondStep } = claims;
  const ours = { role: 'authenticated', email, session_id: sessionId, aal, amr, second_step: secondStep };
  return new SignJWT(ours)
    .setProtectedHeader({ alg: ALGORITHM, kid, typ: TYPE })
    .setIssuer(issuerOf(context))
    .setAudience(AUDIENCE)
    .setSubject(claims.userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
    .sign(key);
}

/** Verifies an access token. Returns null when it is invalid or expired. Throws when the keys cannot be read. */
export async function readAccessToken(context: Context, token: string): Promise<ReadClaims | null> {
  const kid = kidOf(token);
  const key = kid === null ? null : await findVerifyingKey(context, kid);
  if (!key) return null;
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      issuer: issuerOf(context),
      audience: AUDIENCE,
      typ: TYPE,
      clockTolerance: LEEWAY_SECONDS,
      currentDate: context.realNow(),
      maxTokenAge: ACCESS_TOKEN_SECONDS,
      requiredClaims: ['exp'],
    });
    const claims = Claims.safeParse(payload);
    if (!claims.success) return null;
    const { sub, session_id, email, aal, second_step, iat } = claims.data;
    return { userId: sub, sessionId: session_id, email, aal, secondStep: second_step, issuedAt: iat };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/** Returns the token of an Authorization header, or null. */
export const bearerFrom = (authorization: string | null | undefined): string | null =>
  /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? null;

function kidOf(token: string): string | null {
  if (token.length > LONGEST_TOKEN) return null;
  try {
    return decodeProtectedHeader(token).kid ?? null;
  } catch {
    return null;
  }
}
