/** License keys of sold orders, written directly into the tables. For tests only. */
import { eq, sql } from 'drizzle-orm';

import { createDeliverableSettings, type KeySettings } from '#domain/deliverable.ts';
import { deliverables, entitlements, licenses } from '#server/db/schema-delivery.ts';
import { orders } from '#server/db/schema-orders.ts';
import { generateLicenseKey, sealLicenseKey } from '#server/delivery/license-keys.ts';

import { sellerIdOf } from './seller-plans.ts';
import { createSoldOrder } from './sold-orders.ts';
import type { TestApp, TestSeller } from './test-app.ts';

type Page = { app: TestApp; seller: TestSeller; pageId: string };

/** Adds license keys to what a page delivers. */
export async function insertKeyDeliverable(
  { app, seller, pageId }: Page,
  settings: Partial<KeySettings> = {},
): Promise<string> {
  const id = crypto.randomUUID();
  const { context } = app;
  const now = context.now();
  await context.db.insert(deliverables).values({
    id,
    sellerId: await sellerIdOf(app, seller),
    pageId,
    kind: 'keys',
    name: 'Kiln Planner Pro',
    settings: { ...createDeliverableSettings('keys'), ...settings } as KeySettings,
    createdAt: now,
    updatedAt: now,
  });
  return id;
}

type LicenseInput = { orderId: string; deliverableId: string } & Partial<
  Pick<typeof licenses.$inferInsert, 'state' | 'maxActivations' | 'expiresAt'>
>;

/** Gives the buyer of an order a key. */
export async function insertLicense(
  { context }: TestApp,
  { orderId, deliverableId, ...overrides }: LicenseInput,
): Promise<{ licenseId: string; key: string }> {
  const { db } = context;
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  if (!order) throw new Error('There is no such order');
  const { mode, sellerId, attemptId } = order;
  const [now, key] = [context.now(), generateLicenseKey('KILN')];
  const [entitlementId, licenseId] = [crypto.randomUUID(), crypto.randomUUID()];
  await db.insert(entitlements).values({
    id: entitlementId,
    mode,
    sellerId,
    attemptId,
    // Each license has an entitlement of its own.
    lineKey: licenseId,
    deliverableId,
    quantity: 1,
    state: 'active',
    createdAt: now,
    changedAt: now,
  });
  await db.insert(licenses).values({
    id: licenseId,
    mode,
    sellerId,
    deliverableId,
    entitlementId,
    ...sealLicenseKey(context, { id: licenseId, deliverableId }, key),
    state: 'active',
    maxActivations: 3,
    createdAt: now,
    assignedAt: now,
    ...overrides,
  });
  return { licenseId, key };
}

/** A sold order with a license key, and what a program sends for it. */
export async function createSoldLicense(
  overrides: Omit<LicenseInput, 'orderId' | 'deliverableId'> = {},
  options: Parameters<typeof createSoldOrder>[1] = {},
) {
  const sold = await createSoldOrder({}, options);
  const { app, seller, orderId } = sold;
  const [order] = await app.context.db.select().from(orders).where(eq(orders.id, orderId));
  const pageId = order?.pageId ?? '';
  const deliverableId = await insertKeyDeliverable({ app, seller, pageId });
  const license = await insertLicense(app, { orderId, deliverableId, ...overrides });
  return { ...sold, ...license, deliverableId, pageId, send: createProgram(app, deliverableId, license.key) };
}

/** A statement has a timeout. */
const ROWS_PER_STATEMENT = 10_000;

/** Adds unused keys to a list, whose texts don't exist. */
export async function fillKeyList(
  { app, seller }: Pick<Page, 'app' | 'seller'>,
  deliverableId: string,
  count: number,
): Promise<void> {
  const sellerId = await sellerIdOf(app, seller);
  for (let start = 1; start <= count; start += ROWS_PER_STATEMENT)
    await app.context.db.execute(sql`
      insert into licenses (id, seller_id, deliverable_id, key_hash, sealed_key, ending, state, created_at)
      select gen_random_uuid(), ${sellerId}, ${deliverableId}, 'hash ' || n, '', lpad(n::text, 5, '0'), 'unused', now()
      from generate_series(${start}::integer, ${Math.min(count, start + ROWS_PER_STATEMENT - 1)}::integer) as n`);
}

export type ProgramResponse = {
  status: number;
  body: Record<string, unknown> & { error?: { code: string; retryAfter?: number } };
  headers: Headers;
};

/** Sends license requests as a program on a buyer's device: without an API key. */
export const createProgram =
  (app: Pick<TestApp, 'request'>, deliverableId: string, key: string) =>
  async (action: 'check' | 'activate' | 'deactivate', body: object = {}): Promise<ProgramResponse> => {
    const response = await app.request(`/api/v1/licenses/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key, deliverableId, ...body }),
    });
    return {
      status: response.status,
      body: (await response.json()) as ProgramResponse['body'],
      headers: response.headers,
    };
  };
