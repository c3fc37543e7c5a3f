import { randomUUID } from 'node:crypto';

import { AppError } from '#domain/errors.ts';
import { PURCHASES_SESSION_HOURS, PURCHASES_LINK_MINUTES } from '#domain/purchase.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';
import { logSignIn } from '#server/audit/log-sign-in.ts';
import { constantTimeResponse } from '#server/core/constant-time-response.ts';
import type { Context } from '#server/core/context.ts';
import { createToken, formatCookie, readCookieToken, TOKEN_PATTERN } from '#server/core/cookies.ts';
import { normalizeEmail } from '#server/core/normalize-contact.ts';
import { queueMail } from '#server/email/queries/outbox.ts';
import { enforceRateLimits } from '#server/http/rate-limits.ts';
import {
  findBuyerLink,
  findBuyerSession,
  insertBuyerSession,
  redeemBuyerLink,
  markBuyerSessionEnded,
  type BuyerSession,
  deleteBuyerLinksBefore,
  insertBuyerLink,
} from '#server/orders/buyer-portal/queries/buyer-sessions.ts';
import { hasPurchases } from '#server/orders/buyer-portal/queries/purchases.ts';

import { linkRequestBuckets } from './buyer-rate-limits.ts';

const COOKIE = 'purchases';

export const createSessionCookie = (appUrl: string, token: string): string =>
  formatCookie(appUrl, { name: COOKIE, value: token, maxAgeS: PURCHASES_SESSION_HOURS * 3600 });

export const createExpiredCookie = (appUrl: string): string =>
  formatCookie(appUrl, { name: COOKIE, value: '', maxAgeS: 0 });

export const readSessionToken = (appUrl: string, cookies: string | null): string | null =>
  readCookieToken(appUrl, COOKIE, cookies);

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
  const token = createToken();
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

export const findSessionByToken = (context: Context, token: string): Promise<BuyerSession | null> =>
  findBuyerSession(context.db, context.mode, context.secrets.candidateHashes(token), context.realNow());

export const endBuyerSession = ({ db, secrets, realNow }: Context, token: string): Promise<void> =>
  markBuyerSessionEnded(db, secrets.candidateHashes(token), realNow());

/** Mails a link to the purchases of an email address. Throws AppError 'email_invalid', 'rate_limited'. */
export async function requestPurchasesLink(context: Context, typedEmail: string, clientAddress: string): Promise<void> {
  const email = normalizeEmail(typedEmail);
  if (!email) throw new AppError('email_invalid');
  await enforceRateLimits(context, linkRequestBuckets(context, email, clientAddress));
  await constantTimeResponse(queueLinkMail(context, email));
}

/** Queues a mail only if the address has purchases. */
async function queueLinkMail(context: Context, email: string): Promise<void> {
  const { db, mode, secrets, config } = context;
  if (!(await hasPurchases(db, mode, email))) return;
  const token = createToken();
  const now = context.realNow();
  await db.transaction(async (tx) => {
    await insertBuyerLink(tx, {
      mode,
      email,
      tokenHash: secrets.hash(token),
      createdAt: now,
      expiresAt: new Date(now.getTime() + PURCHASES_LINK_MINUTES * MINUTE_MS),
    });
    await queueMail(tx, {
      key: `purchases_link:${randomUUID()}`,
      to: email,
      mail: { kind: 'purchases_link', link: `${config.appUrl}/purchases/open?token=${token}` },
      seal: secrets.seal,
      now: context.now(),
    });
  });
}

/** Deletes links that expired more than a day ago, with their sessions. */
export const deleteExpiredBuyerLinks = ({ db, realNow }: Context): Promise<void> =>
  deleteBuyerLinksBefore(db, new Date(realNow().getTime() - DAY_MS));

export async function isUsableLink(context: Context, token: string): Promise<boolean> {
  const { db, mode, secrets } = context;
  const link = TOKEN_PATTERN.test(token) ? await findBuyerLink(db, mode, secrets.candidateHashes(token)) : null;
  return link !== null && link.usedAt === null && link.expiresAt > context.realNow();
}
