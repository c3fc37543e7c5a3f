import { randomBytes, randomUUID } from 'node:crypto';

import { recordAudit } from '#server/audit/record-audit.ts';
import { updateEmailIdentitySignedIn } from '#server/auth/queries/identities.ts';
import {
  insertRefreshToken,
  deleteSessionsBefore,
  insertSession,
  revokeSurplusSessions,
  type SessionRow,
  findUnusedRefreshToken,
  markRefreshTokenUsed,
  updateActiveSession,
  findSession,
} from '#server/auth/queries/sessions.ts';
import { findUser, recordUserSignIn, type UserRow } from '#server/auth/queries/users.ts';
import type { Context } from '#server/core/context.ts';
import { SEALED_CELLS } from '#server/core/secrets.ts';
import type { Db } from '#server/db/client.ts';
import { addToRequestLog } from '#server/http/request-context.ts';

import { AuthError } from './auth-error.ts';
import { type ClientInfo, isKnownDevice, isKnownAddress, listRecentSignIns } from './client-info.ts';
import { recordSecurityEvent } from './record-security-event.ts';
import { MAX_SESSION_MS, MAX_SESSIONS_PER_USER } from './session-validity.ts';

/** Adds or updates the entry of `method`. The method of the sign-in stays first. */
function withAuthMethod(amr: SessionRow['amr'], method: string, now: Date): SessionRow['amr'] {
  const entry = { method, timestamp: Math.floor(now.getTime() / 1000) };
  const index = amr.findIndex((existing) => existing.method === method);
  return index < 0 ? [...amr, entry] : amr.with(index, entry);
}

/**
 * Records that the session's user has just reauthenticated, and how. Earlier access tokens expire soon after (OWASP
 * ASVS 7.2.4). Needs a transaction that locks the user's row. Throws AuthError 'session_not_found'.
 */
export async function confirmSession(
  context: Context,
  tx: Db,
  sessionId: string,
  method: 'password' | 'otp',
): Promise<void> {
  const now = context.realNow();
  const session = await findSession(tx, sessionId);
  if (!session) throw new AuthError('session_not_found');
  await updateActiveSession(tx, sessionId, { confirmedAt: now, amr: withAuthMethod(session.amr, method, now) });
}

export type IssuedSession = { user: UserRow; session: SessionRow; refreshToken: string };
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
  if (method !== 'oauth') await updateEmailIdentitySignedIn(tx, userId, now);
  const session: SessionRow = {
    id: randomUUID(),
    userId,
    aal,
    amr: withAuthMethod([], method, now),
    createdAt: now,
    refreshedAt: now,
    revokedAt: null,
    ...client,
    confirmedAt: now,
  };
  await insertSession(tx, session);
  const { token } = await createRefreshToken(context, tx, session.id, null);
  await revokeSurplusSessions(tx, userId, session.id, MAX_SESSIONS_PER_USER, now);
  await deleteSessionsBefore(tx, userId, new Date(now.getTime() - MAX_SESSION_MS));
  return { user, session, refreshToken: token };
}

async function isKnownClient(context: Context, tx: Db, userId: string, client: ClientInfo): Promise<boolean> {
  const recentSignIns = await listRecentSignIns(context, tx, userId);
  return isKnownAddress(recentSignIns, client) || isKnownDevice(recentSignIns, client);
}

/**
 * Creates a refresh token of 256 random bits, of which only the keyed hash and the encrypted text are stored.
 * `isFirstChild`: false when the parent already has a child, and nothing is stored.
 */
export async function createRefreshToken(
  context: Context,
  tx: Db,
  sessionId: string,
  parentId: string | null,
): Promise<{ token: string; isFirstChild: boolean }> {
  const token = randomBytes(32).toString('base64url');
  const { hash, seal } = context.secrets;
  const id = randomUUID();
  const isFirstChild = await insertRefreshToken(tx, {
    id,
    sessionId,
    parentId,
    tokenHash: hash(token),
    sealedToken: seal(token, SEALED_CELLS.refreshToken(id)),
    createdAt: context.realNow(),
    usedAt: null,
  });
  return { token, isFirstChild };
}

/**
 * Rotates the session's refresh token, in the caller's transaction, which locks the session's row. A stolen previous
 * token then counts as used.
 */
export async function rotateRefreshToken(context: Context, tx: Db, sessionId: string): Promise<string> {
  const parent = await findUnusedRefreshToken(tx, sessionId);
  const { token } = await createRefreshToken(context, tx, sessionId, parent?.id ?? null);
  if (parent) await markRefreshTokenUsed(tx, parent.id, context.realNow());
  return token;
}

/** AMR method of the second factor, as in GoTrue. */
export type FactorMethod = 'totp' | 'mfa/phone' | 'mfa/webauthn' | 'mfa/recovery_code';

/**
 * Elevates a session to `aal2`, in the caller's transaction, writes an audit entry and rotates the refresh token.
 * Throws AuthError 'session_not_found'.
 */
export async function elevateSession(
  context: Context,
  tx: Db,
  { user, session, method, client }: { user: UserRow; session: SessionRow; method: FactorMethod; client: ClientInfo },
): Promise<IssuedSession> {
  const now = context.realNow();
  const elevated = await updateActiveSession(tx, session.id, {
    aal: 'aal2',
    amr: withAuthMethod(session.amr, method, now),
    confirmedAt: now,
    refreshedAt: now,
  });
  if (!elevated) throw new AuthError('session_not_found');
  await recordAudit(context, tx, {
    actor: 'seller',
    actorId: user.id,
    action: 'signed_in',
    subject: user.id,
    facts: { kind: 'second_step', method },
    address: client.address,
  });
  addToRequestLog({ method });
  return { user, session: elevated, refreshToken: await rotateRefreshToken(context, tx, session.id) };
}
