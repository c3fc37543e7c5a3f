import { and, eq, getTableColumns, inArray } from 'drizzle-orm';

import { DAY_MS } from '#domain/time-units.ts';
import type { Context } from '#server/core/context.ts';
import { createToken } from '#server/core/cookies.ts';
import type { Db } from '#server/db/client.ts';
import { firstRow } from '#server/db/rows.ts';
import { accessLinks } from '#server/db/schema-delivery.ts';
import { checkoutAttempts } from '#server/db/schema-orders.ts';

export type AccessLink = typeof accessLinks.$inferSelect;

export const accessLinkPath = (token: string): string => `/g/${token}`;

type NewAccessLink = {
  attemptId: string;
  /** Business time. */
  now: Date;
  /** From then on, the buyer must also confirm their email address. */
  confirmAfterDays: number;
};

/** Creates a link that opens what an order delivers, in the transaction that queues its email. Only its hash is stored. */
export async function createAccessLink(
  { secrets }: Pick<Context, 'secrets'>,
  tx: Db,
  { attemptId, now, confirmAfterDays }: NewAccessLink,
): Promise<{ token: string }> {
  const token = createToken();
  await tx.insert(accessLinks).values({
    id: crypto.randomUUID(),
    attemptId,
    tokenHash: secrets.hash(token),
    createdAt: now,
    confirmAfter: new Date(now.getTime() + confirmAfterDays * DAY_MS),
  });
  return { token };
}

/** Every token costs the same query, whatever its length. */
export const findAccessLink = ({ db, mode, secrets }: Context, token: string): Promise<AccessLink | null> =>
  firstRow(
    db
      .select(getTableColumns(accessLinks))
      .from(accessLinks)
      .innerJoin(checkoutAttempts, eq(checkoutAttempts.id, accessLinks.attemptId))
      .where(and(eq(checkoutAttempts.mode, mode), inArray(accessLinks.tokenHash, secrets.candidateHashes(token)))),
  );

/** Whether the buyer must confirm their email address before the link opens anything. */
export const needsConfirmation = ({ now }: Pick<Context, 'now'>, { confirmAfter }: AccessLink): boolean =>
  confirmAfter <= now();
