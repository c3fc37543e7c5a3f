import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

import { BackupError, DAMAGED_MESSAGE } from './backup-refused.ts';
import { ByteReader } from './byte-reader.ts';

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
