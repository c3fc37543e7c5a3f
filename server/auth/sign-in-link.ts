import { randomBytes } from 'node:crypto';

import { ONE_TIME_LINK_HOURS } from '#domain/account.ts';

import type { Context } from '#server/context.ts';
import { deleteOneTimeTokensBefore, insertOneTimeToken } from '#server/db/one-time-tokens.ts';

/** The client's word for a link that signs in. */
export const SIGN_IN_LINK = 'email';

const LINK_LIFE_MS = ONE_TIME_LINK_HOURS * 3600 * 1000;
const FORGOTTEN_AFTER_MS = 24 * 3600 * 1000;

/** An address that signs the user in once, within an hour, when the button of its page is pressed. */
export async function createSignInLink(context: Context, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = context.realNow();
  await deleteOneTimeTokensBefore(context.db, new Date(now.getTime() - FORGOTTEN_AFTER_MS));
  await insertOneTimeToken(context.db, {
    tokenHash: context.secrets.hash(token),
    codeHash: null,
    userId,
    type: SIGN_IN_LINK,
    data: {},
    createdAt: now,
    expiresAt: new Date(now.getTime() + LINK_LIFE_MS),
    usedAt: null,
  });
  return `${context.config.appUrl}/auth/confirm?token_hash=${token}&type=${SIGN_IN_LINK}`;
}
