import { updateEmailIdentityData } from '#server/auth/queries/identities.ts';
import { updateUserFields, type UserRow, findUser } from '#server/auth/queries/users.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { sendsMail } from '#server/email/mail-transport.ts';

import type { ClientInfo } from './client-info.ts';
import { createConfirmLink, queueOneTimeMail } from './one-time-links.ts';
import { recordSecurityEvent } from './record-security-event.ts';

/**
 * Returns true when the address is confirmed, or when this installation sends no mail and it cannot be. Otherwise a
 * stranger could prepare an account that the owner of the address recovers later.
 */
export const hasConfirmedEmail = (context: Context, user: Pick<UserRow, 'emailConfirmedAt'>): boolean =>
  user.emailConfirmedAt !== null || !sendsMail(context);

/** Same check by user id. Returns false for an unknown user. */
export async function isEmailConfirmed(context: Context, userId: string): Promise<boolean> {
  if (!sendsMail(context)) return true;
  const user = await findUser(context.db, userId);
  return user !== null && hasConfirmedEmail(context, user);
}

/** Mails the user a link that confirms the email address. Wake `outbox` after the commit. */
export const queueConfirmationMail = (
  context: Context,
  tx: Db,
  { id: userId, email }: Pick<UserRow, 'id' | 'email'>,
  next: string | null,
): Promise<void> =>
  queueOneTimeMail(context, tx, {
    userId,
    email,
    type: 'signup',
    buildMail: ({ token, code }) => ({
      kind: 'confirm_email',
      link: createConfirmLink(context, { token, type: 'signup', next, userId }),
      code,
    }),
  });

/** Marks the email address as confirmed. The caller has verified a token that was mailed to it. */
export async function confirmEmail(context: Context, tx: Db, user: UserRow, client: ClientInfo): Promise<void> {
  if (user.emailConfirmedAt) return;
  const now = context.realNow();
  await updateUserFields(tx, user.id, { emailConfirmedAt: now }, now);
  await updateEmailIdentityData(tx, user.id, { email_verified: true }, now);
  await recordSecurityEvent(context, tx, { user, kind: 'email_confirmed', client });
}
