import { rm } from 'node:fs/promises';

import {
  createDeliverableSettings,
  DELIVERABLE_LIMITS,
  MAX_DELIVERABLES,
  MAX_FILE_BYTES,
  UPLOAD_CHUNK_BYTES,
  type Deliverable,
} from '#domain/deliverable.ts';
import type { Upload } from '#domain/delivery-rpc.ts';
import { AppError, isAppError } from '#domain/errors.ts';
import { cleanFileName } from '#domain/file-name.ts';
import { shortenText } from '#domain/text.ts';
import { DAY_MS } from '#domain/time-units.ts';
import { withTimeout } from '#server/core/concurrency.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import {
  countDeliverables,
  findDeliverable,
  insertDeliverables,
  lockPage,
  toDeliverable,
  updateDeliverable,
} from '#server/delivery/queries/deliverables.ts';
import {
  insertFileVersion,
  isSafe,
  listFileVersions,
  lockCurrentVersion,
  upsertStoredFile,
} from '#server/delivery/queries/file-versions.ts';
import {
  deleteUpload,
  findUpload,
  insertUpload,
  lockUpload,
  updateUpload,
  type UploadRow,
} from '#server/delivery/queries/uploads.ts';

import { detectMediaType } from './detect-media-type.ts';
import { deleteExcessVersions, readFreeBytes, reserveSpace } from './file-space.ts';
import {
  appendChunk,
  inspectReceived,
  receiveChunk,
  receivedFile,
  removeUploadFolder,
  uploadFolder,
  type Chunk,
} from './upload-folder.ts';

/** How long an upload can be resumed. */
const UPLOAD_LIFETIME_MS = DAY_MS;

export const toUpload = ({ expiresAt, id, pageId, deliverableId, fileName, bytes, received }: UploadRow): Upload => ({
  id,
  pageId,
  deliverableId,
  fileName,
  bytes,
  received,
  expiresAt: expiresAt.toISOString(),
});

type NewUpload = { pageId: string; deliverableId?: string | undefined; fileName: string; bytes: number };

/** Starts an upload, whose space is reserved from then on. Throws AppError. */
export async function startUpload(context: Context, sellerId: string, input: NewUpload): Promise<Upload> {
  const { pageId, deliverableId = null, fileName, bytes } = input;
  if (bytes === 0) throw new AppError('file_empty');
  if (bytes > MAX_FILE_BYTES) throw new AppError('file_too_large');
  const freeBytes = await readFreeBytes(context.config.files.folder);
  return context.db.transaction(async (tx) => {
    await assertAcceptsFile(tx, { sellerId, pageId, deliverableId });
    await reserveSpace(context, tx, { sellerId, bytes, replacedId: deliverableId, freeBytes });
    const createdAt = context.realNow();
    const upload: UploadRow = {
      id: crypto.randomUUID(),
      sellerId,
      pageId,
      deliverableId,
      fileName: cleanFileName(fileName),
      bytes,
      received: 0,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + UPLOAD_LIFETIME_MS),
      finishedAt: null,
    };
    await insertUpload(tx, upload);
    return toUpload(upload);
  });
}

/** Locks the page and checks that it can get the file. Throws AppError 'not_found' and 'deliverable_limit'. */
async function assertAcceptsFile(
  tx: Db,
  { sellerId, pageId, deliverableId }: Pick<UploadRow, 'sellerId' | 'pageId' | 'deliverableId'>,
): Promise<void> {
  if (!(await lockPage(tx, sellerId, pageId))) throw new AppError('not_found');
  if (deliverableId === null) {
    if ((await countDeliverables(tx, pageId)) >= MAX_DELIVERABLES) throw new AppError('deliverable_limit');
    return;
  }
  const deliverable = await findDeliverable(tx, sellerId, deliverableId);
  if (deliverable?.kind !== 'file' || deliverable.pageId !== pageId || deliverable.removedAt)
    throw new AppError('not_found');
}

/** Throws AppError 'not_found' unless the upload is under way, and 'upload_expired'. */
function assertActive(upload: UploadRow | null, { realNow }: Context): UploadRow {
  if (!upload || upload.finishedAt) throw new AppError('not_found');
  if (upload.expiresAt <= realNow()) throw new AppError('upload_expired');
  return upload;
}

