import { randomUUID } from 'node:crypto';

import { PROVIDER_NAMES } from '#domain/account.ts';

import { AuthError } from '#server/auth/auth-error.ts';
import { noteEvent } from '#server/auth/note-event.ts';
import { openSession, type OpenSession } from '#server/auth/open-session.ts';
import type { Visitor } from '#server/auth/visitor.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { insertProvidersIdentity, updateIdentitySeen, type IdentityRow } from '#server/db/identities.ts';
import { insertUser, type UserRow } from '#server/db/users.ts';

import type { Profile } from './profile.ts';
import { wayIn } from './way-in.ts';

/** Retries after a concurrent sign-in: the next try finds the rows that the other one inserted. */
const TRIES = 3;
class Overtaken extends Error {}

/** Signs in the user whom a provider verified, and creates an account if needed. Throws as `resolveLogin` does. */
export async function enterAccount(context: Context, profile: Profile, from: Visitor): Promise<OpenSession> {
  for (let tries = 1; ; tries++) {
    try {
      const opened = await context.db.transaction(async (tx) => {
        const { user, isNew } = await userOf(context, tx, profile, from);
        const detail = PROVIDER_NAMES[profile.provider];
        return openSession(context, tx, user.id, { method: 'oauth', from, isNew, detail });
      });
      context.ring('outbox');
      return opened;
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
      if (tries === TRIES) throw new AuthError('over_request_rate_limit', { retryAfterS: 5 });
    }
  }
}

async function userOf(
  context: Context,
  tx: Db,
  profile: Profile,
  from: Visitor,
): Promise<{ user: UserRow; isNew: boolean }> {
  const way = await wayIn(tx, profile);
  const now = context.realNow();
  if (way.kind === 'known') {
    await updateIdentitySeen(tx, way.identity.id, identityData(profile), now);
    return { user: way.user, isNew: false };
  }
  const isNew = way.kind === 'new';
  const user = isNew ? newUser(way.email, profile.name, now) : way.user;
  if (isNew && !(await insertUser(tx, user))) throw new Overtaken();
  const identity = { ...identityOf(user.id, profile, now), lastSignInAt: now };
  if (!(await insertProvidersIdentity(tx, identity))) throw new Overtaken();
  const detail = PROVIDER_NAMES[profile.provider];
  if (!isNew) await noteEvent(context, tx, { user, kind: 'identity_linked', from, detail });
  return { user, isNew };
}

/** Builds a user without a password. The provider has verified the email address. */
const newUser = (email: string, name: string, now: Date): UserRow => ({
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

const identityData = ({ providerId, email, emailVerified, name }: Profile): Record<string, unknown> => ({
  sub: providerId,
  ...(email === null ? {} : { email, email_verified: emailVerified }),
  ...(name === '' ? {} : { name }),
});

/** Builds the row that links the provider's account to the user. */
export const identityOf = (userId: string, profile: Profile, now: Date): IdentityRow => ({
  id: randomUUID(),
  userId,
  provider: profile.provider,
  providerId: profile.providerId,
  data: identityData(profile),
  createdAt: now,
  updatedAt: now,
  lastSignInAt: null,
});
