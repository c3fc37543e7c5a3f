import { and, eq, inArray, isNull } from 'drizzle-orm';

import type { Db } from './client.ts';
import {
  challenges,
  factors,
  flowStates,
  passkeys,
  recoveryCodes,
  securityEvents,
} from './schema-accounts.ts';
import { outbox } from './schema-money.ts';
import { drafts, pages, slugs } from './schema-pages.ts';
import { identities, oneTimeTokens, sessions, users } from './schema-people.ts';

/** Everything that lets somebody in, and what it remembers of them. */
const OF_THE_USER = [
  challenges,
  factors,
  flowStates,
  passkeys,
  recoveryCodes,
  securityEvents,
  identities,
  oneTimeTokens,
  sessions,
] as const;

/**
 * Takes a person out of the database, in the caller's transaction: ways in, sessions, names and addresses, drafts, and
 * mail that still waits for them. Their pages are gone for everybody; orders and what was sold stay for the books, of a
 * seller whom nothing names any more. False when they are gone already.
 */
export async function closeAccountRows(
  tx: Db,
  { userId, sellerId, email }: { userId: string; sellerId: string; email: string },
  now: { business: Date; real: Date },
): Promise<boolean> {
  const gone = await tx
    .update(users)
    .set({
      email: `deleted-${userId}@deleted.invalid`,
      emailConfirmedAt: null,
      newEmail: null,
      passwordHash: null,
      phone: null,
      phoneConfirmedAt: null,
      metadata: {},
      updatedAt: now.real,
      deletedAt: now.real,
    })
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .returning({ id: users.id });
  if (gone.length === 0) return false;
  for (const table of OF_THE_USER) await tx.delete(table).where(eq(table.userId, userId));
  await tx.delete(outbox).where(and(eq(outbox.recipient, email), eq(outbox.status, 'waiting')));
  await closePages(tx, sellerId, now.business);
  return true;
}

async function closePages(tx: Db, sellerId: string, now: Date): Promise<void> {
  const theirs = tx.select({ id: pages.id }).from(pages).where(eq(pages.sellerId, sellerId));
  await tx
    .update(slugs)
    .set({ releasedAt: now })
    .where(and(eq(slugs.sellerId, sellerId), isNull(slugs.releasedAt)));
  await tx.delete(drafts).where(inArray(drafts.pageId, theirs));
  await tx
    .update(pages)
    .set({ deletedAt: now, updatedAt: now, name: null })
    .where(and(eq(pages.sellerId, sellerId), isNull(pages.deletedAt)));
}
