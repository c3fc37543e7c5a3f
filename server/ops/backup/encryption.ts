import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';

import { BackupError } from './manifest.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Key of one backup. `manifestText` is authenticated with each file, so that no part can be exchanged. */
export type BackupKey = { key: Buffer; manifestText: string };

export const deriveBackupKey = (backupKey: string, salt: string, manifestText: string): BackupKey => ({
  key: Buffer.from(hkdfSync('sha256', backupKey, Buffer.from(salt, 'base64url'), 'tillwright backup', 32)),
  manifestText,
});

/** Key of one content of files. It is the same in each backup, so that backups can share the encrypted content. */
export const deriveContentKey = (backupKey: string, sha256: string): BackupKey => ({
  key: Buffer.from(hkdfSync('sha256', backupKey, Buffer.from(sha256, 'hex'), 'tillwright backup file', 32)),
  manifestText: '',
});

const authenticatedData = (name: string, manifestText: string) => Buffer.from(`${name}\n${manifestText}`);

/** Encrypts a file as one AES-256-GCM stream: initialization vector, ciphertext, authentication tag. */
export async function* encrypt(
  source: AsyncIterable<Uint8Array>,
  name: string,
  { key, manifestText }: BackupKey,
): AsyncGenerator<Buffer> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(authenticatedData(name, manifestText));
  yield iv;
  for await (const chunk of source) yield cipher.update(chunk);
  yield Buffer.concat([cipher.final(), cipher.getAuthTag()]);
}

/** The content of a file. It may be used only after a first pass reached the end: the tag is verified last. */
export async function* decrypt(folder: string, name: string, { key, manifestText }: BackupKey): AsyncGenerator<Buffer> {
  const file = path.join(folder, name);
  const { iv, tag, end } = await readEnvelope(file);
  const decipher = createDecipheriv('aes-256-gcm', key, iv)
    .setAAD(authenticatedData(name, manifestText))
    .setAuthTag(tag);
  for await (const chunk of createReadStream(file, { start: IV_BYTES, end })) yield decipher.update(chunk as Buffer);
  try {
    yield decipher.final();
  } catch (cause) {
    throw new BackupError('This backup is damaged or was encrypted with another BACKUP_KEY.', { cause });
  }
}

async function readEnvelope(file: string): Promise<{ iv: Buffer; tag: Buffer; end: number }> {
  const handle = await open(file).catch((cause: unknown) => {
    throw new BackupError('This backup is incomplete: one of its files is missing.', { cause });
  });
  try {
    const { size } = await handle.stat();
    if (size <= IV_BYTES + TAG_BYTES) throw new BackupError('This backup is damaged: one of its files is too short.');
    const [iv, tag] = [Buffer.alloc(IV_BYTES), Buffer.alloc(TAG_BYTES)];
    await handle.read(iv, 0, IV_BYTES, 0);
    await handle.read(tag, 0, TAG_BYTES, size - TAG_BYTES);
    return { iv, tag, end: size - TAG_BYTES - 1 };
  } finally {
    await handle.close();
  }
}
