import type { Context as Call } from 'hono';
import { z } from 'zod';

import { findUserByEmail, lockUserByEmail } from '#server/auth/queries/users.ts';
import type { Context } from '#server/core/context.ts';

import { constantTimeResponse } from '../core/constant-time-response.ts';
import { normalizeEmail } from '../core/normalize-contact.ts';
import { AuthError, isAuthError } from './auth-error.ts';
import { limitMails, limitRecoveryByAddress } from './auth-rate-limits.ts';
import { checkCaptcha } from './captcha.ts';
import { getClientInfo, type ClientInfo, isKnownAddress, listRecentSignIns } from './client-info.ts';
import { createConfirmLink, queueOneTimeMail } from './one-time-links.ts';
import { readBody, PKCE_FIELDS, parseRedirectPath, Security } from './read-auth-body.ts';
import { recordSecurityEvent } from './record-security-event.ts';

const Recover = z.object({ email: z.string(), gotrue_meta_security: Security, ...PKCE_FIELDS });

/** POST recover: mails a password reset link. Response and timing do not reveal whether the address is known. */
export async function recover(context: Context, call: Call): Promise<Response> {
  const body = await readBody(call, Recover);
  const next = parseRedirectPath(call, context.config.appUrl);
  const email = normalizeEmail(body.email);
  if (!email) throw new AuthError('email_address_invalid');
  const client = getClientInfo(call);
  await limitRecovery(context, email, client);
  await checkCaptcha(context, body.gotrue_meta_security, client);
  await constantTimeResponse(queueRecoveryMail(context, email, { next, client }));
  return call.json({});
}

/** Exceeding the mail limits from elsewhere does not stop users from recovering at an IP address they recently used. */
async function limitRecovery(context: Context, email: string, client: ClientInfo): Promise<void> {
  try {
    await limitMails(context, 'recover', email, client.address);
  } catch (error) {
    if (!isAuthError(error) || !(await isKnownToUser(context, email, client))) throw error;
    await limitRecoveryByAddress(context, email, client.address);
  }
}

async function isKnownToUser(context: Context, email: string, client: ClientInfo): Promise<boolean> {
  const user = await findUserByEmail(context.db, email);
  return user !== null && isKnownAddress(await listRecentSignIns(context, context.db, user.id), client);
}

async function queueRecoveryMail(
  context: Context,
  email: string,
  { next, client }: { next: string | null; client: ClientInfo },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const user = await lockUserByEmail(tx, email);
    if (!user) return;
    await queueOneTimeMail(context, tx, {
      userId: user.id,
      email,
      type: 'recovery',
      buildMail: ({ token, code }) => ({
        kind: 'recover_password',
        link: createConfirmLink(context, { token, type: 'recovery', next }),
        code,
      }),
    });
    await recordSecurityEvent(context, tx, { user, kind: 'recovery_requested', client });
  });
}
