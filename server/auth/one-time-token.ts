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
import { lockUser, type UserRow } from '#server/db/users.ts';

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

const LIFE_MS = ONE_TIME_LINK_HOURS * 3600 * 1000;
const FORGOTTEN_AFTER_MS = 24 * 3600 * 1000;

export type WantedToken = {
  userId: string;
  /** Where it is sent, an address or a number: its digits are good for this one alone. */
  email: string;
  type: OneTimeType;
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

/**
 * Uses a token up, in the transaction of what it causes, and holds its user's row; null whether it is wrong, used,
 * late or of another type.
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
  const isUsed = await updateOneTimeTokenUsed(tx, found.tokenHash, context.realNow());
  return isUsed ? { row: found, user } : null;
}

/** What the hash of digits is made of: they are good for one address and one purpose. */
const codeText = ({ type, email, code }: { type: OneTimeType; email: string; code: string }): string =>
  `${type} ${email} ${code.replaceAll(/\s/g, '')}`;
