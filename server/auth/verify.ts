import type { Context as Call } from 'hono';
import { z } from 'zod';

import type { Context } from '#server/context.ts';
import { isUniqueViolation } from '#server/db/client.ts';
import { clientAddress } from '#server/http/rate-limits.ts';

import { bodyOf, ownRedirect, Security } from './auth-body.ts';
import { AuthError, WRONG_DIGITS } from './auth-error.ts';
import { limitVerify } from './auth-limits.ts';
import { agreeToEmailChange, EMAIL_CHANGE_SIDES } from './change-email.ts';
import { agreePhoneChange } from './change-phone.ts';
import { confirmEmail } from './confirm-email.ts';
import type { LinkType } from './confirm-link.ts';
import { takeOneTimeToken, type OneTimeType, type Shown } from './one-time-token.ts';
import { openSession, type OpenSession } from './open-session.ts';
import { phoneFrom } from './phone-number.ts';
import { sessionAnswer } from './session-answer.ts';
import { takeOverAccount } from './take-over-account.ts';
import { visitorOf, type Visitor } from './visitor.ts';

const TYPES: Record<LinkType, readonly OneTimeType[]> = {
  email: ['email'],
  signup: ['signup'],
  // The sign-up token proves the same address: its owner may reset an account that a stranger opened (decision 089).
  recovery: ['recovery', 'signup'],
  email_change: EMAIL_CHANGE_SIDES,
};

const ANY = {
  type: z.enum(['email', 'signup', 'recovery', 'email_change']),
  options: z.object({ redirectTo: z.string().nullish(), captchaToken: z.string().nullish() }).nullish(),
  gotrue_meta_security: Security,
};

const Verify = z.union([
  z.object({ ...ANY, token_hash: z.string().min(1).max(512) }),
  z.object({ ...ANY, email: z.string().max(512), token: z.string().min(1).max(64) }),
  z.object({
    ...ANY,
    type: z.enum(['sms', 'phone_change']),
    phone: z.string().max(40),
    token: z.string().min(1).max(64),
  }),
]);

const HALF = {
  msg: 'Thank you. Now open the mail in your other mailbox as well.',
  code: '200',
};

/** POST verify: consumes a mailed token, applies what it confirms and creates a session, in one transaction. */
export async function verify(context: Context, call: Call): Promise<Response> {
  const given = await bodyOf(call, Verify);
  ownRedirect(call, context.config.appUrl);
  if ('phone' in given) return verifyPhone(context, call, given);
  const shown: Shown =
    'token_hash' in given
      ? { token: given.token_hash }
      : { email: given.email.trim().toLowerCase(), code: given.token };
  await limitVerify(context, clientAddress(call), 'email' in shown ? shown.email : null);
  const opened = await verified(context, shown, given.type, visitorOf(call));
  context.ring('outbox');
  return opened ? sessionAnswer(context, call, opened) : call.json(HALF);
}

const PHONE_CONFIRMED = { msg: 'Your phone number is confirmed.', code: '200' };

/** Confirms the phone number for the requesting session. Creates no session: the code does not prove an account. */
async function verifyPhone(
  context: Context,
  call: Call,
  given: { phone: string; token: string },
): Promise<Response> {
  const phone = phoneFrom(given.phone) ?? '';
  const from = visitorOf(call);
  await limitVerify(context, clientAddress(call), phone);
  await telling('phone_exists', () =>
    context.db.transaction((tx) => agreePhoneChange(context, tx, { phone, code: given.token, from })),
  );
  context.ring('outbox');
  return call.json(PHONE_CONFIRMED);
}

/** Returns the session, or null while the other email address has not confirmed. */
const verified = (
  context: Context,
  shown: Shown,
  type: LinkType,
  from: Visitor,
): Promise<OpenSession | null> =>
  telling('email_exists', () =>
    context.db.transaction(async (tx) => {
      const taken = await takeOneTimeToken(context, tx, shown, TYPES[type]);
      if (!taken) throw new AuthError('otp_expired', 'code' in shown ? { message: WRONG_DIGITS } : {});
      const { row, user } = taken;
      if (type === 'email_change') {
        if ((await agreeToEmailChange(context, tx, { row, user, from })) === 'half') return null;
      } else {
        if (type === 'recovery') await takeOverAccount(context, tx, user, from);
        await confirmEmail(context, tx, user, from);
      }
      return openSession(context, tx, user.id, { method: methodOf(type), from });
    }),
  );

/** Maps a unique violation to AuthError: another account took the address or number concurrently. */
async function telling<T>(taken: 'email_exists' | 'phone_exists', change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (isUniqueViolation(error)) throw new AuthError(taken);
    throw error;
  }
}

const methodOf = (type: LinkType) => (type === 'recovery' ? 'recovery' : 'otp');
