import { randomBytes, randomUUID } from 'node:crypto';

import { AppError } from '#domain/errors.ts';
import { PURCHASES_LINK_MINUTES } from '#domain/purchase.ts';

import { normalizeEmail } from '#server/auth/email-address.ts';
import { constantTimeResponse } from '#server/auth/even-time.ts';
import type { Context } from '#server/context.ts';
import { deleteBuyerLinksBefore, findBuyerLink, insertBuyerLink } from '#server/db/buyer-sessions.ts';
import { queueMail } from '#server/db/outbox.ts';
import { hasPurchases } from '#server/db/purchases.ts';
import { DAY_MS, MINUTE_MS } from '#server/http/rate-limits.ts';
import { consumeRateLimit } from '#server/pages/or-refused.ts';
import { TOKEN_PATTERN } from './buyer-cookie.ts';
import { linkRequestBuckets } from './buyer-limits.ts';

/** Mails a link to the purchases of an email address. Throws AppError 'email_invalid', 'rate_limited'. */
export async function requestPurchasesLink(context: Context, typedEmail: string, clientAddress: string): Promise<void> {
  const email = normalizeEmail(typedEmail);
  if (!email) throw new AppError('email_invalid');
  await consumeRateLimit(context, linkRequestBuckets(context, email, clientAddress));
  await constantTimeResponse(queueLinkMail(context, email));
}

/** Queues a mail only if the address has purchases. */
async function queueLinkMail(context: Context, email: string): Promise<void> {
  const { db, mode, secrets, config } = context;
  if (!(await hasPurchases(db, mode, email))) return;
  const token = randomBytes(32).toString('base64url');
  const now = context.realNow();
  await db.transaction(async (tx) => {
    await deleteBuyerLinksBefore(tx, new Date(now.getTime() - DAY_MS));
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

/** Returns true when a link can still be opened. */
export async function isUsableLink(context: Context, token: string): Promise<boolean> {
  const { db, mode, secrets } = context;
  const link = TOKEN_PATTERN.test(token) ? await findBuyerLink(db, mode, secrets.candidateHashes(token)) : null;
  return link !== null && link.usedAt === null && link.expiresAt > context.realNow();
}
