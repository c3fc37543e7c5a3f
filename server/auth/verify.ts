import type { Context as Call } from 'hono';
import { z } from 'zod';

import type { Context } from '#server/context.ts';
import { isUniqueViolation } from '#server/db/client.ts';
import { clientAddress } from '#server/http/rate-limits.ts';

import { readBody, parseRedirectPath, Security } from './auth-body.ts';
import { AuthError, INVALID_CODE_MESSAGE } from './auth-error.ts';
import { limitVerify } from './auth-limits.ts';
import { confirmEmailChange, EMAIL_CHANGE_TYPES } from './change-email.ts';
import { confirmPhoneChange } from './change-phone.ts';
import { confirmEmail } from './confirm-email.ts';
import type { LinkType } from './confirm-link.ts';
import { consumeOneTimeToken, type OneTimeType, type OneTimeCredential } from './one-time-token.ts';
import { createSession, type IssuedSession } from './open-session.ts';
import { normalizePhone } from './phone-number.ts';
import { createSessionResponse } from './session-answer.ts';
import { resetUnconfirmedAccount } from './take-over-account.ts';
import { getClientInfo, type ClientInfo } from './visitor.ts';

const TOKEN_TYPES: Record<LinkType, readonly OneTimeType[]> = {
  email: ['email'],
  signup: ['signup'],
  // The sign-up token proves the same address: its owner may reset an account that a stranger opened (decision 089).
  recovery: ['recovery', 'signup'],
  email_change: EMAIL_CHANGE_TYPES,
};

const COMMON_FIELDS = {
  type: z.enum(['email', 'signup', 'recovery', 'email_change']),
  options: z.object({ redirectTo: z.string().nullish(), captchaToken: z.string().nullish() }).nullish(),
  gotrue_meta_security: Security,
};

const VerifyBody = z.union([
  z.object({ ...COMMON_FIELDS, token_hash: z.string().min(1).max(512) }),
  z.object({ ...COMMON_FIELDS, email: z.string().max(512), token: z.string().min(1).max(64) }),
  z.object({
    ...COMMON_FIELDS,
    type: z.enum(['sms', 'phone_change']),
    phone: z.string().max(40),
    token: z.string().min(1).max(64),
  }),
]);

const OTHER_ADDRESS_PENDING = {
  msg: 'Thank you. Now open the mail in your other mailbox as well.',
  code: '200',
};

/** POST verify: consumes a mailed token, applies what it confirms and creates a session, in one transaction. */
export async function verify(context: Context, call: Call): Promise<Response> {
  const body = await readBody(call, VerifyBody);
  parseRedirectPath(call, context.config.appUrl);
  if ('phone' in body) return verifyPhone(context, call, body);
  const credential: OneTimeCredential =
    'token_hash' in body ? { token: body.token_hash } : { email: body.email.trim().toLowerCase(), code: body.token };
  await limitVerify(context, clientAddress(call), 'email' in credential ? credential.email : null);
  const issued = await verifyToken(context, credential, body.type, getClientInfo(call));
  context.wake('outbox');
  return issued ? createSessionResponse(context, call, issued) : call.json(OTHER_ADDRESS_PENDING);
}

const PHONE_CONFIRMED = { msg: 'Your phone number is confirmed.', code: '200' };

/** Confirms the phone number for the requesting session. Creates no session: the code does not prove an account. */
async function verifyPhone(context: Context, call: Call, input: { phone: string; token: string }): Promise<Response> {
  const phone = normalizePhone(input.phone) ?? '';
  const client = getClientInfo(call);
  await limitVerify(context, clientAddress(call), phone);
  await withConflictError('phone_exists', () =>
    context.db.transaction((tx) => confirmPhoneChange(context, tx, { phone, code: input.token, client })),
  );
  context.wake('outbox');
  return call.json(PHONE_CONFIRMED);
}

/** Returns the session, or null while the other email address has not confirmed. */
const verifyToken = (
  context: Context,
  credential: OneTimeCredential,
  type: LinkType,
  client: ClientInfo,
): Promise<IssuedSession | null> =>
  withConflictError('email_exists', () =>
    context.db.transaction(async (tx) => {
      const consumed = await consumeOneTimeToken(context, tx, credential, TOKEN_TYPES[type]);
      if (!consumed) throw new AuthError('otp_expired', 'code' in credential ? { message: INVALID_CODE_MESSAGE } : {});
      const { row, user } = consumed;
      if (type === 'email_change') {
        if ((await confirmEmailChange(context, tx, { row, user, client })) === 'half') return null;
      } else {
        if (type === 'recovery') await resetUnconfirmedAccount(context, tx, user, client);
        await confirmEmail(context, tx, user, client);
      }
      return createSession(context, tx, user.id, { method: getSignInMethod(type), client });
    }),
  );

/** Maps a unique violation to AuthError: another account took the address or number concurrently. */
async function withConflictError<T>(errorCode: 'email_exists' | 'phone_exists', change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (isUniqueViolation(error)) throw new AuthError(errorCode);
    throw error;
  }
}

const getSignInMethod = (type: LinkType) => (type === 'recovery' ? 'recovery' : 'otp');
