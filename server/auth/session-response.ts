import type { Context as Call } from 'hono';

import { listFactors, type FactorRow } from '#server/auth/queries/factors.ts';
import { listIdentities, type IdentityRow } from '#server/auth/queries/identities.ts';
import { findUser, type UserRow } from '#server/auth/queries/users.ts';
import type { Context } from '#server/core/context.ts';
import { addToRequestLog } from '#server/http/request-context.ts';

import { ACCESS_TOKEN_SECONDS, signAccessToken } from './access-token.ts';
import { AuthError } from './auth-error.ts';
import { requireSession } from './authenticate.ts';
import type { IssuedSession } from './sessions.ts';

/** Response of each sign-in route, after its commit. Without `expires_at`: the client computes it by its own clock. */
export async function createSessionResponse(context: Context, call: Call, issued: IssuedSession): Promise<Response> {
  const { user, session, refreshToken } = issued;
  addToRequestLog({ user: user.id });
  const factors = await listFactors(context.db, user.id);
  const hasVerifiedFactor = factors.some(({ status }) => status === 'verified');
  return call.json({
    access_token: await signAccessToken(context, { email: user.email, session, hasVerifiedFactor }),
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    refresh_token: refreshToken,
    user: toUserPayload(user, await listIdentities(context.db, user.id), factors),
  });
}

/** User object of GoTrue, as the browser client stores it. */
function toUserPayload(user: UserRow, identities: readonly IdentityRow[], factors: readonly FactorRow[]) {
  const providers = identities.map((identity) => identity.provider);
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email,
    email_confirmed_at: user.emailConfirmedAt,
    phone: user.phone ?? '',
    ...(user.newEmail === null ? {} : { new_email: user.newEmail }),
    app_metadata: { provider: providers[0] ?? 'email', providers },
    user_metadata: user.metadata,
    identities: identities.map(toIdentityPayload),
    factors: factors.map(toFactorPayload),
    created_at: user.createdAt,
    updated_at: user.updatedAt,
    last_sign_in_at: user.lastSignInAt,
  };
}

const toFactorPayload = (factor: FactorRow) => ({
  id: factor.id,
  friendly_name: factor.friendlyName,
  factor_type: factor.type,
  status: factor.status,
  ...(factor.phone === null ? {} : { phone: factor.phone }),
  created_at: factor.createdAt,
  updated_at: factor.updatedAt,
});

const toIdentityPayload = (identity: IdentityRow) => ({
  identity_id: identity.id,
  id: identity.providerId,
  user_id: identity.userId,
  identity_data: identity.data,
  provider: identity.provider,
  created_at: identity.createdAt,
  updated_at: identity.updatedAt,
  last_sign_in_at: identity.lastSignInAt,
});

export async function getUser(context: Context, call: Call): Promise<Response> {
  const session = await requireSession(context, call);
  const user = await findUser(context.db, session.userId);
  if (!user) throw new AuthError('session_not_found');
  return call.json(await loadUserPayload(context, user));
}

/** Loads identities and factors and returns GoTrue's user object. */
export async function loadUserPayload({ db }: Pick<Context, 'db'>, user: UserRow) {
  const [identities, factors] = [await listIdentities(db, user.id), await listFactors(db, user.id)];
  return toUserPayload(user, identities, factors);
}
