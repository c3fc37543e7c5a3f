/** Triggers of errors about deliverables and uploads. For tests only. */
import { randomUUID } from 'node:crypto';

import { eq } from 'drizzle-orm';

import { createAddedFields } from '#domain/checkout-page.ts';
import { createDeliverableSettings, MAX_DELIVERABLES, MAX_FILE_BYTES, type FileScan } from '#domain/deliverable.ts';
import { deliverables, fileVersions, uploads } from '#server/db/schema-delivery.ts';
import { insertDeliverables } from '#server/delivery/queries/deliverables.ts';

import { createApiClient } from './api-client.ts';
import {
  FILE_CHUNK,
  FILE_CONTENT,
  FILE_SHA256,
  sendFile,
  startUpload,
  TEXT_DELIVERABLE,
  uploadFile,
  type ValidCall,
} from './api-contract-calls.ts';
import { OVERSIZED_BYTES, type ErrorTrigger } from './api-contract-common-errors.ts';
import { cachePerTestEnv, type ContractTestEnv, type Ids } from './api-contract.ts';
import { sellerIdOf } from './seller-plans.ts';

const createPage = async ({ apiClient }: ContractTestEnv): Promise<string> =>
  (await apiClient.send<{ id: string }>('POST', '/pages', { body: {} })).body.id;

/** Gives a page as many deliverables as it can have. */
async function fillPage({ app, seller }: ContractTestEnv, pageId: string): Promise<void> {
  const sellerId = await sellerIdOf(app, seller);
  const added = { sellerId, pageId, name: 'Text', settings: createDeliverableSettings('text'), now: app.context.now() };
  await insertDeliverables(
    app.context.db,
    Array.from({ length: MAX_DELIVERABLES }, () => added),
  );
}

const getFullPage = cachePerTestEnv(async (testEnv) => {
  const pageId = await createPage(testEnv);
  await fillPage(testEnv, pageId);
  return pageId;
});

/** Finishes an upload to a page that has got as many deliverables as it can have meanwhile. */
const finishTooLate: ErrorTrigger = async (testEnv) => {
  const pageId = await createPage(testEnv);
  const ids = await sendFile(testEnv, pageId);
  await fillPage(testEnv, pageId);
  return { ids, body: { sha256: FILE_SHA256 } };
};

/** A seller whose plan has no space left, because an upload is under way that needs all of it. */
const withFullStorage: ErrorTrigger = async ({ app }) => {
  const seller = await app.signUpSeller();
  const apiClient = await createApiClient(app, seller);
  const { body } = await apiClient.send<{ id: string }>('POST', '/pages', { body: {} });
  const file = { pageId: body.id, fileName: 'video.mp4' };
  await apiClient.send('POST', '/files', { body: { ...file, bytes: MAX_FILE_BYTES } });
  return { apiClient, body: { ...file, bytes: 1 } };
};

const withExpiredUpload =
  (call: ValidCall = {}): ErrorTrigger =>
  async (testEnv) => {
    const { db, realNow } = testEnv.app.context;
    const { uploadId = '' } = await startUpload(testEnv);
    await db.update(uploads).set({ expiresAt: realNow() }).where(eq(uploads.id, uploadId));
    return { ...call, ids: { uploadId } };
  };

/** A file of which the virus scan has this result. */
const withScan =
  (scan: FileScan, call: ValidCall = {}): ErrorTrigger =>
  async (testEnv) => {
    const { deliverableId = '' } = await uploadFile(testEnv);
    const { db } = testEnv.app.context;
    await db.update(fileVersions).set({ scan }).where(eq(fileVersions.deliverableId, deliverableId));
    return { ...call, ids: { deliverableId } };
  };

const withAnnouncedFile: ErrorTrigger = async (testEnv) => {
  const { deliverableId = '' } = await uploadFile(testEnv, await createPage(testEnv));
  const { db, now } = testEnv.app.context;
  await db.update(deliverables).set({ announcedAt: now() }).where(eq(deliverables.id, deliverableId));
  return { ids: { deliverableId } };
};

/** A text that a published page delivers. */
async function publishText({ seller, apiClient }: ContractTestEnv): Promise<Ids> {
  const { pageId } = await seller.publishPage({}, 'with-a-text');
  const path = `/pages/${pageId}`;
  const { body } = await apiClient.send<{ id: string }>('POST', `${path}/deliverables`, { body: TEXT_DELIVERABLE });
  const delivery = { ...createAddedFields().delivery, items: [{ id: body.id, offeredWith: null }] };
  await apiClient.send('PATCH', `${path}/draft`, { body: { config: { delivery } } });
  const { status } = await apiClient.send('POST', `${path}/publish`, { body: {} });
  if (status !== 200) throw new Error(`Publishing answered ${status}`);
  return { deliverableId: body.id };
}

export const DELIVERY_ERROR_TRIGGERS: Readonly<Record<string, ErrorTrigger>> = {
  'POST /pages/{pageId}/deliverables deliverable_limit_reached': async (testEnv) => ({
    ids: { pageId: await getFullPage(testEnv) },
    body: TEXT_DELIVERABLE,
  }),
  'DELETE /deliverables/{deliverableId} deliverable_in_use': async (testEnv) => ({ ids: await publishText(testEnv) }),
  'POST /deliverables/{deliverableId}/versions/{number}/use file_refused': withScan('refused'),
  'POST /deliverables/{deliverableId}/versions/{number}/use file_not_ready': withScan('waiting'),
  'POST /deliverables/{deliverableId}/announce file_not_ready': withScan('waiting'),
  'POST /deliverables/{deliverableId}/announce announced_recently': withAnnouncedFile,
  'POST /deliverables/{deliverableId}/file-links file_refused': withScan('refused', { body: {} }),
  'POST /files not_found': () => ({
    body: { pageId: randomUUID(), fileName: 'glazes.pdf', bytes: FILE_CONTENT.byteLength },
  }),
  'POST /files deliverable_limit_reached': async (testEnv) => ({
    body: { pageId: await getFullPage(testEnv), fileName: 'glazes.pdf', bytes: FILE_CONTENT.byteLength },
  }),
  'POST /files file_storage_full': withFullStorage,
  'GET /files/{uploadId} upload_expired': withExpiredUpload(),
  'PATCH /files/{uploadId} upload_expired': withExpiredUpload(FILE_CHUNK),
  'PATCH /files/{uploadId} upload_offset_mismatch': async (testEnv) => ({
    ids: await startUpload(testEnv),
    body: FILE_CONTENT,
    headers: { 'upload-offset': '7' },
  }),
  'PATCH /files/{uploadId} body_too_large': () => ({
    body: FILE_CONTENT,
    headers: { 'upload-offset': '0', 'content-length': String(OVERSIZED_BYTES) },
  }),
  'POST /files/{uploadId}/finish upload_expired': withExpiredUpload({ body: { sha256: 'f'.repeat(64) } }),
  'POST /files/{uploadId}/finish upload_offset_mismatch': async (testEnv) => ({
    ids: await startUpload(testEnv),
    body: { sha256: 'f'.repeat(64) },
  }),
  'POST /files/{uploadId}/finish file_hash_mismatch': async (testEnv) => ({
    ids: await sendFile(testEnv),
    body: { sha256: 'f'.repeat(64) },
  }),
  'POST /files/{uploadId}/finish deliverable_limit_reached': finishTooLate,
};