const wrongOffset = (offset: number): AppError => new AppError('upload_offset_wrong', { facts: { offset } });

/** Finds an upload that can be continued. Throws AppError. */
export const findActiveUpload = async (context: Context, sellerId: string, uploadId: string): Promise<UploadRow> =>
  assertActive(await findUpload(context.db, sellerId, uploadId), context);

/**
 * Appends the body of a request to an upload and returns the new offset. Bytes of a request that was cut stay as well, so
 * that a slow connection makes progress. Throws AppError, with the right offset in the facts of 'upload_offset_wrong'.
 */
export async function appendToUpload(
  context: Context,
  sellerId: string,
  uploadId: string,
  { offset, body }: { offset: number; body: ReadableStream<Uint8Array> | null },
): Promise<number> {
  const { received, bytes } = await findActiveUpload(context, sellerId, uploadId);
  if (received !== offset) throw wrongOffset(received);
  const folder = uploadFolder(context.config, uploadId);
  const chunk = await withReceiveLimit(sellerId, () =>
    receiveChunk(folder, body, Math.min(UPLOAD_CHUNK_BYTES, bytes - offset)),
  );
  try {
    const newOffset = await commitChunk(context, { sellerId, uploadId, folder }, chunk, offset);
    if (chunk.isCut) throw new AppError('invalid_request');
    return newOffset;
  } finally {
    await rm(chunk.file, { force: true });
  }
}

/** Chunks that a seller sends at the same time. They take space beside that of the uploads. */
const MAX_CHUNKS_AT_ONCE = 8;
const receiving = new Map<string, number>();

/** Throws AppError 'rate_limited' when a seller sends too many chunks at the same time. */
async function withReceiveLimit<T>(sellerId: string, receive: () => Promise<T>): Promise<T> {
  const others = receiving.get(sellerId) ?? 0;
  if (others >= MAX_CHUNKS_AT_ONCE) throw new AppError('rate_limited', { facts: { retryAfter: 1 } });
  receiving.set(sellerId, others + 1);
  try {
    return await receive();
  } finally {
    const left = (receiving.get(sellerId) ?? 1) - 1;
    if (left > 0) receiving.set(sellerId, left);
    else receiving.delete(sellerId);
  }
}

/** One of several concurrent requests gets to write. The bytes are on the disk before the offset is committed. */
async function commitChunk(
  context: Context,
  { sellerId, uploadId, folder }: { sellerId: string; uploadId: string; folder: string },
  chunk: Chunk,
  offset: number,
): Promise<number> {
  const { received, isAppended } = await context.db.transaction(async (tx) => {
    const upload = assertActive(await lockUpload(tx, sellerId, uploadId), context);
    if (upload.received !== offset) return { received: upload.received, isAppended: false };
    const size = await appendChunk(folder, chunk, offset);
    await updateUpload(tx, uploadId, { received: size });
    return { received: size, isAppended: size >= offset };
  });
  if (!isAppended) throw wrongOffset(received);
  return received;
}

/** Ends an upload that was not finished. Throws AppError 'not_found'. */
export async function cancelUpload(context: Context, sellerId: string, uploadId: string): Promise<void> {
  if (!(await deleteUpload(context.db, sellerId, uploadId))) throw new AppError('not_found');
  await removeUploadFolder(uploadFolder(context.config, uploadId));
}

/** The server closes a connection after 30 seconds without a byte. Storing a large file in a bucket can take longer. */
const FINISH_TIMEOUT_MS = 20_000;

const storeUnavailable = (cause?: unknown): AppError =>
  new AppError('unavailable', { facts: { retryAfter: 5 }, cause });

/** Uploads that this process is finishing: a repeated request waits for the first one. */
const finishing = new Map<string, Promise<string>>();

/**
 * Makes an upload a version of its deliverable, or of a new one that is named after the file. Repeating it has no further
 * effect. A file whose SHA-256 is another one is discarded. Throws AppError; after 'unavailable' it continues.
 */
