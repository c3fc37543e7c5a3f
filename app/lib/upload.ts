import { UPLOAD_CHUNK_BYTES, type Deliverable } from '#domain/deliverable.ts';
import type { Upload } from '#domain/delivery-rpc.ts';
import { AppError } from '#domain/errors.ts';

import { callRpc, withAccessToken } from './rpc/call-rpc.ts';
import { createUnreachableError, hasErrorCode, parseRpcError, RpcError } from './rpc/rpc-error.ts';

/** What sending a file needs of the server. All functions throw an `RpcError`. */
export type UploadServer = {
  /** The upload as the server has it; null if it has expired or was canceled. */
  findUpload: (upload: Upload) => Promise<Upload | null>;
  /** Adds bytes at an offset. Returns how many bytes the server has then. */
  appendBytes: (uploadId: string, offset: number, bytes: ArrayBuffer, signal: AbortSignal) => Promise<number>;
  /** `sha256`: hex digest of the whole file. */
  finishUpload: (uploadId: string, sha256: string, signal: AbortSignal) => Promise<Deliverable>;
};

/** Includes the time to send a chunk on a slow connection. */
const REQUEST_TIMEOUT_MS = 120_000;

async function sendBytes(
  uploadId: string,
  offset: number,
  bytes: ArrayBuffer,
  signal: AbortSignal,
  token: string | null,
): Promise<number> {
  const response = await fetch(`/uploads/${uploadId}`, {
    method: 'PATCH',
    headers: {
      'Content-Type': 'application/octet-stream',
      'Upload-Offset': String(offset),
      ...(token !== null && { Authorization: `Bearer ${token}` }),
    },
    body: bytes,
    signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
  }).catch(() => {
    signal.throwIfAborted();
    throw createUnreachableError();
  });
  if (!response.ok) throw await parseRpcError(response);
  return Number(response.headers.get('Upload-Offset') ?? offset + bytes.byteLength);
}

const SERVER: UploadServer = {
  findUpload: async ({ id, pageId }) =>
    (await callRpc('list-uploads', { pageId })).uploads.find((upload) => upload.id === id) ?? null,
  appendBytes: (uploadId, offset, bytes, signal) =>
    withAccessToken((token) => sendBytes(uploadId, offset, bytes, signal, token)),
  finishUpload: async (uploadId, sha256, signal) =>
    (await callRpc('finish-upload', { uploadId, sha256 }, signal)).deliverable,
};

const MIN_CHUNK_BYTES = 256 * 1024;
/** A chunk takes about this long, so that progress is visible and little is sent again after a lost connection. */
const CHUNK_DURATION_S = 2;

const chooseChunkBytes = (rate: number | null): number =>
  Math.round(Math.min(UPLOAD_CHUNK_BYTES, Math.max(MIN_CHUNK_BYTES, (rate ?? 0) * CHUNK_DURATION_S)));

/** Share of the newest measurement in the average rate. */
const NEW_RATE_SHARE = 0.3;

const averageRate = (rate: number | null, newRate: number): number =>
  rate === null ? newRate : rate + NEW_RATE_SHARE * (newRate - rate);

/** Portion that is hashed without a pause, so that the screen stays responsive. */
const HASH_BYTES = 1024 * 1024;

