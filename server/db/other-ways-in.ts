import { and, eq, ne } from 'drizzle-orm';

import type { Db } from './client.ts';
import { passkeys } from './schema-accounts.ts';
import { identities } from './schema-people.ts';

/** Deletes whatever signs the user in besides the mailbox and the password; the names of what was there. */
export async function deleteOtherWaysIn(
  tx: Db,
  userId: string,
): Promise<{ passkeys: string[]; providers: string[] }> {
  const keys = await tx
    .delete(passkeys)
    .where(eq(passkeys.userId, userId))
    .returning({ name: passkeys.friendlyName });
  const others = await tx
    .delete(identities)
    .where(and(eq(identities.userId, userId), ne(identities.provider, 'email')))
    .returning({ provider: identities.provider });
  return { passkeys: keys.map(({ name }) => name), providers: others.map(({ provider }) => provider) };
}
