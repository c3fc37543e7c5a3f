import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

import type { z } from 'zod';

import { BackupError, DAMAGED_MESSAGE } from './backup-error.ts';

/** Reads exact numbers of bytes from a stream of chunks of any size. */
export class ByteReader {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #buffer: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#pieces = source[Symbol.asyncIterator]();
  }

  /** Null when the source ends before. */
  async read(length: number): Promise<Buffer | null> {
    while (this.#buffer.length < length) if (!(await this.#readChunk())) return null;
    const bytes = this.#buffer.subarray(0, length);
    this.#buffer = this.#buffer.subarray(length);
    return bytes;
  }

  /** Reads a line without its line break; null when there is none within `maxBytes` bytes. */
  async readLine(maxBytes: number): Promise<string | null> {
    let end = this.#buffer.indexOf('\n');
    while (end < 0 && this.#buffer.length <= maxBytes && (await this.#readChunk())) end = this.#buffer.indexOf('\n');
    if (end < 0 || end > maxBytes) return null;
    const line = this.#buffer.subarray(0, end).toString('utf8');
    this.#buffer = this.#buffer.subarray(end + 1);
    return line;
  }

  async isAtEnd(): Promise<boolean> {
    return this.#buffer.length === 0 && !(await this.#readChunk());
  }

  /** The remaining bytes. */
  async *readRest(): AsyncGenerator<Uint8Array> {
    do {
      if (this.#buffer.length > 0) yield this.#buffer;
      this.#buffer = Buffer.alloc(0);
    } while (await this.#readChunk());
  }

  async #readChunk(): Promise<boolean> {
    const next = await this.#pieces.next();
    if (next.done) return false;
    this.#buffer = this.#buffer.length === 0 ? Buffer.from(next.value) : Buffer.concat([this.#buffer, next.value]);
    return true;
  }
}

/** Bytes encrypted at once. */
const CHUNK = 64 * 1024;
const TAG = 16;
const DECRYPTION_MESSAGE = `${DAMAGED_MESSAGE}, or it was sealed with another BACKUP_KEY`;

/** Encryption of one backup; the key is used for nothing else. */
export type BackupEncryption = { key: Buffer; head: Buffer };

/** `head`: the unencrypted header, which is authenticated as well. */
export const backupEncryption = (backupKey: string, salt: string, head: Buffer): BackupEncryption => ({
  key: Buffer.from(hkdfSync('sha256', backupKey, Buffer.from(salt, 'base64url'), 'tillwright backup', 32)),
  head,
});

/** Numbers each chunk and marks the last one, so that none can be removed, added or moved. */
function nonce(index: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(index, 7);
  bytes[11] = isLast ? 1 : 0;
  return bytes;
}

/** AES-256-GCM in chunks, each with its length before and its tag after it. */
export async function* encryptStream(
  source: AsyncIterable<Uint8Array>,
  encryption: BackupEncryption,
): AsyncGenerator<Buffer> {
  let index = 0;
  let buffered = Buffer.alloc(0);
  for await (const piece of source) {
    buffered = Buffer.concat([buffered, piece]);
    while (buffered.length > CHUNK) {
      yield encryptChunk(buffered.subarray(0, CHUNK), encryption, index++, false);
      buffered = buffered.subarray(CHUNK);
    }
  }
  yield encryptChunk(buffered, encryption, index, true);
}

function encryptChunk(plaintext: Buffer, { key, head }: BackupEncryption, index: number, isLast: boolean): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce(index, isLast)).setAAD(head);
  const body = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  return Buffer.concat([length, body, cipher.getAuthTag()]);
}

/** Throws BackupError at the first modified chunk. */
export async function* decryptStream(
  source: AsyncIterable<Uint8Array>,
  encryption: BackupEncryption,
): AsyncGenerator<Buffer> {
  const reader = new ByteReader(source);
  for (let index = 0; ; index++) {
    const length = (await reader.read(4))?.readUInt32BE() ?? Infinity;
    const chunk = length <= CHUNK ? await reader.read(length + TAG) : null;
    if (!chunk) throw new BackupError(DECRYPTION_MESSAGE);
    const isLast = await reader.isAtEnd();
    yield decryptChunk(chunk, encryption, index, isLast);
    if (isLast) return;
  }
}

function decryptChunk(chunk: Buffer, { key, head }: BackupEncryption, index: number, isLast: boolean): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce(index, isLast)).setAAD(head);
  decipher.setAuthTag(chunk.subarray(-TAG));
  try {
    return Buffer.concat([decipher.update(chunk.subarray(0, -TAG)), decipher.final()]);
  } catch (cause) {
    throw new BackupError(DECRYPTION_MESSAGE, { cause });
  }
}

/** A frame is one byte for its kind, four for its length, and its body. */
export const FRAME = { part: 1, data: 2, end: 3, manifest: 4 } as const;
type FrameKind = (typeof FRAME)[keyof typeof FRAME];

const MAX_FRAME_BYTES = 1024 * 1024;

export function encodeFrame(kind: FrameKind, body: Uint8Array | object = new Uint8Array()): Buffer {
  const bytes = body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body));
  const head = Buffer.alloc(5);
  head.writeUInt8(kind);
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

/** Splits bytes of any length into frames. */
export function* dataFrames(bytes: Uint8Array): Generator<Buffer> {
  for (let offset = 0; offset < bytes.length; offset += MAX_FRAME_BYTES)
    yield encodeFrame(FRAME.data, bytes.subarray(offset, offset + MAX_FRAME_BYTES));
}

/** Throws BackupError when the next frame is of no expected kind. */
export async function readFrame(
  reader: ByteReader,
  expected: readonly FrameKind[],
): Promise<{ kind: FrameKind; body: Buffer }> {
  const head = await reader.read(5);
  const kind = expected.find((candidate) => candidate === head?.[0]);
  const length = head?.readUInt32BE(1) ?? 0;
  const body = kind !== undefined && length <= 4 * MAX_FRAME_BYTES ? await reader.read(length) : null;
  if (kind === undefined || !body) throw new BackupError(`${DAMAGED_MESSAGE}.`);
  return { kind, body };
}

/** Parses the JSON body of a frame. Throws BackupError. */
export function parseJsonFrame<T extends z.ZodType>(schema: T, body: Buffer | string): z.infer<T> {
  try {
    return schema.parse(JSON.parse(body.toString()));
  } catch (cause) {
    throw new BackupError(`${DAMAGED_MESSAGE}, or a newer Tillwright made it.`, { cause });
  }
}
