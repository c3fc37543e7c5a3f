import { securityEventTitle } from '#domain/security-event.ts';

import { deviceOf } from '#server/auth/device.ts';
import type { Context } from '#server/context.ts';
import {
  listDisputesToCopy,
  listDomainsToCopy,
  listOrdersToCopy,
  listPagesToCopy,
  listPlansToCopy,
  listRefundsToCopy,
  listRefusalsToCopy,
  listSalesToCopy,
  listSubscribersToCopy,
} from '#server/db/account-copy.ts';
import { listAuditEntries } from '#server/db/audit-entries.ts';
import { listApiKeysOfAllModes } from '#server/db/api-keys.ts';
import type { Db } from '#server/db/client.ts';
import { listFactors } from '#server/db/factors.ts';
import { listIdentities } from '#server/db/identities.ts';
import { listPasskeys } from '#server/db/passkeys.ts';
import { listSecurityEvents } from '#server/db/security-events.ts';
import { listSessions } from '#server/db/sessions.ts';
import { listEndpointsToCopy } from '#server/db/webhook-endpoints.ts';
import { findUser } from '#server/db/users.ts';

import { nameIn } from './account-view.ts';

const MOST_EVENTS = 10_000;

type Whose = { userId: string; sellerId: string };

/** Exports all data about a user and the user's shop, without credentials. Amounts in minor units, times in UTC. */
export async function accountExport(context: Context, whose: Whose): Promise<Record<string, unknown>> {
  const { db, config, realNow } = context;
  return {
    format: 'tillwright-account',
    version: 1,
    exportedAt: realNow().toISOString(),
    /** Image URLs are relative to this origin. */
    origin: config.appUrl,
    account: await personOf(context, whose.userId),
    plans: await listPlansToCopy(db, whose.sellerId),
    pages: await listPagesToCopy(db, whose.sellerId),
    orders: await listOrdersToCopy(db, whose.sellerId),
    sales: await listSalesToCopy(db, whose.sellerId),
    refunds: await listRefundsToCopy(db, whose.sellerId),
    disputes: await listDisputesToCopy(db, whose.sellerId),
    cardsRefused: await listRefusalsToCopy(db, whose.sellerId),
    domains: await listDomainsToCopy(db, whose.sellerId),
    subscriptions: await listSubscribersToCopy(db, whose.sellerId),
    apiKeys: await keysOf(db, whose.sellerId),
    webhooks: await listEndpointsToCopy(db, whose.sellerId),
    /** Audit entries of the shop and the account. */
    audit: await auditOf(db, whose.sellerId),
  };
}

/** Scopes and use of the API keys, without their secrets. */
const keysOf = async (db: Db, sellerId: string) =>
  (await listApiKeysOfAllModes(db, sellerId)).map(({ mode, name, start, scopes, ...key }) => ({
    mode,
    name,
    start,
    scopes,
    createdAt: key.createdAt,
    expiresAt: key.expiresAt,
    lastUsedAt: key.lastUsedAt,
    lastUsedFrom: key.lastUsedFrom,
  }));

const auditOf = async (db: Db, sellerId: string) =>
  (await listAuditEntries(db, { sellerId, act: null, since: null, most: MOST_EVENTS }))
    // The seller does not learn who reported a page.
    .filter(({ act }) => act !== 'page_reported' && act !== 'report_closed')
    .map(({ at, actor, act, subject, facts, address }) => ({ at, actor, act, subject, facts, address }));

async function personOf({ db }: Context, userId: string) {
  const user = await findUser(db, userId);
  const sessions = await listSessions(db, userId);
  const events = await listSecurityEvents(db, userId, null, MOST_EVENTS);
  return {
    email: user?.email,
    emailConfirmedAt: user?.emailConfirmedAt,
    name: user ? nameIn(user.metadata) : '',
    phone: user?.phone,
    createdAt: user?.createdAt,
    lastSignInAt: user?.lastSignInAt,
    ...(await waysInOf(db, userId)),
    sessions: sessions.map(({ userAgent, address, createdAt, refreshedAt }) => ({
      device: deviceOf(userAgent).device,
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

/** Names and dates of the sign-in methods, without secrets. */
async function waysInOf(db: Db, userId: string) {
  const identities = await listIdentities(db, userId);
  const factors = await listFactors(db, userId);
  const passkeys = await listPasskeys(db, userId);
  return {
    identities: identities.map(({ provider, data, createdAt }) => ({ provider, data, createdAt })),
    secondSteps: factors.map(({ type, friendlyName: name, phone, status, createdAt, lastUsedAt }) => ({
      type,
      name,
      phone,
      status,
      createdAt,
      lastUsedAt,
    })),
    passkeys: passkeys.map(({ friendlyName: name, createdAt, lastUsedAt }) => ({
      name,
      createdAt,
      lastUsedAt,
    })),
  };
}
