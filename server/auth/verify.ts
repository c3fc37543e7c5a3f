import type { Context as Call } from 'hono';
import { z } from 'zod';

import { authDetailMessages } from '#content/messages/auth-details.ts';
import { IDENTITY_PROVIDER_NAMES, IDENTITY_PROVIDERS } from '#domain/account.ts';
import { resetAccountRows, type RemovedFromAccount } from '#server/auth/queries/delete-account.ts';
import { revokeUserSessions } from '#server/auth/queries/sessions.ts';
import type { UserRow } from '#server/auth/queries/users.ts';
import type { Context } from '#server/core/context.ts';
import { isUniqueViolation, type Db } from '#server/db/client.ts';
import { clientAddress } from '#server/http/rate-limits.ts';

import { normalizePhone } from '../core/normalize-contact.ts';
import { AuthError, INVALID_CODE_MESSAGE } from './auth-error.ts';
import { limitVerify } from './auth-rate-limits.ts';
import { confirmEmailChange, EMAIL_CHANGE_TYPES } from './change-email.ts';
import { confirmPhoneChange } from './change-phone.ts';
import { getClientInfo, type ClientInfo } from './client-info.ts';
import { confirmEmail } from './email-confirmation.ts';
import { consumeOneTimeToken, type LinkType, type OneTimeType, type OneTimeCredential } from './one-time-links.ts';
import { readBody, parseRedirectPath, Security } from './read-auth-body.ts';
import { recordSecurityEvent } from './record-security-event.ts';
import { createSessionResponse } from './session-response.ts';
import { createSession, type IssuedSession } from './sessions.ts';
import { transactionWithMail } from './transaction-with-mail.ts';

/**
 * Resets an account with an unconfirmed address when its owner recovers it, or confirms it in a browser without its
 * session: anyone may have registered that address. Removes sessions, password and everything in `RemovedFromAccount`,
 * but not second factors: an email never bypasses them. Runs in the caller's transaction, which locks the user's row.
 */
async function resetUnconfirmedAccount(context: Context, tx: Db, user: UserRow, client: ClientInfo): Promise<void> {
  if (user.emailConfirmedAt) return;
  const now = { business: context.now(), real: context.realNow() };
  await revokeUserSessions(tx, user.id, null, now.real);
  const detail = describeRemoved(await resetAccountRows(tx, user.id, now));
  if (detail) await recordSecurityEvent(context, tx, { user, kind: 'account_reset', client, detail });
}

/** Describes what was removed, without names that a stranger chose. Returns an empty string if nothing was. */
function describeRemoved(removed: RemovedFromAccount): string {
  const { passkeys, providers, apiKeys, webhookEndpoints, domains, stripeAccounts, unpublishedPages } = removed;
  const { removed: items } = authDetailMessages;
  return [
    passkeys > 0 && items.passkeys({ count: passkeys }),
    ...IDENTITY_PROVIDERS.filter((provider) => providers.includes(provider)).map((provider) =>
      items.provider({ provider: IDENTITY_PROVIDER_NAMES[provider] }),
    ),
    removed.phone && items.phone,
    removed.newEmail && items.emailChange,
    apiKeys > 0 && items.apiKeys({ count: apiKeys }),
    webhookEndpoints > 0 && items.webhooks({ count: webhookEndpoints }),
    domains > 0 && items.domains({ count: domains }),
    stripeAccounts > 0 && items.stripe,
    unpublishedPages > 0 && items.pages({ count: unpublishedPages }),
  ]
    .filter(Boolean)
    .join(', ');
}

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

const OTHER_ADDRESS_PENDING = { msg: authDetailMessages.confirmOtherEmail, code: '200' };

/** POST verify: consumes a mailed token, applies what it confirms and creates a session, in one transaction. */
export async function verify(context: Context, call: Call): Promise<Response> {
  const body = await readBody(call, VerifyBody);
  parseRedirectPath(call, context.config.appUrl);
  if ('phone' in body) return verifyPhone(context, call, body);
  const credential: OneTimeCredential =
    'token_hash' in body ? { token: body.token_hash } : { email: body.email.trim().toLowerCase(), code: body.token };
  await limitVerify(context, clientAddress(call), 'email' in credential ? credential.email : null);
  const issued = await verifyToken(context, credential, body.type, getClientInfo(call));
  return issued ? createSessionResponse(context, call, issued) : call.json(OTHER_ADDRESS_PENDING);
}

const PHONE_CONFIRMED = { msg: authDetailMessages.phoneConfirmed, code: '200' };

/** Confirms the phone number for the requesting session. Creates no session: the code does not prove an account. */
async function verifyPhone(context: Context, call: Call, input: { phone: string; token: string }): Promise<Response> {
  const phone = normalizePhone(input.phone) ?? '';
  const client = getClientInfo(call);
  await limitVerify(context, clientAddress(call), phone);
  await withConflictError('phone_exists', () =>
    transactionWithMail(context, (tx) => confirmPhoneChange(context, tx, { phone, code: input.token, client })),
  );
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
    transactionWithMail(context, async (tx) => {
      const consumed = await consumeOneTimeToken(context, tx, credential, TOKEN_TYPES[type]);
      if (!consumed) throw new AuthError('otp_expired', 'code' in credential ? { message: INVALID_CODE_MESSAGE } : {});
      const { row, user } = consumed;
      if (type === 'email_change') {
        if ((await confirmEmailChange(context, tx, { row, user, client })) === 'half') return null;
      } else {
        if (type === 'recovery') await resetUnconfirmedAccount(context, tx, user, client);
        await confirmEmail(context, tx, user, client);
      }
      return createSession(context, tx, user.id, { method: type === 'recovery' ? 'recovery' : 'otp', client });
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
