import { randomUUID } from 'node:crypto';

import type { Context as Call } from 'hono';
import { z } from 'zod';

import { findUserByEmail, findUserByNewEmail, lockUser, type UserRow } from '#server/auth/queries/users.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { clientAddress } from '#server/http/rate-limits.ts';

import { constantTimeResponse } from '../core/constant-time-response.ts';
import { normalizeEmail, normalizePhone } from '../core/normalize-contact.ts';
import { AuthError } from './auth-error.ts';
import { consumeResendAllowance, limitMailRequests, limitSmsByAddress } from './auth-rate-limits.ts';
import { findUnconfirmedAddress, queueEmailChangeMail } from './change-email.ts';
import { resendPhoneChangeCode } from './change-phone.ts';
import { queueConfirmationMail } from './email-confirmation.ts';
import { readBody, PKCE_FIELDS, parseRedirectPath, Security } from './read-auth-body.ts';

const Resend = z.object({
  type: z.enum(['signup', 'email_change']),
  email: z.string(),
  gotrue_meta_security: Security,
  ...PKCE_FIELDS,
});
const ResendSms = z.object({
  type: z.enum(['sms', 'phone_change']),
  phone: z.string().max(40),
  gotrue_meta_security: Security,
});

type MailResend = { type: z.infer<typeof Resend>['type']; email: string; next: string | null };

/** POST resend: sends a pending mail again. Response and timing do not reveal whether the address is known. */
export async function resend(context: Context, call: Call): Promise<Response> {
  const body = await readBody(call, z.union([Resend, ResendSms]));
  const next = parseRedirectPath(call, context.config.appUrl);
  if ('phone' in body) return resendSms(context, call, body.phone);
  const email = normalizeEmail(body.email);
  if (!email) throw new AuthError('email_address_invalid');
  await limitMailRequests(context, 'resend', email, clientAddress(call));
  await constantTimeResponse(resendIfPending(context, { type: body.type, email, next }));
  return call.json({});
}

/** Counts only sent mails. Beyond the daily limit it skips the mail silently: an error would reveal the account. */
async function resendIfPending(context: Context, resent: MailResend): Promise<void> {
  const { db } = context;
  const found = (await findUserByEmail(db, resent.email)) ?? (await findUserByNewEmail(db, resent.email));
  if (!found || !(await findPendingMail(context, db, found, resent))) return;
  if (!(await consumeResendAllowance(context, resent.email))) return;
  await db.transaction(async (tx) => {
    const user = await lockUser(tx, found.id);
    const queuePendingMail = user && (await findPendingMail(context, tx, user, resent));
    await queuePendingMail?.(tx);
  });
}

/** Returns the function that queues the pending mail to this address. Returns null when there is none. */
async function findPendingMail(
  context: Context,
  db: Db,
  user: UserRow,
  { type, email, next }: MailResend,
): Promise<((tx: Db) => Promise<void>) | null> {
  if (type === 'email_change') {
    const unconfirmed = await findUnconfirmedAddress(context, db, user, email);
    return unconfirmed && ((tx) => queueEmailChangeMail(context, tx, { user, next, ...unconfirmed }));
  }
  const isPending = user.email === email && !user.emailConfirmedAt;
  return isPending ? (tx) => queueConfirmationMail(context, tx, user, next) : null;
}

async function resendSms(context: Context, call: Call, phoneInput: string): Promise<Response> {
  const phone = normalizePhone(phoneInput);
  if (!phone) throw new AuthError('validation_failed');
  await limitSmsByAddress(context, clientAddress(call));
  await constantTimeResponse(resendPhoneChangeCode(context, phone));
  return call.json({ message_id: randomUUID() });
}
