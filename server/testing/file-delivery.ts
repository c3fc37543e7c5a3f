/** Files that pages deliver: uploads, and buyers with access. Used by tests only. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { eq } from 'drizzle-orm';

import type { Deliverable } from '#domain/deliverable.ts';
import { deliverables, entitlements } from '#server/db/schema-delivery.ts';
import { orders } from '#server/db/schema-orders.ts';
import { listBuyerEntitlements } from '#server/delivery/entitlement-access.ts';
import { openDelivery } from '#server/orders/delivery-access.ts';

import { onTestEnd } from './cleanup.ts';
import { createSoldOrder } from './sold-orders.ts';
import { createTestApp, sellableConfig, TEST_ORIGIN, type TestApp, type TestSeller } from './test-app.ts';

export const sha256Of = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** Bytes that no media type begins with, the same for each seed. */
export const createContent = (bytes: number, seed = 1): Buffer<ArrayBuffer> =>
  Buffer.from(Uint8Array.from({ length: bytes }, (_, index) => index * 131 + (index >> 8) * seed + 0x80 + seed).buffer);

export async function createDataFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-files-'));
  onTestEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

type Options = NonNullable<Parameters<typeof createTestApp>[0]>;

const withDataFolder = async ({ env, ...options }: Options): Promise<Options> => ({
  ...options,
  env: { DATA_DIR: await createDataFolder(), ...env },
});

/** An app with files of its own, and a seller with a draft. */
export async function createUploadApp(options: Options = {}) {
  const app = await createTestApp(await withDataFolder(options));
  const seller = await app.signUpSeller();
  await seller.givePlan();
  const { body } = await seller.rpc('save-draft', { config: sellableConfig() });
  return { app, seller, pageId: body.pageId };
}

/** Sends a chunk of an upload as a seller. */
export const sendChunk = (
  app: TestApp,
  seller: TestSeller,
  uploadId: string,
  offset: number,
  body: BodyInit | null,
): Promise<Response> => {
  const init: RequestInit & { duplex: 'half' } = {
    method: 'PATCH',
    headers: { authorization: `Bearer ${seller.session.access_token}`, 'upload-offset': String(offset) },
    body,
    duplex: 'half',
  };
  return app.request(`/uploads/${uploadId}`, init);
};

/** A body whose sender disconnects after its bytes. */
export const cutAfter = (bytes: Uint8Array): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => controller.enqueue(bytes),
    pull: (controller) => controller.error(new Error('The sender has disconnected')),
  });

type UploadedFile = { pageId: string; content: Uint8Array<ArrayBuffer>; fileName?: string; deliverableId?: string };

/** Uploads a file at once. */
export async function uploadFile(
  app: TestApp,
  seller: TestSeller,
  { content, fileName = 'Guide.bin', ...target }: UploadedFile,
): Promise<Deliverable> {
  const started = await seller.rpc('start-upload', { ...target, fileName, bytes: content.byteLength });
  if (started.status !== 200) throw new Error(`The upload answered ${JSON.stringify(started.body)}`);
  const { id } = started.body.upload;
  const { status } = await sendChunk(app, seller, id, 0, content);
  if (status !== 200) throw new Error(`The chunk answered ${status}`);
  const finished = await seller.rpc('finish-upload', { uploadId: id, sha256: sha256Of(content) });
  if (finished.status !== 200) throw new Error(`Finishing answered ${JSON.stringify(finished.body)}`);
  return finished.body.deliverable;
}

type Entitlement = typeof entitlements.$inferInsert;

/** Gives the buyer of an order access to a deliverable; returns the id of the entitlement. */
export async function grantAccess(
  { context }: TestApp,
  orderId: string,
  deliverableId: string,
  changes: Partial<Entitlement> = {},
): Promise<string> {
  const [order] = await context.db.select().from(orders).where(eq(orders.id, orderId));
  if (!order) throw new Error('There is no order');
  const id = crypto.randomUUID();
  const now = context.now();
  await context.db.insert(entitlements).values({
    id,
    mode: context.mode,
    sellerId: order.sellerId,
    attemptId: order.attemptId,
    lineKey: 'main',
    deliverableId,
    quantity: 1,
    state: 'active',
    createdAt: now,
    changedAt: now,
    ...changes,
  });
  return id;
}

/** A sold page whose buyer has access to an uploaded file. */
export async function createSoldFile(options: Options = {}, content = createContent(1000)) {
  const sold = await createSoldOrder({}, await withDataFolder(options));
  const { app, seller, orderId } = sold;
  const [order] = await app.context.db.select().from(orders).where(eq(orders.id, orderId));
  const pageId = order?.pageId ?? '';
  const deliverable = await uploadFile(app, seller, { pageId, content });
  const entitlementId = await grantAccess(app, orderId, deliverable.id);
  const deliverableId = deliverable.id;
  const get = async (headers: Record<string, string> = {}, method = 'GET') => {
    const rows = await listBuyerEntitlements(app.context.db, [order?.attemptId ?? '']);
    const row = rows.find(({ entitlement }) => entitlement.id === entitlementId);
    if (!row) throw new Error('There is no entitlement');
    return openDelivery(app.context, new Request(`${TEST_ORIGIN}/file`, { method, headers }), 'file', row);
  };
  /** Status and length of the file that the buyer gets, without reading it. */
  const peek = async (headers: Record<string, string> = {}) => {
    const response = await get(headers);
    await response.body?.cancel();
    return { status: response.status, bytes: Number(response.headers.get('content-length')) };
  };
  const changeFile = (change: Partial<typeof deliverables.$inferInsert>) =>
    app.context.db.update(deliverables).set(change).where(eq(deliverables.id, deliverableId));
  return { ...sold, pageId, content, deliverable, deliverableId, entitlementId, get, peek, changeFile };
}
