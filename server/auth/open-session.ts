import { randomBytes, randomUUID } from 'node:crypto';

import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { updateIdentitySignedIn } from '#server/db/identities.ts';
import { insertRefreshToken, type RefreshTokenRow } from '#server/db/refresh-tokens.ts';
import { deleteSessionsBefore, insertSession, revokeSurplusSessions, type SessionRow } from '#server/db/sessions.ts';
import { findUser, recordUserSignIn, type UserRow } from '#server/db/users.ts';
import { addToRequestLog } from '#server/http/request-told.ts';
import { SEALED_CELLS } from '#server/sealed-cell.ts';

import { AuthError } from './auth-error.ts';
import { isKnownDevice, isKnownAddress, listRecentSignIns } from './familiar.ts';
import { recordSecurityEvent } from './note-event.ts';
import { MAX_SESSION_MS, MAX_SESSIONS_PER_USER } from './session-life.ts';
import type { ClientInfo } from './visitor.ts';

export type IssuedSession = {
  user: UserRow;
  session: SessionRow;
  refreshToken: string;
  /** A notice about the new device is in the outbox. */
  isNewDevice?: boolean;
};
export type SignInMethod = 'password' | 'otp' | 'recovery' | 'oauth' | 'passkey';

type SessionInput = {
  method: SignInMethod;
  client: ClientInfo;
  /** 'aal2' only for methods that prove two factors alone, such as a passkey with user verification. */
  aal?: 'aal1' | 'aal2';
  /** The account was just created: records 'signed_up' instead of 'signed_in'. */
  isNew?: boolean;
  /** Name of the identity provider, if one verified the user. */
  detail?: string;
};

/** Creates a session and records the sign-in, in the caller's transaction. Throws AuthError 'user_not_found'. */
export async function createSession(
  context: Context,
  tx: Db,
  userId: string,
  { method, client, aal = 'aal1', isNew = false, detail = '' }: SessionInput,
): Promise<IssuedSession> {
  const now = context.realNow();
  const previousUser = await findUser(tx, userId);
  // The update locks the user's row, so that concurrent sign-ins count sessions one after the other.
  const user = await recordUserSignIn(tx, userId, now);
  if (!user) throw new AuthError('user_not_found');
  const isNewDevice = Boolean(previousUser?.lastSignInAt) && !(await isKnownClient(context, tx, userId, client));
  const kind = isNew ? 'signed_up' : isNewDevice ? 'signed_in_new_device' : 'signed_in';
  await recordSecurityEvent(context, tx, { user, kind, client, method, detail });
  addToRequestLog({ method });
  if (method !== 'oauth') await updateIdentitySignedIn(tx, userId, 'email', now);
  const session: SessionRow = {
    id: randomUUID(),
    userId,
    aal,
    amr: [{ method, timestamp: Math.floor(now.getTime() / 1000) }],
    createdAt: now,
    refreshedAt: now,
    revokedAt: null,
    ...client,
    confirmedAt: now,
  };
  const { token, row } = generateRefreshToken(context, session.id, null);
  await insertSession(tx, session);
  await insertRefreshToken(tx, row);
  await revokeSurplusSessions(tx, userId, session.id, MAX_SESSIONS_PER_USER, now);
  await deleteSessionsBefore(tx, userId, new Date(now.getTime() - MAX_SESSION_MS));
  return { user, session, refreshToken: token, isNewDevice };
}

async function isKnownClient(context: Context, tx: Db, userId: string, client: ClientInfo): Promise<boolean> {
  const recentSignIns = await listRecentSignIns(context, tx, userId);
  return isKnownAddress(recentSignIns, client) || isKnownDevice(recentSignIns, client);
}

/** Creates 256 random bits and their row, which stores only the keyed hash and the encrypted token. */
export function generateRefreshToken(
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
