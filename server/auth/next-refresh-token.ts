import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { findUnusedRefreshToken, insertRefreshToken, markRefreshTokenUsed } from '#server/db/refresh-tokens.ts';

import { generateRefreshToken } from './open-session.ts';

/**
 * Rotates the session's refresh token, in the caller's transaction, which locks the session's row. A stolen previous
 * token then counts as used.
 */
export async function rotateRefreshToken(context: Context, tx: Db, sessionId: string): Promise<string> {
  const parent = await findUnusedRefreshToken(tx, sessionId);
  const { token, row } = generateRefreshToken(context, sessionId, parent?.id ?? null);
  await insertRefreshToken(tx, row);
  if (parent) await markRefreshTokenUsed(tx, parent.id, context.realNow());
  return token;
}
