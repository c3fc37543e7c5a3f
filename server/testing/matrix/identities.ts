import { decodeJwt, SignJWT, type JWTPayload } from 'jose';

import { signAccessToken } from '#server/auth/access-token.ts';
import { revokeSession } from '#server/auth/queries/sessions.ts';
import { createSession } from '#server/auth/sessions.ts';
import { getSigningKey } from '#server/auth/signing-keys.ts';
import type { Context } from '#server/core/context.ts';

import type { TestSeller, TestApp } from '../test-app.ts';

export const IDENTITIES = ['anonymous', 'other seller', 'expired', 'revoked', 'wrong audience', 'owner'] as const;
export type Identity = (typeof IDENTITIES)[number];

const HOUR_S = 3600;

/** Authorization header of each identity; all but the first two use the owner's token. Null: none. */
export async function authorizationHeaders(
  { context }: TestApp,
  owner: TestSeller,
  otherSeller: TestSeller,
): Promise<Record<Identity, string | null>> {
  const token = owner.session.access_token;
  const { iat = 0, exp = 0 } = decodeJwt(token);
  return {
    anonymous: null,
    'other seller': `Bearer ${otherSeller.session.access_token}`,
    expired: `Bearer ${await resignToken(context, token, { iat: iat - HOUR_S, exp: exp - HOUR_S })}`,
    revoked: `Bearer ${await revokedToken(context, owner)}`,
    'wrong audience': `Bearer ${await resignToken(context, token, { aud: 'another-service' })}`,
    owner: `Bearer ${token}`,
  };
}

/** Signs the claims again with our own key, so that only the changed claim can cause a refusal. */
async function resignToken(context: Context, token: string, claims: JWTPayload): Promise<string> {
  const { kid, key } = await getSigningKey(context);
  return new SignJWT({ ...decodeJwt(token), ...claims })
    .setProtectedHeader({ alg: 'ES256', kid, typ: 'at+jwt' })
    .sign(key);
}

async function revokedToken(context: Context, { session: { user } }: TestSeller): Promise<string> {
  const { session } = await context.db.transaction((tx) =>
    createSession(context, tx, user.id, {
      method: 'password',
      client: { address: '127.0.0.1', userAgent: null },
    }),
  );
  await revokeSession(context.db, session.id, context.realNow());
  return signAccessToken(context, { email: user.email ?? '', session, hasVerifiedFactor: false });
}
