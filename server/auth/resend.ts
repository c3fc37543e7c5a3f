import { randomUUID } from 'node:crypto';

import type { Context as Call } from 'hono';
import { z } from 'zod';

import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import {
  findUserByEmail,
  findUserByNewEmail,
  lockUserByEmail,
  lockUserByNewEmail,
  type UserRow,
} from '#server/db/users.ts';
import { clientAddress } from '#server/http/rate-limits.ts';

import { bodyOf, CHALLENGE, ownRedirect, Security } from './auth-body.ts';
import { AuthError } from './auth-error.ts';
import { limitResends, takeResend } from './auth-limits.ts';
import { askEmailChangeAgain, isEmailChangeAwaited } from './change-email.ts';
import { askPhoneChangeAgain } from './change-phone.ts';
import { askToConfirmEmail } from './confirm-email.ts';
import { emailFrom } from './email-address.ts';
import { inEvenTime } from './even-time.ts';
import { limitMessagesFrom } from './factors/factor-limits.ts';
import { phoneFrom } from './phone-number.ts';
import { visitorOf } from './visitor.ts';

const Resend = z.object({
  type: z.enum(['signup', 'email_change']),
  email: z.string(),
  gotrue_meta_security: Security,
  ...CHALLENGE,
});
const ResendMessage = z.object({
  type: z.enum(['sms', 'phone_change']),
  phone: z.string().max(40),
  gotrue_meta_security: Security,
});

type Wanted = { email: string; next: string | null };

type ResendType = z.infer<typeof Resend>['type'];

const AGAIN: Record<ResendType, (context: Context, tx: Db, wanted: Wanted) => Promise<void>> = {
  signup: confirmationAgain,
  email_change: emailChangeAgain,
};

/** POST resend: sends a pending mail again. Response and timing do not reveal whether the address is known. */
export async function resend(context: Context, call: Call): Promise<Response> {
  const given = await bodyOf(call, z.union([Resend, ResendMessage]));
  const next = ownRedirect(call, context.config.appUrl);
  if ('phone' in given) return messageAgain(context, call, given.phone);
  const { type } = given;
  const email = emailFrom(given.email);
  if (!email) throw new AuthError('email_address_invalid');
  const { address } = visitorOf(call);
  await limitResends(context, email, address);
  await inEvenTime(sendAgain(context, type, { email, next }));
  return call.json({});
}

/** Counts only sent mails. Beyond the daily limit it skips the mail silently: an error would reveal the account. */
async function sendAgain(context: Context, type: ResendType, wanted: Wanted): Promise<void> {
  const { db } = context;
  const user = await userOf(db, type, wanted.email);
  const isAwaited =
    user &&
    (type === 'signup'
      ? !user.emailConfirmedAt
      : await isEmailChangeAwaited(context, db, user, wanted.email));
  if (!isAwaited || !(await takeResend(context, wanted.email))) return;
  await db.transaction((tx) => AGAIN[type](context, tx, wanted));
}

const userOf = async (db: Db, type: ResendType, email: string): Promise<UserRow | null> =>
  (await findUserByEmail(db, email)) ?? (type === 'email_change' ? findUserByNewEmail(db, email) : null);

async function messageAgain(context: Context, call: Call, given: string): Promise<Response> {
  const phone = phoneFrom(given);
  if (!phone) throw new AuthError('validation_failed');
  await limitMessagesFrom(context, clientAddress(call));
  await inEvenTime(askPhoneChangeAgain(context, phone));
  return call.json({ message_id: randomUUID() });
}

async function confirmationAgain(context: Context, tx: Db, { email, next }: Wanted): Promise<void> {
  const user = await lockUserByEmail(tx, email);
  if (user && !user.emailConfirmedAt) await askToConfirmEmail(context, tx, user, next);
}

/** Mails the given address, which is either the current or the new one. */
async function emailChangeAgain(context: Context, tx: Db, { email, next }: Wanted): Promise<void> {
  const user = (await lockUserByEmail(tx, email)) ?? (await lockUserByNewEmail(tx, email));
  if (user) await askEmailChangeAgain(context, tx, { user, email, next });
}
