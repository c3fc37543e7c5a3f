/** Pages that deliver files, license keys and texts, and what their buyers get. Used by tests only. */
import { asc, eq } from 'drizzle-orm';

import { createAddedFields, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { createDeliverableSettings, type DeliverableSettings } from '#domain/deliverable.ts';
import type { OrderDetail } from '#domain/order-detail.ts';
import { deliverables, entitlements, licenses } from '#server/db/schema-delivery.ts';
import { sealLicenseKey } from '#server/delivery/license-keys.ts';

import { insertFileVersion } from './delivered-rows.ts';
import { sellerIdOf } from './seller-plans.ts';
import { sellableConfig, type TestApp, type TestSeller } from './test-app.ts';

/** `keys`: on the seller's list. */
export type DeliverableInput = {
  settings: DeliverableSettings;
  name?: string;
  offeredWith?: string[] | null;
  keys?: readonly string[];
};

export const FILE = createDeliverableSettings('file');
export const GENERATED_KEYS = createDeliverableSettings('keys');
export const KEY_LIST = { ...GENERATED_KEYS, source: 'list' } as DeliverableSettings;

export const withValidity = <S extends DeliverableSettings>(
  settings: S,
  validity: S['validity'],
  validDays = settings.validDays,
): S => ({ ...settings, validity, validDays });

/** Adds keys to the list of a deliverable, the first one oldest. */
export async function insertKeys(
  { context }: TestApp,
  { sellerId, deliverableId }: { sellerId: string; deliverableId: string },
  keys: readonly string[],
): Promise<void> {
  const now = context.now().getTime();
  const rows = keys.map((key, index) => {
    const ids = { id: crypto.randomUUID(), sellerId, deliverableId };
    return { ...ids, ...sealLicenseKey(context, ids, key), state: 'unused' as const, createdAt: new Date(now + index) };
  });
  if (rows.length > 0) await context.db.insert(licenses).values(rows);
}

/** Publishes a page that delivers these things. Returns their ids, in this order. */
export async function publishDelivery(
  app: TestApp,
  seller: TestSeller,
  inputs: readonly DeliverableInput[],
  slug: string,
  change: Partial<CheckoutPageConfig> = {},
): Promise<{ pageId: string; sellerId: string; deliverableIds: string[] }> {
  const { pageId } = await seller.publishPage(change, slug);
  const sellerId = await sellerIdOf(app, seller);
  const now = app.context.now();
  const rows = inputs.map(({ settings, name = settings.kind }, index) => ({
    id: crypto.randomUUID(),
    sellerId,
    pageId,
    kind: settings.kind,
    name,
    settings,
    currentVersion: settings.kind === 'file' ? 1 : null,
    createdAt: new Date(now.getTime() + index),
    updatedAt: now,
  }));
  await app.context.db.insert(deliverables).values(rows);
  for (const { id, kind } of rows) if (kind === 'file') await insertFileVersion(app, id);
  for (const [index, { keys = [] }] of inputs.entries())
    await insertKeys(app, { sellerId, deliverableId: rows[index]?.id ?? '' }, keys);
  const items = rows.map(({ id }, index) => ({ id, offeredWith: inputs[index]?.offeredWith ?? null }));
  const config = sellableConfig({ ...change, delivery: { ...createAddedFields().delivery, items } });
  const { status, body } = await seller.rpc('save-checkout-page', { config, slug, pageId });
  if (status !== 200) throw new Error(`Publishing answered ${status}: ${JSON.stringify(body)}`);
  return { pageId, sellerId, deliverableIds: rows.map(({ id }) => id) };
}

export async function findNewestOrder(seller: TestSeller): Promise<OrderDetail> {
  const [order] = (await seller.rpc('list-orders', {})).body.orders;
  return (await seller.rpc('get-order', { orderId: order?.id ?? '' })).body;
}

/** Sells a generated license key. */
export async function sellLicense(app: TestApp, seller: TestSeller, slug: string): Promise<OrderDetail> {
  await publishDelivery(app, seller, [{ settings: GENERATED_KEYS, name: 'Pro license' }], slug);
  const { body } = await app.rpc('create-checkout-session', { slug });
  await app.payAtStripe(body.url);
  return findNewestOrder(seller);
}

/** The state of an order's entitlements by name, with the reason. */
export const listAccess = ({ entitlements: list }: OrderDetail): Record<string, string> =>
  Object.fromEntries(list.map(({ name, state, reason }) => [name, reason ? `${state}: ${reason}` : state]));

/** Rows of the entitlements of all orders with the keys that they got. */
export async function listEntitlementRows({ context }: TestApp) {
  const rows = await context.db.select().from(entitlements).orderBy(asc(entitlements.createdAt), asc(entitlements.id));
  const keys = await context.db.select().from(licenses);
  return rows.map((row) => ({ ...row, licenses: keys.filter(({ entitlementId }) => entitlementId === row.id) }));
}

export const listLicensesOf = ({ context }: TestApp, deliverableId: string) =>
  context.db
    .select()
    .from(licenses)
    .where(eq(licenses.deliverableId, deliverableId))
    .orderBy(asc(licenses.createdAt), asc(licenses.id));
