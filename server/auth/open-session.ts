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
import { findUser, updateUserSignedIn, type UserRow } from '#server/db/users.ts';
import { tellOfRequest } from '#server/http/request-told.ts';
import { SEALED_CELLS } from '#server/sealed-cell.ts';

import { AuthError } from './auth-error.ts';
import { isSeenDevice, isSeenPlace, seenLately } from './familiar.ts';
import { noteEvent } from './note-event.ts';
import { SESSION_LONGEST_MS, SESSIONS_PER_USER } from './session-life.ts';
import type { Visitor } from './visitor.ts';

export type OpenSession = {
  user: UserRow;
  session: SessionRow;
  refreshToken: string;
  /** A notice about the new device is in the outbox. */
  isNewDevice?: boolean;
};
export type SignInMethod = 'password' | 'otp' | 'recovery' | 'oauth' | 'passkey';

type SignIn = {
  method: SignInMethod;
  from: Visitor;
  /** 'aal2' only for methods that prove two factors alone, such as a passkey with user verification. */
  aal?: 'aal1' | 'aal2';
  /** The account was just created: records 'signed_up' instead of 'signed_in'. */
  isNew?: boolean;
  /** Name of the identity provider, if one verified the user. */
  detail?: string;
};

/** Creates a session and records the sign-in, in the caller's transaction. Throws AuthError 'user_not_found'. */
export async function openSession(
  context: Context,
  tx: Db,
  userId: string,
  { method, from, aal = 'aal1', isNew = false, detail = '' }: SignIn,
): Promise<OpenSession> {
  const now = context.realNow();
  const before = await findUser(tx, userId);
  // The update locks the user's row, so that concurrent sign-ins count sessions one after the other.
  const user = await updateUserSignedIn(tx, userId, now);
  if (!user) throw new AuthError('user_not_found');
  const isNewDevice = Boolean(before?.lastSignInAt) && !(await isFamiliar(context, tx, userId, from));
  const kind = isNew ? 'signed_up' : isNewDevice ? 'signed_in_new_device' : 'signed_in';
  await noteEvent(context, tx, { user, kind, from, method, detail });
  tellOfRequest({ method });
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
  return { user, session, refreshToken: token, isNewDevice };
}

async function isFamiliar(context: Context, tx: Db, userId: string, from: Visitor): Promise<boolean> {
  const seen = await seenLately(context, tx, userId);
  return isSeenPlace(seen, from) || isSeenDevice(seen, from);
}

/** Creates 256 random bits and their row, which stores only the keyed hash and the encrypted token. */
export function newRefreshToken(
  context: Context,
  sessionId: string,
  parentId: string | null,
): { token: string; row: RefreshTokenRow } {
  const token = randomBytes(32).toString('base64url');
  const { hash, seal } = context.secrets;
  const id = randomUUID();
  return {
    token,
    row: {
      id,
      sessionId,
      parentId,
      tokenHash: hash(token),
      sealedToken: seal(token, SEALED_CELLS.refreshToken(id)),
      createdAt: context.realNow(),
      usedAt: null,
    },
  };
}
