import { and, eq, gt, isNull, ne } from 'drizzle-orm';

import type { Db } from '#server/db/client.ts';
import { challenges, flowStates, passkeys } from '#server/db/schema-accounts.ts';
import { apiKeys, idempotencyRecords } from '#server/db/schema-api.ts';
import { domains } from '#server/db/schema-domains.ts';
import { pages, providerAccounts, sellers } from '#server/db/schema-pages.ts';
import { identities, oneTimeTokens, users } from '#server/db/schema-users.ts';
import { deleteSellerWebhooks } from '#server/webhooks/queries/endpoints.ts';

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
export async function resetAccountRows(
  tx: Db,
  userId: string,
  now: { business: Date; real: Date },
): Promise<RemovedFromAccount> {
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

async function resetSellerRows(tx: Db, userId: string, now: { business: Date; real: Date }) {
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
    .set({ detailsSubmitted: false, businessName: null })
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
