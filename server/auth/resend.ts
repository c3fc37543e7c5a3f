import { randomUUID } from 'node:crypto';

import type { Context as Call } from 'hono';
import { z } from 'zod';

import {
  findUserByEmail,
  findUserByNewEmail,
  lockUserByEmail,
  lockUserByNewEmail,
  type UserRow,
} from '#server/auth/queries/users.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { clientAddress } from '#server/http/rate-limits.ts';

import { constantTimeResponse } from '../core/constant-time-response.ts';
import { normalizeEmail, normalizePhone } from '../core/normalize-contact.ts';
import { AuthError } from './auth-error.ts';
import { limitResends, consumeResendAllowance } from './auth-rate-limits.ts';
import { resendEmailChange, isEmailChangePending } from './change-email.ts';
import { resendPhoneChangeCode } from './change-phone.ts';
import { getClientInfo } from './client-info.ts';
import { queueConfirmationMail } from './email-confirmation.ts';
import { limitSmsByAddress } from './factors/factor-rate-limits.ts';
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

type ResendInput = { email: string; next: string | null };

type ResendType = z.infer<typeof Resend>['type'];

const RESENDERS: Record<ResendType, (context: Context, tx: Db, input: ResendInput) => Promise<void>> = {
  signup: resendConfirmationMail,
  email_change: resendEmailChangeMail,
};

/** POST resend: sends a pending mail again. Response and timing do not reveal whether the address is known. */
export async function resend(context: Context, call: Call): Promise<Response> {
  const body = await readBody(call, z.union([Resend, ResendSms]));
  const next = parseRedirectPath(call, context.config.appUrl);
  if ('phone' in body) return resendSms(context, call, body.phone);
  const { type } = body;
  const email = normalizeEmail(body.email);
  if (!email) throw new AuthError('email_address_invalid');
  const { address } = getClientInfo(call);
  await limitResends(context, email, address);
  await constantTimeResponse(resendIfPending(context, type, { email, next }));
  return call.json({});
}

/** Counts only sent mails. Beyond the daily limit it skips the mail silently: an error would reveal the account. */
async function resendIfPending(context: Context, type: ResendType, input: ResendInput): Promise<void> {
  const { db } = context;
  const user = await findTargetUser(db, type, input.email);
  const isPending =
    user && (type === 'signup' ? !user.emailConfirmedAt : await isEmailChangePending(context, db, user, input.email));
  if (!isPending || !(await consumeResendAllowance(context, input.email))) return;
  await db.transaction((tx) => RESENDERS[type](context, tx, input));
}

const findTargetUser = async (db: Db, type: ResendType, email: string): Promise<UserRow | null> =>
  (await findUserByEmail(db, email)) ?? (type === 'email_change' ? findUserByNewEmail(db, email) : null);

async function resendSms(context: Context, call: Call, phoneInput: string): Promise<Response> {
  const phone = normalizePhone(phoneInput);
  if (!phone) throw new AuthError('validation_failed');
  await limitSmsByAddress(context, clientAddress(call));
  await constantTimeResponse(resendPhoneChangeCode(context, phone));
  return call.json({ message_id: randomUUID() });
}

async function resendConfirmationMail(context: Context, tx: Db, { email, next }: ResendInput): Promise<void> {
  const user = await lockUserByEmail(tx, email);
  if (user && !user.emailConfirmedAt) await queueConfirmationMail(context, tx, user, next);
}

/** Mails the given address, which is either the current or the new one. */
async function resendEmailChangeMail(context: Context, tx: Db, { email, next }: ResendInput): Promise<void> {
  const user = (await lockUserByEmail(tx, email)) ?? (await lockUserByNewEmail(tx, email));
  if (user) await resendEmailChange(context, tx, { user, email, next });
}
