import type { Context as Call } from 'hono';
import { z } from 'zod';

import type { Context } from '#server/context.ts';
import { findUserByEmail, lockUserByEmail } from '#server/db/users.ts';

import { bodyOf, CHALLENGE, ownRedirect, Security } from './auth-body.ts';
import { AuthError, isAuthError } from './auth-error.ts';
import { limitMails, limitRecoveryFrom } from './auth-limits.ts';
import { checkCaptcha } from './captcha.ts';
import { emailFrom } from './email-address.ts';
import { inEvenTime } from './even-time.ts';
import { isSeenPlace, seenLately } from './familiar.ts';
import { noteEvent } from './note-event.ts';
import { queueOneTimeMail } from './one-time-mail.ts';
import { visitorOf, type Visitor } from './visitor.ts';

const Recover = z.object({ email: z.string(), gotrue_meta_security: Security, ...CHALLENGE });

/** POST recover: mails a password reset link. Response and timing do not reveal whether the address is known. */
export async function recover(context: Context, call: Call): Promise<Response> {
  const given = await bodyOf(call, Recover);
  const next = ownRedirect(call, context.config.appUrl);
  const email = emailFrom(given.email);
  if (!email) throw new AuthError('email_address_invalid');
  const from = visitorOf(call);
  await limitRecovery(context, email, from);
  await checkCaptcha(context, given.gotrue_meta_security, from);
  await inEvenTime(mailRecovery(context, email, { next, from }));
  return call.json({});
}

/** Exceeding the mail limits from elsewhere does not stop users from recovering at an IP address they recently used. */
async function limitRecovery(context: Context, email: string, from: Visitor): Promise<void> {
  try {
    await limitMails(context, 'recover', email, from.address);
  } catch (error) {
    if (!isAuthError(error) || !(await isSeenBy(context, email, from))) throw error;
    await limitRecoveryFrom(context, email, from.address);
  }
}

async function isSeenBy(context: Context, email: string, from: Visitor): Promise<boolean> {
  const user = await findUserByEmail(context.db, email);
  return user !== null && isSeenPlace(await seenLately(context, context.db, user.id), from);
}

async function mailRecovery(
  context: Context,
  email: string,
  { next, from }: { next: string | null; from: Visitor },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const user = await lockUserByEmail(tx, email);
    if (!user) return;
    await queueOneTimeMail(context, tx, {
      userId: user.id,
      email,
      type: 'recovery',
      link: 'recovery',
      next,
      mail: (ways) => ({ kind: 'recover_password', ...ways }),
    });
    await noteEvent(context, tx, { user, kind: 'recovery_asked', from });
  });
}
