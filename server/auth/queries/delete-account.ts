import { and, eq, inArray, isNull, notExists, or, sql } from 'drizzle-orm';

import { deletePageViewsOf } from '#server/analytics/queries/page-view-counts.ts';
import type { Db } from '#server/db/client.ts';
import {
  challenges,
  factors,
  flowStates,
  passkeys,
  recoveryCodes,
  securityEvents,
} from '#server/db/schema-accounts.ts';
import { apiKeys, idempotencyRecords } from '#server/db/schema-api.ts';
import { domains } from '#server/db/schema-domains.ts';
import { orders } from '#server/db/schema-orders.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { drafts, media, pages, pageVersions, sellerMedia, slugs } from '#server/db/schema-pages.ts';
import { paymentFailures } from '#server/db/schema-protection.ts';
import { identities, oneTimeTokens, sessions, users } from '#server/db/schema-users.ts';
import { deleteSellerWebhooks } from '#server/webhooks/queries/endpoints.ts';

/** Tables of credentials and security history that reference the user. */
const USER_TABLES = [
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

/** API keys and stored API responses. */
const API_TABLES = [apiKeys, idempotencyRecords] as const;

/**
 * Anonymizes a user in the caller's transaction: deletes credentials, sessions, names, addresses, drafts and waiting mail.
 * Pages are deleted for everybody; orders and payments stay in the ledger of an anonymous seller. False when the account
 * was deleted before.
 */
export async function deleteAccountRows(
  tx: Db,
  { userId, sellerId, email }: { userId: string; sellerId: string; email: string },
  now: { business: Date; real: Date },
): Promise<boolean> {
  const anonymized = await tx
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
  if (anonymized.length === 0) return false;
  for (const table of USER_TABLES) await tx.delete(table).where(eq(table.userId, userId));
  for (const table of API_TABLES) await tx.delete(table).where(eq(table.sellerId, sellerId));
  await tx.delete(outbox).where(and(eq(outbox.recipient, email), eq(outbox.status, 'waiting')));
  await deletePages(tx, sellerId, now.business);
  await tx.delete(domains).where(eq(domains.sellerId, sellerId));
  await deletePageViewsOf(tx, sellerId);
  await deleteSellerWebhooks(tx, sellerId);
  await deleteUnusedImages(tx, sellerId);
  return true;
}

async function deletePages(tx: Db, sellerId: string, now: Date): Promise<void> {
  const pageIds = tx.select({ id: pages.id }).from(pages).where(eq(pages.sellerId, sellerId));
  await tx
    .update(slugs)
    .set({ releasedAt: now })
    .where(and(eq(slugs.sellerId, sellerId), isNull(slugs.releasedAt)));
  await tx.delete(drafts).where(inArray(drafts.pageId, pageIds));
  await tx.delete(paymentFailures).where(inArray(paymentFailures.pageId, pageIds));
  await tx
    .update(pages)
    .set({ deletedAt: now, updatedAt: now, name: null })
    .where(and(eq(pages.sellerId, sellerId), isNull(pages.deletedAt)));
}

/** Deletes images that no other seller uses and that no order's page version shows. */
async function deleteUnusedImages(tx: Db, sellerId: string): Promise<void> {
  const removedMedia = await tx
    .delete(sellerMedia)
    .where(eq(sellerMedia.sellerId, sellerId))
    .returning({ sha256: sellerMedia.sha256 });
  if (removedMedia.length === 0) return;
  const mediaPath = sql`'/media/' || ${media.sha256} || '.' || ${media.extension}`;
  const isShown = or(
    sql`${pageVersions.config}->>'logo' = ${mediaPath}`,
    sql`${pageVersions.config}->>'productImage' = ${mediaPath}`,
  );
  const soldVersions = tx
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(pageVersions, eq(pageVersions.id, orders.versionId))
    .where(and(eq(orders.sellerId, sellerId), isShown));
  const otherOwners = tx.select().from(sellerMedia).where(eq(sellerMedia.sha256, media.sha256));
  const hashes = removedMedia.map(({ sha256 }) => sha256);
  await tx.delete(media).where(and(inArray(media.sha256, hashes), notExists(otherOwners), notExists(soldVersions)));
}