export async function finishUpload(
  context: Context,
  sellerId: string,
  uploadId: string,
  sha256: string,
): Promise<Deliverable> {
  const upload = await findUpload(context.db, sellerId, uploadId);
  if (!upload) throw new AppError('not_found');
  const deliverableId = upload.finishedAt
    ? upload.deliverableId
    : await withTimeout(FINISH_TIMEOUT_MS, finishOnce(context, upload, sha256), () => storeUnavailable());
  const row = deliverableId && (await findDeliverable(context.db, sellerId, deliverableId));
  if (!row) throw new AppError('not_found');
  return toDeliverable(row);
}

function finishOnce(context: Context, upload: UploadRow, sha256: string): Promise<string> {
  const result =
    finishing.get(upload.id) ?? storeUpload(context, upload, sha256).finally(() => finishing.delete(upload.id));
  finishing.set(upload.id, result);
  return result;
}

/** Checks and stores the received bytes; returns the id of the deliverable. */
async function storeUpload(context: Context, row: UploadRow, sha256: string): Promise<string> {
  const { db, config, files, log, realNow } = context;
  const { id, sellerId, bytes, received } = assertActive(row, context);
  if (received < bytes) throw wrongOffset(received);
  const folder = uploadFolder(config, id);
  const content = await inspectReceived(folder);
  if (content.bytes < bytes) {
    await updateUpload(db, id, { received: content.bytes });
    throw wrongOffset(content.bytes);
  }
  if (content.sha256 !== sha256) {
    await cancelUpload(context, sellerId, id);
    throw new AppError('file_damaged');
  }
  await upsertStoredFile(db, { sha256, bytes, storedAt: realNow() });
  await files.put(sha256, receivedFile(folder)).catch((error: unknown) => {
    if (isAppError(error)) throw error;
    log.error({ err: error, sha256 }, 'file_not_stored');
    throw storeUnavailable(error);
  });
  const mediaType = detectMediaType(content.sample, row.fileName);
  const deliverableId = await db.transaction((tx) => addVersion(context, tx, row, { sha256, mediaType }));
  await removeUploadFolder(folder);
  context.wake('files');
  return deliverableId;
}

/** Adds the version that an upload has brought, and returns the id of its deliverable. */
async function addVersion(
  context: Context,
  tx: Db,
  { id, sellerId }: UploadRow,
  content: { sha256: string; mediaType: string },
): Promise<string> {
  const upload = await lockUpload(tx, sellerId, id);
  if (upload?.finishedAt && upload.deliverableId) return upload.deliverableId;
  if (!upload) throw new AppError('not_found');
  await assertAcceptsFile(tx, upload);
  const [now, realNow] = [context.now(), context.realNow()];
  const deliverableId = upload.deliverableId ?? (await insertFileDeliverable(tx, upload, now));
  const current = await lockCurrentVersion(tx, deliverableId);
  const [newest] = await listFileVersions(tx, deliverableId);
  const number = (newest?.number ?? 0) + 1;
  const isScanned = context.config.files.scanCommand !== null;
  const scan = isScanned ? 'waiting' : 'unscanned';
  const scanAt = isScanned ? realNow : null;
  const { fileName } = upload;
  await insertFileVersion(tx, { deliverableId, number, fileName, ...content, scan, scanAt, createdAt: now });
  // Until the scan, buyers get the earlier version.
  if (!isScanned || !current || !isSafe(current))
    await updateDeliverable(tx, deliverableId, { currentVersion: number }, now);
  await deleteExcessVersions(context, tx, sellerId);
  await updateUpload(tx, id, { deliverableId, finishedAt: realNow, expiresAt: realNow });
  return deliverableId;
}

async function insertFileDeliverable(tx: Db, { sellerId, pageId, fileName }: UploadRow, now: Date): Promise<string> {
  const name = shortenText(fileName, DELIVERABLE_LIMITS.name);
  const [id] = await insertDeliverables(tx, [
    { sellerId, pageId, name, settings: createDeliverableSettings('file'), now },
  ]);
  if (id === undefined) throw new Error('The deliverable was not inserted');
  return id;
}
