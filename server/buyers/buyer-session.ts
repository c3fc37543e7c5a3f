import { randomBytes } from 'node:crypto';

import { AppError } from '#domain/errors.ts';
import { PURCHASES_SESSION_HOURS } from '#domain/purchase.ts';

import { logSignIn } from '#server/auth/log-sign-in.ts';
import type { Context } from '#server/context.ts';
import {
  findBuyerLink,
  findBuyerSession,
  insertBuyerSession,
  redeemBuyerLink,
  markBuyerSessionEnded,
  type BuyerSession,
} from '#server/db/buyer-sessions.ts';
import { HOUR_MS } from '#server/http/rate-limits.ts';
import { TOKEN_PATTERN } from './buyer-cookie.ts';

/**
 * Consumes a link, creates a session and returns its token. The browser's previous session ends. Reopening the link in
 * the same browser keeps its session. Throws AppError 'purchases_link_spent'.
 */
export async function createBuyerSession(
  context: Context,
  linkToken: string,
  currentToken: string | null,
): Promise<string> {
  const token = await exchangeLink(context, linkToken, currentToken);
  logSignIn(context, { outcome: token ? 'passed' : 'failed', method: 'purchases_link' });
  if (!token) throw new AppError('purchases_link_spent');
  return token;
}

async function exchangeLink(context: Context, linkToken: string, currentToken: string | null): Promise<string | null> {
  if (!TOKEN_PATTERN.test(linkToken)) return null;
  const { db, mode, secrets } = context;
  const now = context.realNow();
  const token = randomBytes(32).toString('base64url');
  const isCreated = await db.transaction(async (tx) => {
    const link = await redeemBuyerLink(tx, mode, secrets.candidateHashes(linkToken), now);
    if (!link) return false;
    if (currentToken) await markBuyerSessionEnded(tx, secrets.candidateHashes(currentToken), now);
    await insertBuyerSession(tx, {
      mode,
      linkId: link.id,
      email: link.email,
      tokenHash: secrets.hash(token),
      createdAt: now,
      expiresAt: new Date(now.getTime() + PURCHASES_SESSION_HOURS * HOUR_MS),
    });
    return true;
  });
  if (isCreated) return token;
  return currentToken && (await isCreatedByLink(context, currentToken, linkToken)) ? currentToken : null;
}

async function isCreatedByLink(context: Context, currentToken: string, linkToken: string): Promise<boolean> {
  const session = await findSessionByToken(context, currentToken);
  const link = await findBuyerLink(context.db, context.mode, context.secrets.candidateHashes(linkToken));
  return session !== null && session.linkId === link?.id;
}

/** Finds the live session of a browser's token. */
export const findSessionByToken = (context: Context, token: string): Promise<BuyerSession | null> =>
  findBuyerSession(context.db, context.mode, context.secrets.candidateHashes(token), context.realNow());

export const endBuyerSession = ({ db, secrets, realNow }: Context, token: string): Promise<void> =>
  markBuyerSessionEnded(db, secrets.candidateHashes(token), realNow());
