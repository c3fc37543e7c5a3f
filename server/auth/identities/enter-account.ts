import { randomUUID } from 'node:crypto';

import { IDENTITY_PROVIDER_NAMES } from '#domain/account.ts';

import { AuthError } from '#server/auth/auth-error.ts';
import { recordSecurityEvent } from '#server/auth/note-event.ts';
import { createSession, type IssuedSession } from '#server/auth/open-session.ts';
import type { ClientInfo } from '#server/auth/visitor.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { insertProviderIdentity, updateIdentityAtSignIn, type IdentityRow } from '#server/db/identities.ts';
import { insertUser, type UserRow } from '#server/db/users.ts';

import type { Profile } from './profile.ts';
import { resolveLogin } from './way-in.ts';

/** Retries after a concurrent sign-in: the next try finds the rows that the other one inserted. */
const MAX_TRIES = 3;
class ConcurrentSignInError extends Error {}

/** Signs in the user whom a provider verified, and creates an account if needed. Throws as `resolveLogin` does. */
export async function signInWithProfile(
  context: Context,
  profile: Profile,
  client: ClientInfo,
): Promise<IssuedSession> {
  for (let tries = 1; ; tries++) {
    try {
      const issued = await context.db.transaction(async (tx) => {
        const { user, isNew } = await findOrCreateUser(context, tx, profile, client);
        const detail = IDENTITY_PROVIDER_NAMES[profile.provider];
        return createSession(context, tx, user.id, { method: 'oauth', client, isNew, detail });
      });
      context.wake('outbox');
      return issued;
    } catch (error) {
      if (!(error instanceof ConcurrentSignInError)) throw error;
      if (tries === MAX_TRIES) throw new AuthError('over_request_rate_limit', { retryAfterS: 5 });
    }
  }
}

async function findOrCreateUser(
  context: Context,
  tx: Db,
  profile: Profile,
  client: ClientInfo,
): Promise<{ user: UserRow; isNew: boolean }> {
  const login = await resolveLogin(tx, profile);
  const now = context.realNow();
  if (login.kind === 'known') {
    await updateIdentityAtSignIn(tx, login.identity.id, toIdentityData(profile), now);
    return { user: login.user, isNew: false };
  }
  const isNew = login.kind === 'new';
  const user = isNew ? buildUser(login.email, profile.name, now) : login.user;
  if (isNew && !(await insertUser(tx, user))) throw new ConcurrentSignInError();
  const identity = { ...buildIdentity(user.id, profile, now), lastSignInAt: now };
  if (!(await insertProviderIdentity(tx, identity))) throw new ConcurrentSignInError();
  const detail = IDENTITY_PROVIDER_NAMES[profile.provider];
  if (!isNew) await recordSecurityEvent(context, tx, { user, kind: 'identity_linked', client, detail });
  return { user, isNew };
}

/** Builds a user without a password. The provider has verified the email address. */
const buildUser = (email: string, name: string, now: Date): UserRow => ({
  id: randomUUID(),
  email,
  emailConfirmedAt: now,
  passwordHash: null,
  phone: null,
  phoneConfirmedAt: null,
  newEmail: null,
  metadata: name === '' ? {} : { name },
  createdAt: now,
  updatedAt: now,
  lastSignInAt: null,
  deletedAt: null,
});

const toIdentityData = ({ providerId, email, emailVerified, name }: Profile): Record<string, unknown> => ({
  sub: providerId,
  ...(email === null ? {} : { email, email_verified: emailVerified }),
  ...(name === '' ? {} : { name }),
});

/** Builds the row that links the provider's account to the user. */
export const buildIdentity = (userId: string, profile: Profile, now: Date): IdentityRow => ({
  id: randomUUID(),
  userId,
  provider: profile.provider,
  providerId: profile.providerId,
  data: toIdentityData(profile),
  createdAt: now,
  updatedAt: now,
  lastSignInAt: null,
});
