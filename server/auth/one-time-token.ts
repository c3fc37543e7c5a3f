import { randomBytes, randomInt } from 'node:crypto';

import { ONE_TIME_LINK_HOURS } from '#domain/account.ts';

import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import {
  deleteOneTimeTokens,
  deleteOneTimeTokensBefore,
  findOneTimeToken,
  insertOneTimeToken,
  updateOneTimeTokenUsed,
  type OneTimeTokenRow,
} from '#server/db/one-time-tokens.ts';
import { findSession, type SessionRow } from '#server/db/sessions.ts';
import { lockUser, type UserRow } from '#server/db/users.ts';

import { isLiveSession, SESSION_LONGEST_MS } from './session-life.ts';

/** What a token is for; a change of address has one for either mailbox. */
export const ONE_TIME_TYPES = [
  'email',
  'signup',
  'recovery',
  'email_change_new',
  'email_change_held',
  'reauthentication',
  'phone_change',
] as const;
export type OneTimeType = (typeof ONE_TIME_TYPES)[number];

/** Tokens of changes that a session has asked for: they are taken only while that session lives. */
const OF_A_SESSION: readonly string[] = ['email_change_new', 'email_change_held', 'phone_change'];

const LIFE_MS = ONE_TIME_LINK_HOURS * 3600 * 1000;
/** An expired token can be sent again as long as the session that asked may live. */
const FORGOTTEN_AFTER_MS = SESSION_LONGEST_MS;

export type WantedToken = {
  userId: string;
  /** Where it is sent, an address or a number: its digits are good for this one alone. */
  email: string;
  type: OneTimeType;
  /** For changes of email and phone with the `sessionId` that has asked. */
  data?: Record<string, string>;
};

/** 256 bits for a link and six digits for fingers: good once, for an hour, until the user gets the next of this type. */
export async function newOneTimeToken(
  context: Context,
  tx: Db,
  { userId, email, type, data = {} }: WantedToken,
): Promise<{ token: string; code: string }> {
  const token = randomBytes(32).toString('base64url');
  const now = context.realNow();
  await deleteOneTimeTokensBefore(tx, new Date(now.getTime() - FORGOTTEN_AFTER_MS));
  await deleteOneTimeTokens(tx, userId, [type]);
  const row: Omit<OneTimeTokenRow, 'codeHash'> = {
    tokenHash: context.secrets.hash(token),
    userId,
    type,
    data,
    createdAt: now,
    expiresAt: new Date(now.getTime() + LIFE_MS),
    usedAt: null,
  };
  // Two users may be about to take the same address.
  for (;;) {
    const code = randomInt(1_000_000).toString().padStart(6, '0');
    const codeHash = context.secrets.hash(codeText({ type, email, code }));
    if (await insertOneTimeToken(tx, { ...row, codeHash })) return { token, code };
  }
}

/** What somebody shows: the token of a link, or the digits with the address that they were sent to. */
export type Shown = { token: string } | { email: string; code: string };

/** The session that has asked for the change of this token, while it lives. */
export async function findAskingSession(
  { realNow }: Context,
  db: Db,
  { userId, data }: Pick<OneTimeTokenRow, 'userId' | 'data'>,
): Promise<SessionRow | null> {
  const session = data.sessionId === undefined ? null : await findSession(db, data.sessionId);
  return session?.userId === userId && isLiveSession(session, realNow()) ? session : null;
}

/**
 * Uses a token up, in the transaction of what it causes, and holds its user's row; null whether it is wrong, used,
 * late, of another type or of a session that has ended.
 */
export async function takeOneTimeToken(
  context: Context,
  tx: Db,
  shown: Shown,
  types: readonly OneTimeType[],
): Promise<{ row: OneTimeTokenRow; user: UserRow } | null> {
  const found =
    'token' in shown
      ? await findOneTimeToken(tx, context.secrets.hashes(shown.token), types, 'tokenHash')
      : await findOneTimeToken(
          tx,
          types.flatMap((type) => context.secrets.hashes(codeText({ ...shown, type }))),
          types,
          'codeHash',
        );
  // The user's row first, as everywhere: two who wait for each other would wait for ever.
  const user = found && (await lockUser(tx, found.userId));
  if (!user || user.deletedAt) return null;
  if (OF_A_SESSION.includes(found.type) && !(await findAskingSession(context, tx, found))) return null;
  const isUsed = await updateOneTimeTokenUsed(tx, found.tokenHash, context.realNow());
  return isUsed ? { row: found, user } : null;
}

/** What the hash of digits is made of: they are good for one address and one purpose. */
const codeText = ({ type, email, code }: { type: OneTimeType; email: string; code: string }): string =>
  `${type} ${email} ${code.replaceAll(/\s/g, '')}`;
