import type { Context } from '#server/context.ts';
import type { UserRow } from '#server/db/users.ts';
import { canReadMail } from '#server/mail/mail-transport.ts';

/**
 * Requires a confirmed email address: otherwise a stranger could register an address and lock its owner out with a
 * second factor. Where no mail is sent, confirmation is impossible and not required.
 */
export const mayEnrollFactor = (context: Context, user: Pick<UserRow, 'emailConfirmedAt'>): boolean =>
  user.emailConfirmedAt !== null || !canReadMail(context);
