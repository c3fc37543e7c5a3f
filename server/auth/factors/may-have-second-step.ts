import type { Context } from '#server/context.ts';
import type { UserRow } from '#server/db/users.ts';
import { reachesMailboxes } from '#server/mail/mail-transport.ts';

/**
 * Only who has shown that the mailbox is theirs may lock the account further: otherwise whoever opens an account with
 * the address of somebody else could keep them out of it for good. Where no mail goes out nobody can show it.
 */
export const mayHaveSecondStep = (context: Context, user: Pick<UserRow, 'emailConfirmedAt'>): boolean =>
  user.emailConfirmedAt !== null || !reachesMailboxes(context);
