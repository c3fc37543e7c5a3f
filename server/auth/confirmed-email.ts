import type { Context } from '#server/context.ts';
import { findUser, type UserRow } from '#server/db/users.ts';
import { sendsMail } from '#server/mail/mail-transport.ts';

/**
 * Whether the owner of the address has confirmed it, or nobody can: where no mail leaves the installation there is no
 * confirmation to wait for. Without it a stranger could set up an account that its owner recovers later.
 */
export const hasConfirmedEmail = (context: Context, user: Pick<UserRow, 'emailConfirmedAt'>): boolean =>
  user.emailConfirmedAt !== null || !sendsMail(context);

/** The same for a user id; false for a user who does not exist. */
export async function isEmailConfirmed(context: Context, userId: string): Promise<boolean> {
  if (!sendsMail(context)) return true;
  const user = await findUser(context.db, userId);
  return user !== null && hasConfirmedEmail(context, user);
}