/** Hash of the beginning of a file, which advances with what the server has received. */
async function createFileHash(file: File) {
  // The browser's own hash needs the whole file in memory.
  const { sha256 } = await import('@noble/hashes/sha2.js');
  let hash = sha256.create();
  let position = 0;
  return {
    advanceTo: async (end: number, signal: AbortSignal): Promise<void> => {
      if (end < position) [hash, position] = [sha256.create(), 0];
      while (position < end) {
        signal.throwIfAborted();
        const bytes = await file.slice(position, Math.min(position + HASH_BYTES, end)).arrayBuffer();
        hash.update(new Uint8Array(bytes));
        position += bytes.byteLength;
      }
    },
    digestHex: (): string => Array.from(hash.clone().digest(), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  };
}

/** Hashes of files whose upload may be paused and resumed, so that their beginning is read once. */
const hashes = new WeakMap<File, Awaited<ReturnType<typeof createFileHash>>>();

async function getFileHash(file: File) {
  const hash = hashes.get(file) ?? (await createFileHash(file));
  hashes.set(file, hash);
  return hash;
}

const RETRY_DELAYS_MS = [1000, 2000, 5000, 10_000, 30_000] as const;

/** Milliseconds until the next try after an error that passes by itself; null for any other error. */
function getRetryDelay(error: unknown, tries: number): number | null {
  if (!(error instanceof RpcError) || hasErrorCode(error, 'disk_full')) return null;
  const { status, details } = error;
  const isTemporary = status === 0 || status === 429 || status >= 500 || hasErrorCode(error, 'upload_offset_wrong');
  if (!isTemporary) return null;
  const retryAfterMs = typeof details.retryAfter === 'number' ? details.retryAfter * 1000 : 0;
  return Math.max(retryAfterMs, RETRY_DELAYS_MS[Math.min(tries, RETRY_DELAYS_MS.length - 1)] ?? 0);
}

/** Resolves after the delay, or when the browser is online again. Rejects when the signal is aborted. */
const waitForRetry = (delayMs: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const controller = new AbortController();
    const finish = (action: () => void) => () => {
      clearTimeout(timer);
      controller.abort();
      action();
    };
    const timer = setTimeout(finish(resolve), delayMs);
    window.addEventListener('online', finish(resolve), { signal: controller.signal });
    signal.addEventListener(
      'abort',
      finish(() => reject(signal.reason as Error)),
      { signal: controller.signal },
    );
  });

export type UploadProgress = {
  /** Bytes that the server has. */
  received: number;
  /** Bytes per second; null until it is known. */
  rate: number | null;
  /** The last request failed, and the next one follows. */
  isRetrying: boolean;
};

export type SendFileOptions = {
  /** Pauses the upload: another call resumes it. */
  signal: AbortSignal;
  onProgress: (progress: UploadProgress) => void;
  server?: UploadServer;
  wait?: (delayMs: number, signal: AbortSignal) => Promise<void>;
};

/**
 * Sends the part of a file that the server does not have yet, and finishes the upload. Lost connections and an overloaded
 * server only delay it. Throws an `RpcError`, the reason of the signal, or a `DOMException` if the file cannot be read.
 */
export async function sendFile(
  file: File,
  upload: Upload,
  { signal, onProgress, server = SERVER, wait = waitForRetry }: SendFileOptions,
): Promise<Deliverable> {
  const hash = await getFileHash(file);
  let progress: UploadProgress = { received: upload.received, rate: null, isRetrying: false };
  const report = (change: Partial<UploadProgress>) => {
    progress = { ...progress, ...change };
    onProgress(progress);
  };
  for (let [tries, isStale] = [0, false]; ;) {
    try {
      if (isStale) report({ received: await findReceivedBytes(server, upload) });
      isStale = false;
      const { received, rate } = progress;
      await hash.advanceTo(received, signal);
      if (received === upload.bytes) return await server.finishUpload(upload.id, hash.digestHex(), signal);
      const bytes = await file.slice(received, received + chooseChunkBytes(rate)).arrayBuffer();
      signal.throwIfAborted();
      const startedAt = performance.now();
      const newReceived = await server.appendBytes(upload.id, received, bytes, signal);
      const newRate = ((newReceived - received) * 1000) / Math.max(1, performance.now() - startedAt);
      tries = 0;
      report({ received: newReceived, rate: averageRate(rate, newRate), isRetrying: false });
    } catch (error) {
      signal.throwIfAborted();
      const delayMs = getRetryDelay(error, tries);
      if (delayMs === null) throw error;
      tries += 1;
      // A request without a response may have added bytes. The server knows a finished upload for the repeated request only.
      isStale = progress.received < upload.bytes || hasErrorCode(error, 'upload_offset_wrong');
      report({ isRetrying: true });
      await wait(delayMs, signal);
    }
  }
}

async function findReceivedBytes(server: UploadServer, upload: Upload): Promise<number> {
  const current = await server.findUpload(upload);
  if (current) return current.received;
  const { message } = new AppError('upload_expired');
  throw new RpcError({ code: 'upload_expired', message, status: 410 });
}
