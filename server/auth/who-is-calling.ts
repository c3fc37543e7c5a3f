import { LRUCache } from 'lru-cache';

import { ShopError } from '#domain/errors.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { upsertSeller } from '#server/db/sellers.ts';
import { findSessionWithFactor } from '#server/db/sessions.ts';
import { tellOfRequest } from '#server/http/request-told.ts';

import { bearerFrom, readAccessToken, type ReadClaims } from './access-token.ts';
import { isEmailConfirmed } from './confirmed-email.ts';
import { isLiveSession, isSuperseded, unshownSteps } from './session-life.ts';

export type Caller = {
  userId: string;
  sessionId: string;
  sellerId: string;
  email: string;
  aal: 'aal1' | 'aal2';
};

const SELLERS_REMEMBERED = 5000;
const sellers = new WeakMap<Db, LRUCache<string, string>>();

/** 'session': a live session suffices. 'confirmed': the user must have authenticated recently. */
export type Scrutiny = 'session' | 'confirmed';

/**
 * Authenticates an Authorization header. Throws AppError 'unauthorized', 'insufficient_aal', 'confirmation_needed', and
 * with `confirmedEmail` also 'email_not_confirmed'. Reads the session row on each call, so that a revoked session is
 * refused at once even if its token has not expired.
 */
export async function callerOf(
  context: Context,
  authorization: string | null,
  scrutiny: Scrutiny,
  { confirmedEmail = false }: { confirmedEmail?: boolean } = {},
): Promise<Caller> {
  const token = bearerFrom(authorization);
  const claims = token === null ? null : await readAccessToken(context, token);
  if (!claims) throw new ShopError('unauthorized');
  tellOfRequest({ user: claims.userId });
  // Read before the session: account recovery confirms the address and revokes older sessions in one commit.
  const isConfirmed = !confirmedEmail || (await isEmailConfirmed(context, claims.userId));
  await checkSession(context, claims, scrutiny);
  if (!isConfirmed) throw new ShopError('email_not_confirmed', { facts: { email: claims.email } });
  const { userId, sessionId, email, aal } = claims;
  return { userId, sessionId, email, aal, sellerId: await sellerIdOf(context, userId) };
}

async function checkSession(context: Context, claims: ReadClaims, scrutiny: Scrutiny): Promise<void> {
  const session = await findSessionWithFactor(context.db, claims.sessionId);
  const now = context.realNow();
  if (!session || session.userId !== claims.userId || !isLiveSession(session, now)) {
    throw new ShopError('unauthorized');
  }
  if (isSuperseded(session, claims.issuedAt, now)) throw new ShopError('unauthorized');
  if (session.aal === 'aal1' && session.hasVerifiedFactor) throw new ShopError('insufficient_aal');
  if (scrutiny === 'confirmed' && unshownSteps(session, session.hasVerifiedFactor, now).length > 0) {
    throw new ShopError('confirmation_needed');
  }
}

/**
 * Requires step-up authentication in a function that needs it only for some changes. API keys pass, because creating
 * one required it. Throws AppError 'confirmation_needed'.
 */
export async function requireStepUp(
  { realNow }: Context,
  tx: Db,
  { caller, keyId }: { caller: Caller; keyId?: string },
): Promise<void> {
  if (keyId !== undefined) return;
  const session = await findSessionWithFactor(tx, caller.sessionId);
  if (!session || unshownSteps(session, session.hasVerifiedFactor, realNow()).length > 0)
    throw new ShopError('confirmation_needed');
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
