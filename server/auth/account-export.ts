import { securityEventTitle } from '#domain/security-event.ts';
import { listAuditEntries } from '#server/audit/record-audit.ts';
import {
  listApiKeysForExport,
  listCustomerNotesForExport,
  listDisputesForExport,
  listDomainsForExport,
  listOrdersForExport,
  listPagesForExport,
  listPlansForExport,
  listRefundsForExport,
  listDeclinedCardsForExport,
  listPaymentsForExport,
  listDeliverablesForExport,
  listEntitlementsForExport,
  listFileVersionsForExport,
  listLicensesForExport,
  listSubscriptionsForExport,
} from '#server/auth/queries/account-export.ts';
import { listFactors } from '#server/auth/queries/factors.ts';
import { listIdentities } from '#server/auth/queries/identities.ts';
import { listPasskeys } from '#server/auth/queries/passkeys.ts';
import { listSecurityEvents } from '#server/auth/queries/security-events.ts';
import { listSessions } from '#server/auth/queries/sessions.ts';
import { findUser } from '#server/auth/queries/users.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { listEndpointsForExport } from '#server/webhooks/queries/endpoints.ts';

import { readName } from './account.ts';
import { parseDevice } from './client-info.ts';

const MAX_EVENTS = 10_000;

type AccountIds = { userId: string; sellerId: string };

/** Exports all data about a user and the user's shop, without credentials. Amounts in minor units, times in UTC. */
export async function buildAccountExport(context: Context, ids: AccountIds): Promise<Record<string, unknown>> {
  const { db, config, realNow } = context;
  return {
    format: 'tillwright-account',
    version: 1,
    exportedAt: realNow().toISOString(),
    /** Image URLs are relative to this origin. */
    origin: config.appUrl,
    account: await exportProfile(context, ids.userId),
    plans: await listPlansForExport(db, ids.sellerId),
    pages: await listPagesForExport(db, ids.sellerId),
    orders: await listOrdersForExport(db, ids.sellerId),
    sales: await listPaymentsForExport(db, ids.sellerId),
    refunds: await listRefundsForExport(db, ids.sellerId),
    disputes: await listDisputesForExport(db, ids.sellerId),
    cardsRefused: await listDeclinedCardsForExport(db, ids.sellerId),
    deliverables: await listDeliverablesForExport(db, ids.sellerId),
    fileVersions: await listFileVersionsForExport(db, ids.sellerId),
    entitlements: await listEntitlementsForExport(db, ids.sellerId),
    licenses: await listLicensesForExport(db, ids.sellerId),
    customerNotes: await listCustomerNotesForExport(db, ids.sellerId),
    domains: await listDomainsForExport(db, ids.sellerId),
    subscriptions: await listSubscriptionsForExport(db, ids.sellerId),
    apiKeys: await listApiKeysForExport(db, ids.sellerId),
    webhooks: await listEndpointsForExport(db, ids.sellerId),
    /** Audit entries of the shop and the account. */
    audit: await exportAuditEntries(db, ids.sellerId),
  };
}

const exportAuditEntries = async (db: Db, sellerId: string) =>
  (await listAuditEntries(db, { sellerId, action: null, since: null, limit: MAX_EVENTS }))
    // The seller does not learn who reported a page.
    .filter(({ action }) => action !== 'page_reported' && action !== 'report_closed')
    .map(({ at, actor, action: act, subject, facts, address }) => ({
      at,
      // Version 1 of the format calls the app itself `shop`.
      actor: actor === 'system' ? 'shop' : actor,
      act,
      subject,
      facts,
      address,
    }));

/** The user, the sign-in methods without secrets, the sessions and the security events. */
async function exportProfile({ db }: Context, userId: string) {
  const user = await findUser(db, userId);
  const sessions = await listSessions(db, userId);
  const events = await listSecurityEvents(db, userId, null, MAX_EVENTS);
  const identities = await listIdentities(db, userId);
  const factors = await listFactors(db, userId);
  const passkeys = await listPasskeys(db, userId);
  return {
    email: user?.email,
    emailConfirmedAt: user?.emailConfirmedAt,
    name: user ? readName(user.metadata) : '',
    phone: user?.phone,
    createdAt: user?.createdAt,
    lastSignInAt: user?.lastSignInAt,
    identities: identities.map(({ provider, data, createdAt }) => ({ provider, data, createdAt })),
    secondSteps: factors.map(({ type, friendlyName: name, phone, status, createdAt, lastUsedAt }) => ({
      type,
      name,
      phone,
      status,
      createdAt,
      lastUsedAt,
    })),
    passkeys: passkeys.map(({ friendlyName: name, createdAt, lastUsedAt }) => ({ name, createdAt, lastUsedAt })),
    sessions: sessions.map(({ userAgent, address, createdAt, refreshedAt }) => ({
      device: parseDevice(userAgent).device,
      userAgent,
      address,
      createdAt,
      lastUsedAt: refreshedAt,
    })),
    securityEvents: events.map(({ kind, at, address, userAgent, facts }) => ({
      what: securityEventTitle(kind),
      detail: facts.detail ?? '',
      at,
      address,
      userAgent,
    })),
  };
}
