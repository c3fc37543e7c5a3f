import { randomBytes, randomUUID } from 'node:crypto';

import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { updateIdentitySignedIn } from '#server/db/identities.ts';
import { insertRefreshToken, type RefreshTokenRow } from '#server/db/refresh-tokens.ts';
import {
  deleteSessionsBefore,
  insertSession,
  updateSessionsBeyond,
  type SessionRow,
} from '#server/db/sessions.ts';
import { updateUserSignedIn, type UserRow } from '#server/db/users.ts';

import { SESSION_LONGEST_MS, SESSIONS_PER_USER } from './session-life.ts';
import type { Visitor } from './visitor.ts';

export type OpenSession = { user: UserRow; session: SessionRow; refreshToken: string };
export type SignInMethod = 'password' | 'otp' | 'recovery' | 'oauth' | 'passkey';

type SignIn = {
  method: SignInMethod;
  from: Visitor;
  /** 'aal2' only for what proves two things by itself, such as a passkey behind a fingerprint. */
  aal?: 'aal1' | 'aal2';
};

/** Signs the user in, in the caller's transaction. */
export async function openSession(
  context: Context,
  tx: Db,
  userId: string,
  { method, from, aal = 'aal1' }: SignIn,
): Promise<OpenSession> {
  const now = context.realNow();
  // First of all: holds the user's row, so that two sign-ins at once count the sessions one after the other.
  const user = await updateUserSignedIn(tx, userId, now);
  if (!user) throw new Error('A user vanished while signing in');
  if (method !== 'oauth') await updateIdentitySignedIn(tx, userId, 'email', now);
  const session: SessionRow = {
    id: randomUUID(),
    userId,
    aal,
    amr: [{ method, timestamp: Math.floor(now.getTime() / 1000) }],
    createdAt: now,
    refreshedAt: now,
    revokedAt: null,
    ...from,
    confirmedAt: now,
  };
  const { token, row } = newRefreshToken(context, session.id, null);
  await insertSession(tx, session);
  await insertRefreshToken(tx, row);
  await updateSessionsBeyond(tx, userId, session.id, SESSIONS_PER_USER, now);
  await deleteSessionsBefore(tx, userId, new Date(now.getTime() - SESSION_LONGEST_MS));
  return { user, session, refreshToken: token };
}

/** 256 random bits and their row, which holds only the keyed hash and the sealed form. */
export function newRefreshToken(
  context: Context,
  sessionId: string,
  parentId: string | null,
): { token: string; row: RefreshTokenRow } {
  const token = randomBytes(32).toString('base64url');
  const { hash, seal } = context.secrets;
  return {
    token,
    row: {
      id: randomUUID(),
      sessionId,
      parentId,
      tokenHash: hash(token),
      sealedToken: seal(token),
      createdAt: context.realNow(),
      usedAt: null,
    },
  };
}
