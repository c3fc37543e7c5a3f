import { createHash } from 'node:crypto';

import { eq } from 'drizzle-orm';

import { createDeliverableSettings, type DeliverableKind, type DeliverableSettings } from '#domain/deliverable.ts';
import {
  deliverables,
  downloads,
  entitlements,
  fileVersions,
  licenses,
  storedFiles,
} from '#server/db/schema-delivery.ts';
import { orders } from '#server/db/schema-orders.ts';
import { generateLicenseKey, sealLicenseKey } from '#server/delivery/license-keys.ts';

import type { SoldOrder } from './sold-orders.ts';
import type { TestApp } from './test-app.ts';

// Writes what orders deliver directly into the tables. Used by tests only.

type Order = typeof orders.$inferSelect;

async function findOrder({ context: { db } }: TestApp, orderId: string): Promise<Order> {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  if (!order) throw new Error('There is no such order');
  return order;
}

/** Adds something to what the page of the order delivers; a file has one version. Returns its id. */
export async function insertDeliverable(
  { app, orderId }: Pick<SoldOrder, 'app' | 'orderId'>,
  kind: DeliverableKind,
  {
    name = 'Carving guide',
    settings = createDeliverableSettings(kind),
  }: { name?: string; settings?: DeliverableSettings } = {},
): Promise<string> {
  const { db, now } = app.context;
  const { sellerId, pageId } = await findOrder(app, orderId);
  const id = crypto.randomUUID();
  const currentVersion = kind === 'file' ? 1 : null;
  const times = { createdAt: now(), updatedAt: now() };
  await db.insert(deliverables).values({ id, sellerId, pageId, kind, name, settings, currentVersion, ...times });
  if (kind === 'file') await insertFileVersion(app, id);
  return id;
}

export async function insertFileVersion({ context: { db, now } }: TestApp, deliverableId: string): Promise<void> {
  const sha256 = createHash('sha256').update(deliverableId).digest('hex');
  await db.insert(storedFiles).values({ sha256, bytes: deliverableId.length, storedAt: now() });
  const file = { fileName: 'guide.pdf', mediaType: 'application/pdf', scan: 'unscanned' as const, createdAt: now() };
  await db.insert(fileVersions).values({ deliverableId, number: 1, sha256, ...file });
}

/** Gives the buyer of an order access. Returns the id of the entitlement. */
export async function insertEntitlement(
  app: TestApp,
  orderId: string,
  deliverableId: string,
  overrides: Partial<typeof entitlements.$inferInsert> = {},
): Promise<string> {
  const { db, now, mode } = app.context;
  const { sellerId, attemptId } = await findOrder(app, orderId);
  const id = crypto.randomUUID();
  await db.insert(entitlements).values({
    id,
    mode,
    sellerId,
    attemptId,
    lineKey: 'main',
    deliverableId,
    quantity: 1,
    state: 'active',
    createdAt: now(),
    changedAt: now(),
    ...overrides,
  });
  return id;
}

export async function insertDownload(
  { context: { db } }: TestApp,
  entitlementId: string,
  startedAt: Date,
): Promise<void> {
  const download = { id: crypto.randomUUID(), entitlementId, versionNumber: 1, ipPrefix: '203.0.113.0/24' };
  await db.insert(downloads).values({ ...download, startedAt, lastByteAt: startedAt });
}

/** Adds a license key: of an order, or an unused one. Returns its id. */
export async function insertLicense(
  { context }: TestApp,
  deliverableId: string,
  entitlementId: string | null = null,
): Promise<string> {
  const { db, mode, now } = context;
  const id = crypto.randomUUID();
  const key = generateLicenseKey('');
  const [deliverable] = await db.select().from(deliverables).where(eq(deliverables.id, deliverableId));
  await db.insert(licenses).values({
    id,
    mode: entitlementId === null ? null : mode,
    sellerId: deliverable?.sellerId ?? '',
    deliverableId,
    entitlementId,
    ...sealLicenseKey(context, { id, deliverableId }, key),
    state: entitlementId ? 'active' : 'unused',
    createdAt: now(),
  });
  return id;
}
