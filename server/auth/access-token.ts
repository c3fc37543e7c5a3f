import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';

import type { SessionRow } from '#server/auth/queries/sessions.ts';
import type { Context } from '#server/core/context.ts';

import { ALGORITHM, findVerifyingKey, getSigningKey } from './signing-keys.ts';

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
  iat: z.number(),
});

/** `issuedAt`: Unix time in seconds. */
export type VerifiedClaims = {
  userId: string;
  sessionId: string;
  email: string;
  aal: 'aal1' | 'aal2';
  issuedAt: number;
};

const getIssuer = (context: Context): string => `${context.config.appUrl}/auth/v1`;

/** `hasVerifiedFactor`: true for a user with a second factor, whose `aal1` token opens little else than the way to it. */
export async function signAccessToken(
  context: Context,
  { email, session, hasVerifiedFactor }: { email: string; session: SessionRow; hasVerifiedFactor: boolean },
): Promise<string> {
  const { kid, key } = await getSigningKey(context);
  const issuedAt = Math.floor(context.realNow().getTime() / 1000);
  const { id, userId, aal, amr } = session;
  return new SignJWT({ role: 'authenticated', email, session_id: id, aal, amr, second_step: hasVerifiedFactor })
    .setProtectedHeader({ alg: ALGORITHM, kid, typ: TOKEN_TYPE })
    .setIssuer(getIssuer(context))
    .setAudience(AUDIENCE)
    .setSubject(userId)
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
    const { sub, session_id, email, aal, iat } = claims.data;
    return { userId: sub, sessionId: session_id, email, aal, issuedAt: iat };
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
