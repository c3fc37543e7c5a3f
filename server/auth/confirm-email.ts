import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { updateIdentityData } from '#server/db/identities.ts';
import { updateUserFields, type UserRow } from '#server/db/users.ts';

import { recordSecurityEvent } from './note-event.ts';
import { queueOneTimeMail } from './one-time-mail.ts';
import type { ClientInfo } from './visitor.ts';

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
    link: 'signup',
    next,
    buildMail: (credentials) => ({ kind: 'confirm_email', ...credentials }),
  });

/** Marks the email address as confirmed. The caller has verified a token that was mailed to it. */
export async function confirmEmail(context: Context, tx: Db, user: UserRow, client: ClientInfo): Promise<void> {
  if (user.emailConfirmedAt) return;
  const now = context.realNow();
  await updateUserFields(tx, user.id, { emailConfirmedAt: now }, now);
  await updateIdentityData(tx, { userId: user.id, provider: 'email' }, { email_verified: true }, now);
  await recordSecurityEvent(context, tx, { user, kind: 'email_confirmed', client });
}
