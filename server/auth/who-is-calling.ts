import { LRUCache } from 'lru-cache';

import { ShopError } from '#domain/errors.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { upsertSeller } from '#server/db/sellers.ts';
import { findSession } from '#server/db/sessions.ts';

import { bearerFrom, readAccessToken } from './access-token.ts';
import { isLiveSession } from './session-life.ts';

export type Caller = {
  userId: string;
  sessionId: string;
  sellerId: string;
  email: string;
  aal: 'aal1' | 'aal2';
};

const SELLERS_REMEMBERED = 5000;
const sellers = new WeakMap<Db, LRUCache<string, string>>();

/**
 * Who sends this Authorization header. Throws ShopError 'unauthorized'. `checkSession` also reads the session's
 * row and refuses a revoked one: for whatever writes, moves money or opens the provider.
 */
export async function callerOf(
  context: Context,
  authorization: string | null,
  options: { checkSession: boolean },
): Promise<Caller> {
  const token = bearerFrom(authorization);
  const claims = token === null ? null : await readAccessToken(context, token);
  if (!claims) throw new ShopError('unauthorized');
  if (options.checkSession) {
    const session = await findSession(context.db, claims.sessionId);
    if (!session || session.userId !== claims.userId || !isLiveSession(session, context.realNow())) {
      throw new ShopError('unauthorized');
    }
  }
  return { ...claims, sellerId: await sellerIdOf(context, claims.userId) };
}

async function sellerIdOf(context: Context, userId: string): Promise<string> {
  const remembered = sellers.get(context.db) ?? new LRUCache<string, string>({ max: SELLERS_REMEMBERED });
  sellers.set(context.db, remembered);
  const known = remembered.get(userId);
  if (known) return known;
  const sellerId = await upsertSeller(context.db, userId, context.now());
  remembered.set(userId, sellerId);
  return sellerId;
}
