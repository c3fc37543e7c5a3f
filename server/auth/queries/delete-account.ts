import { and, eq, gt, inArray, isNull, ne, notExists, sql } from 'drizzle-orm';

import { deletePageViewsOf } from '#server/analytics/queries/page-view-counts.ts';
import type { Db } from '#server/db/client.ts';
import { hasRows } from '#server/db/rows.ts';
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
import { checkoutLinks, customerNotes, emailOptOuts, orders } from '#server/db/schema-orders.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import {
  couponCodes,
  drafts,
  media,
  pages,
  pageVersions,
  providerAccounts,
  sellerMedia,
  sellers,
  slugs,
} from '#server/db/schema-pages.ts';
import { paymentFailures } from '#server/db/schema-protection.ts';
import { identities, oneTimeTokens, sessions, users } from '#server/db/schema-users.ts';
import { expireDeliverables } from '#server/delivery/queries/expiring-deliverables.ts';
import { imagePathsIn } from '#server/images/queries.ts';
import { deleteSellerWebhooks } from '#server/webhooks/queries/endpoints.ts';

/** Business time for pages, system time for accounts. */
type Times = { business: Date; real: Date };

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

/** API keys, stored API responses, checkout links, notes about customers, buyers' choices about emails and coupon codes. */
const SELLER_TABLES = [apiKeys, idempotencyRecords, checkoutLinks, customerNotes, emailOptOuts, couponCodes] as const;

/**
 * Anonymizes a user in the caller's transaction: deletes credentials, sessions, names, addresses, drafts and waiting mail.
 * Pages are deleted for everybody; orders and payments stay in the ledger of an anonymous seller, and buyers keep what was
 * delivered for a limited time. False when the account was deleted before.
 */
export async function deleteAccountRows(
  tx: Db,
  { userId, sellerId, email }: { userId: string; sellerId: string; email: string },
  now: Times,
): Promise<boolean> {
  const anonymized = tx
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
  if (!(await hasRows(anonymized))) return false;
  for (const table of USER_TABLES) await tx.delete(table).where(eq(table.userId, userId));
  for (const table of SELLER_TABLES) await tx.delete(table).where(eq(table.sellerId, sellerId));
  await tx.delete(outbox).where(and(eq(outbox.recipient, email), eq(outbox.status, 'waiting')));
  await deletePages(tx, sellerId, now.business);
  await tx.delete(domains).where(eq(domains.sellerId, sellerId));
  await expireDeliverables(tx, sellerId, now);
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
  const isShown = sql`(${imagePathsIn(pageVersions.config)}) @> to_jsonb(${mediaPath})`;
  const soldVersions = tx
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(pageVersions, eq(pageVersions.id, orders.versionId))
    .where(and(eq(orders.sellerId, sellerId), isShown));
  const otherOwners = tx.select().from(sellerMedia).where(eq(sellerMedia.sha256, media.sha256));
  const hashes = removedMedia.map(({ sha256 }) => sha256);
  await tx.delete(media).where(and(inArray(media.sha256, hashes), notExists(otherOwners), notExists(soldVersions)));
}

/** What an account reset removed. */
export type RemovedFromAccount = {
  passkeys: number;
  providers: string[];
  phone: boolean;
  newEmail: boolean;
  apiKeys: number;
  webhookEndpoints: number;
  domains: number;
  stripeAccounts: number;
  unpublishedPages: number;
};

/** Tables of credentials and pending changes that reference the user. */
const CREDENTIAL_TABLES = [challenges, flowStates, oneTimeTokens] as const;

/**
 * Deletes every credential of the user and every external access to their seller's data: API keys, webhook endpoints,
 * domains, connected Stripe accounts of all modes. Unpublishes the pages. Runs in the caller's transaction, which locks the
 * user's row and revokes the sessions.
 */
export async function resetAccountRows(tx: Db, userId: string, now: Times): Promise<RemovedFromAccount> {
  const [previousUser] = await tx.select().from(users).where(eq(users.id, userId));
  await tx
    .update(users)
    .set({ passwordHash: null, newEmail: null, phone: null, phoneConfirmedAt: null, updatedAt: now.real })
    .where(eq(users.id, userId));
  for (const table of CREDENTIAL_TABLES) await tx.delete(table).where(eq(table.userId, userId));
  await tx.delete(flowStates).where(eq(flowStates.linksUserId, userId));
  const removedPasskeys = await tx.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id });
  const removedIdentities = await tx
    .delete(identities)
    .where(and(eq(identities.userId, userId), ne(identities.provider, 'email')))
    .returning({ provider: identities.provider });
  return {
    passkeys: removedPasskeys.length,
    providers: removedIdentities.map(({ provider }) => provider),
    phone: Boolean(previousUser?.phone),
    newEmail: Boolean(previousUser?.newEmail),
    ...(await resetSellerRows(tx, userId, now)),
  };
}

async function resetSellerRows(tx: Db, userId: string, now: Times) {
  // Locks the seller's row, like connecting an account and counting webhook endpoints do.
  const [seller] = await tx.select({ id: sellers.id }).from(sellers).where(eq(sellers.userId, userId)).for('update');
  if (!seller) return { apiKeys: 0, webhookEndpoints: 0, domains: 0, stripeAccounts: 0, unpublishedPages: 0 };
  const sellerId = seller.id;
  const removedKeys = await tx.delete(apiKeys).where(eq(apiKeys.sellerId, sellerId)).returning({ id: apiKeys.id });
  await tx.delete(idempotencyRecords).where(eq(idempotencyRecords.sellerId, sellerId));
  const removedDomains = await tx.delete(domains).where(eq(domains.sellerId, sellerId)).returning({ id: domains.id });
  return {
    apiKeys: removedKeys.length,
    webhookEndpoints: await deleteSellerWebhooks(tx, sellerId),
    domains: removedDomains.length,
    stripeAccounts: await detachStripeAccounts(tx, sellerId, now.real),
    unpublishedPages: await unpublishPages(tx, sellerId, now.business),
  };
}

/** Detaches the accounts of all modes; returns their number. */
async function detachStripeAccounts(tx: Db, sellerId: string, now: Date): Promise<number> {
  const detached = await tx
    .update(providerAccounts)
    .set({ disconnectedAt: now, chargesEnabled: false })
    .where(and(eq(providerAccounts.sellerId, sellerId), isNull(providerAccounts.disconnectedAt)))
    .returning({ id: providerAccounts.id });
  // Not offered again as a former account, because they may belong to a stranger.
  await tx
    .update(providerAccounts)
    .set({ detailsSubmitted: false, businessName: null, country: null })
    .where(eq(providerAccounts.sellerId, sellerId));
  return detached.length;
}

/** Unpublishes all pages; returns how many were public. */
async function unpublishPages(tx: Db, sellerId: string, now: Date): Promise<number> {
  const isPublished = and(gt(pages.liveVersion, 0), isNull(pages.unpublishedAt), isNull(pages.deletedAt));
  const unpublished = await tx
    .update(pages)
    .set({ unpublishedAt: now, updatedAt: now })
    .where(and(eq(pages.sellerId, sellerId), isPublished))
    .returning({ id: pages.id });
  return unpublished.length;
}
