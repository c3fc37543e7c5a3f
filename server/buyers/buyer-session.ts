import { randomBytes } from 'node:crypto';

import { ShopError } from '#domain/errors.ts';
import { PURCHASES_SESSION_HOURS } from '#domain/purchase.ts';

import { logSignIn } from '#server/auth/log-sign-in.ts';
import type { Context } from '#server/context.ts';
import {
  findBuyerLink,
  findBuyerSession,
  insertBuyerSession,
  updateBuyerLinkUsed,
  updateBuyerSessionEnded,
  type BuyerSession,
} from '#server/db/buyer-sessions.ts';
import { HOUR_MS } from '#server/http/rate-limits.ts';
import { TOKEN } from './buyer-cookie.ts';

/**
 * Consumes a link, creates a session and returns its token. The browser's previous session ends. Reopening the link in
 * the same browser keeps its session. Throws AppError 'purchases_link_spent'.
 */
export async function openBuyerSession(
  context: Context,
  linkToken: string,
  held: string | null,
): Promise<string> {
  const token = await openedBy(context, linkToken, held);
  logSignIn(context, { outcome: token ? 'passed' : 'failed', method: 'purchases_link' });
  if (!token) throw new ShopError('purchases_link_spent');
  return token;
}

async function openedBy(context: Context, linkToken: string, held: string | null): Promise<string | null> {
  if (!TOKEN.test(linkToken)) return null;
  const { db, mode, secrets } = context;
  const now = context.realNow();
  const token = randomBytes(32).toString('base64url');
  const isOpen = await db.transaction(async (tx) => {
    const link = await updateBuyerLinkUsed(tx, mode, secrets.hashes(linkToken), now);
    if (!link) return false;
    if (held) await updateBuyerSessionEnded(tx, secrets.hashes(held), now);
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
  if (isOpen) return token;
  return held && (await isOpenedBy(context, held, linkToken)) ? held : null;
}

async function isOpenedBy(context: Context, held: string, linkToken: string): Promise<boolean> {
  const session = await findHeldSession(context, held);
  const link = await findBuyerLink(context.db, context.mode, context.secrets.hashes(linkToken));
  return session !== null && session.linkId === link?.id;
}

/** Finds the live session of a browser's token. */
export const findHeldSession = (context: Context, token: string): Promise<BuyerSession | null> =>
  findBuyerSession(context.db, context.mode, context.secrets.hashes(token), context.realNow());

export const endHeldSession = ({ db, secrets, realNow }: Context, token: string): Promise<void> =>
  updateBuyerSessionEnded(db, secrets.hashes(token), realNow());
