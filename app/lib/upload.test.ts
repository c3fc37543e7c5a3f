import { createHash, randomBytes } from 'node:crypto';

import { expect, test } from 'vitest';

import type { Deliverable } from '#domain/deliverable.ts';
import type { Upload } from '#domain/delivery-rpc.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';

import { createUnreachableError, RpcError } from './rpc/rpc-error.ts';
import { sendFile, type SendFileOptions, type UploadProgress, type UploadServer } from './upload.ts';

const MIB = 1024 * 1024;
const FINISHED = { deliverable: { name: 'Guide' } as Deliverable } satisfies RpcContract['finish-upload']['response'];

const createError = (code: string, status: number, details = {}) =>
  new RpcError({ code, message: code, status, details });

/**
 * A server that stores the received bytes. `faults` are thrown one by one before requests; one of them cuts a request
 * after the number of bytes that it names.
 */
function createServer(bytes: number, faults: readonly (Error | { cutAfter: number } | null)[] = []) {
  let stored = Buffer.alloc(0);
  let remaining = [...faults];
  const upload: Upload = {
    id: 'u1',
    pageId: 'p1',
    deliverableId: null,
    fileName: 'Guide.pdf',
    bytes,
    received: 0,
    expiresAt: '2026-12-01T00:00:00Z',
  };
  const takeFault = () => {
    const [fault = null, ...rest] = remaining;
    remaining = rest;
    if (fault instanceof Error) throw fault;
    return fault;
  };
  const chunks: number[] = [];
  let isKnown = true;
  const server: UploadServer = {
    findUpload: () => Promise.resolve(isKnown ? { ...upload, received: stored.length } : null),
    appendBytes: async (_, offset, chunk) => {
      const fault = takeFault();
      if (offset !== stored.length) throw createError('upload_offset_wrong', 409);
      const accepted = Buffer.from(chunk).subarray(0, fault?.cutAfter);
      stored = Buffer.concat([stored, accepted]);
      chunks.push(chunk.byteLength);
      if (fault) throw createUnreachableError();
      return Promise.resolve(stored.length);
    },
    finishUpload: (_, sha256) => {
      takeFault();
      if (createHash('sha256').update(stored).digest('hex') !== sha256) throw createError('file_damaged', 422);
      return Promise.resolve(FINISHED.deliverable);
    },
  };
  return { upload, server, chunks, getStored: () => stored, forget: () => void (isKnown = false) };
}

const createFile = (bytes: Buffer<ArrayBuffer>) => new File([bytes], 'Guide.pdf');

/** Sends without waiting; returns the delays and the progress. */
async function send(file: File, upload: Upload, server: UploadServer, options: Partial<SendFileOptions> = {}) {
  const delays: number[] = [];
  const progress: UploadProgress[] = [];
  const result = await sendFile(file, upload, {
    signal: new AbortController().signal,
    onProgress: (one) => void progress.push(one),
    wait: (delayMs) => Promise.resolve(void delays.push(delayMs)),
    server,
    ...options,
  });
  return { result, delays, progress };
}

test('sends a file in parts of at most 8 MiB, and then its hash', async () => {
  const bytes = randomBytes(20 * MIB + 17);
  const { upload, server, chunks, getStored } = createServer(bytes.length);
  const { result, progress } = await send(createFile(bytes), upload, server);
  expect(result).toBe(FINISHED.deliverable);
  expect(getStored().equals(bytes)).toBe(true);
  expect(chunks[0]).toBe(MIB / 4);
  expect(Math.max(...chunks)).toBeLessThanOrEqual(8 * MIB);
  expect(progress.at(-1)).toMatchObject({ received: bytes.length, rate: expect.any(Number), isRetrying: false });
});

test('ends with the same file after 20 lost connections at any byte', async () => {
  const bytes = randomBytes(3 * MIB);
  const faults = Array.from({ length: 20 }, (_, index) => ({ cutAfter: (index * 40_009) % (MIB / 4) }));
  const { upload, server, getStored } = createServer(bytes.length, faults);
  const { delays, progress } = await send(createFile(bytes), upload, server);
  expect(getStored().equals(bytes)).toBe(true);
  expect(delays).toHaveLength(20);
  expect(progress.some(({ isRetrying }) => isRetrying)).toBe(true);
});

test('waits longer after each failure in a row, and as long as the server says', async () => {
  const faults = [
    createUnreachableError(),
    createError('unavailable', 503),
    createError('rate_limited', 429, { retryAfter: 7 }),
    null,
    createUnreachableError(),
  ];
  const { upload, server } = createServer(MIB / 2, faults);
  expect((await send(createFile(randomBytes(MIB / 2)), upload, server)).delays).toEqual([1000, 2000, 7000, 1000]);
});

test('continues after the part that the server has, and hashes it', async () => {
  const bytes = randomBytes(2 * MIB);
  const { upload, server, chunks } = createServer(bytes.length);
  const controller = new AbortController();
  const file = createFile(bytes);
  const paused = send(file, upload, server, {
    signal: controller.signal,
    onProgress: () => controller.abort(),
  });
  await expect(paused).rejects.toThrow('aborted');
  const received = MIB / 4;
  expect(chunks).toEqual([received]);
  const { result } = await send(createFile(bytes), { ...upload, received }, server);
  expect(result).toBe(FINISHED.deliverable);
});

test('sends everything again that the server has lost', async () => {
  const bytes = randomBytes(MIB);
  const { upload, server, getStored } = createServer(bytes.length);
  await send(createFile(bytes), { ...upload, received: MIB / 2 }, server);
  expect(getStored().equals(bytes)).toBe(true);
});

test('repeats the last request without asking for the upload, which is no longer under way', async () => {
  const bytes = randomBytes(100);
  const { upload, server, forget } = createServer(bytes.length, [null, createUnreachableError()]);
  const finishUpload: UploadServer['finishUpload'] = (...args) => {
    forget();
    return server.finishUpload(...args);
  };
  const { result } = await send(createFile(bytes), upload, { ...server, finishUpload });
  expect(result).toBe(FINISHED.deliverable);
});

test.each(['disk_full', 'files_full', 'file_refused', 'upload_expired'])(
  'gives up after the error %s',
  async (code) => {
    const status = code === 'disk_full' ? 507 : 422;
    const { upload, server } = createServer(100, [createError(code, status)]);
    await expect(send(createFile(randomBytes(100)), upload, server)).rejects.toMatchObject({ code });
  },
);

test('gives up when the upload was canceled elsewhere', async () => {
  const { upload, server, forget } = createServer(100, [createError('not_found', 500)]);
  forget();
  await expect(send(createFile(randomBytes(100)), upload, server)).rejects.toMatchObject({ code: 'upload_expired' });
});

test('gives up when the file can no longer be read', async () => {
  const { upload, server } = createServer(100);
  const file = createFile(randomBytes(100));
  const unreadable = new DOMException('The file is gone', 'NotReadableError');
  file.slice = () => Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(unreadable) });
  await expect(send(file, upload, server)).rejects.toBe(unreadable);
});
