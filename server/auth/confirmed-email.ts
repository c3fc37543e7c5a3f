import type { Context } from '#server/context.ts';
import { findUser, type UserRow } from '#server/db/users.ts';
import { sendsMail } from '#server/mail/mail-transport.ts';

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
