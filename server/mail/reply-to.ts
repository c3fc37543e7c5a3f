import { and, eq, isNull } from 'drizzle-orm';

import type { Email } from '#domain/mail.ts';

import type { Db } from '#server/db/client.ts';
import type { OutboxRow } from '#server/db/outbox.ts';
import { checkoutAttempts } from '#server/db/schema-money.ts';
import { sellers } from '#server/db/schema-pages.ts';
import { users } from '#server/db/schema-people.ts';

/** Finds the Reply-To address of a mail: for mail in a seller's name, the current sign-in address of that seller. */
export async function findReplyTo(
  db: Db,
  { attemptId }: Pick<OutboxRow, 'attemptId'>,
  mail: Email,
): Promise<string | null> {
  if (!('seller' in mail) || !attemptId) return null;
  const [seller] = await db
    .select({ email: users.email })
    .from(checkoutAttempts)
    .innerJoin(sellers, eq(sellers.id, checkoutAttempts.sellerId))
    .innerJoin(users, eq(users.id, sellers.userId))
    .where(and(eq(checkoutAttempts.id, attemptId), isNull(users.deletedAt)))
    .limit(1);
  return seller?.email ?? null;
}
