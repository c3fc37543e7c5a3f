import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { mkdir, open, readFile, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

import { AppError } from '#domain/errors.ts';
import type { FilesConfig } from '#server/core/config.ts';

import { SAMPLE_BYTES } from './detect-media-type.ts';
import { toDiskError } from './disk-store.ts';

/** The received bytes of one upload, in a folder of their own. */
export const uploadFolder = ({ files }: { files: FilesConfig }, uploadId: string): string =>
  path.join(files.folder, 'uploads', uploadId);

/** The bytes of an upload that were received so far. */
export const receivedFile = (folder: string): string => path.join(folder, 'data');

export const removeUploadFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

/** Bytes of one request. `isCut`: the client disconnected before it had sent them all. */
export type Chunk = { file: string; bytes: number; isCut: boolean };

/**
 * Writes the body of a request to a file, so that neither a slow client nor a large chunk occupies memory or a transaction.
 * Throws AppError 'body_too_large' and 'disk_full'. The caller removes the file.
 */
export async function receiveChunk(
  folder: string,
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<Chunk> {
  const file = path.join(folder, `${randomUUID()}.chunk`);
  const handle = await createFile(folder, file);
  try {
    return { file, ...(await writeBody(handle, body, maxBytes)) };
  } catch (error) {
    await rm(file, { force: true });
    throw toDiskError(error);
  } finally {
    await handle.close();
  }
}

async function createFile(folder: string, file: string): Promise<FileHandle> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return await open(file, 'wx', 0o600);
  } catch (error) {
    throw toDiskError(error);
  }
}

async function writeBody(
  handle: FileHandle,
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<Pick<Chunk, 'bytes' | 'isCut'>> {
  const reader = body?.getReader();
  let bytes = 0;
  for (;;) {
    const part = reader ? await reader.read().catch(() => 'cut' as const) : { done: true as const };
    if (part === 'cut') return { bytes, isCut: true };
    if (part.done) return { bytes, isCut: false };
    bytes += part.value.byteLength;
    if (bytes > maxBytes) {
      await reader?.cancel();
      throw new AppError('body_too_large');
    }
    await handle.appendFile(part.value);
  }
}

/**
 * Writes a chunk at an offset of the received bytes and to the disk. Returns the number of received bytes: fewer than the
 * offset if the folder has lost some, and then nothing is written.
 */
export async function appendChunk(folder: string, chunk: Chunk, offset: number): Promise<number> {
  const bytes = await readFile(chunk.file);
  const received = await open(receivedFile(folder), constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    const { size } = await received.stat();
    if (size < offset) return size;
    let written = 0;
    while (written < bytes.byteLength)
      written += (await received.write(bytes, written, bytes.byteLength - written, offset + written)).bytesWritten;
    await received.datasync();
    return offset + bytes.byteLength;
  } catch (error) {
    throw toDiskError(error);
  } finally {
    await received.close();
  }
}

/** Reads the received bytes: how many there are, their hash in hex, and the first ones. */
export async function inspectReceived(folder: string): Promise<{ bytes: number; sha256: string; sample: Uint8Array }> {
  const hash = createHash('sha256');
  let [bytes, sample]: [number, Uint8Array] = [0, new Uint8Array()];
  try {
    await pipeline(createReadStream(receivedFile(folder), { highWaterMark: READ_BYTES }), async (chunks) => {
      for await (const chunk of chunks as AsyncIterable<Buffer>) {
        hash.update(chunk);
        if (bytes === 0) sample = chunk.subarray(0, SAMPLE_BYTES);
        bytes += chunk.byteLength;
      }
    });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  return { bytes, sha256: hash.digest('hex'), sample };
}

/** Each portion takes less than a millisecond to hash. */
const READ_BYTES = 256 * 1024;
