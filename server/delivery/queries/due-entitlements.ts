import { and, eq, gt, inArray, ne, or, sql, type SQL } from 'drizzle-orm';

import { PAGE_CHANGES_CHANNEL } from '#server/db/change-listener.ts';
import type { Db } from '#server/db/client.ts';
import { entitlements } from '#server/db/schema-delivery.ts';

const makeDue = async (tx: Db, deliverableId: string, condition: SQL | undefined, now: Date): Promise<void> =>
  void (await tx
    .update(entitlements)
    .set({ recheckAt: now })
    .where(and(eq(entitlements.deliverableId, deliverableId), condition)));

/** Lets the worker of entitlements compute them again, because the settings of their deliverable have changed. */
export const makeEntitlementsDue = (tx: Db, deliverableId: string, now: Date): Promise<void> =>
  makeDue(
    tx,
    deliverableId,
    or(ne(entitlements.state, 'ended'), inArray(entitlements.reason, ['expired', 'subscription_ended'])),
    now,
  );

/** Lets the worker of entitlements give keys to buyers who wait for one, because keys were added to the list. */
export const makeMissingKeysDue = (tx: Db, deliverableId: string, now: Date): Promise<void> =>
  makeDue(tx, deliverableId, and(eq(entitlements.state, 'active'), gt(entitlements.missingKeys, 0)), now);

/** Notifies the processes that show a seller's pages, at the commit, that one of their lists has other keys. */
export async function notifyKeyChange(tx: Db, sellerId: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${PAGE_CHANGES_CHANNEL}, ${sellerId})`);
}
