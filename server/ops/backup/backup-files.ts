import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { link, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

import type pg from 'pg';

import type { Config } from '#server/core/config.ts';
import { contentPath, isSha256 } from '#server/delivery/content-path.ts';
import { createFileStore, type FileStore } from '#server/delivery/file-store.ts';

import { listBackups } from './backup-folder.ts';
import { decrypt, deriveContentKey, encrypt } from './encryption.ts';
import { BackupError, type Manifest } from './manifest.ts';

// The files that pages deliver, in the folder `files` of a backup. Contents never change, so a backup copies only those that
// the one before it does not have, and has hard links to the others.

const FOLDER = 'files';

/** A content of files that the database names. */
export type NamedFile = { sha256: string; bytes: number };

/** Contents that the versions of files name; none in a database of an earlier version. */
export async function listNamedFiles(client: pg.ClientBase): Promise<NamedFile[]> {
  const { rows } = await client.query<{ is_there: boolean }>(
    `select to_regclass('public.file_versions') is not null as is_there`,
  );
  if (!rows[0]?.is_there) return [];
  const files = await client.query<NamedFile>(
    `select sha256, bytes::float8 as bytes from public.stored_files as f
     where exists (select from public.file_versions as v where v.sha256 = f.sha256) order by sha256`,
  );
  return files.rows;
}

/** Path of a content in a backup. It names the key that encrypts it, so that backups share contents of the same key only. */
function backupPath(sha256: string, backupKey: string | null): string {
  const suffix =
    backupKey === null ? '' : `.${createHash('sha256').update(`${backupKey} of files`).digest('hex').slice(0, 8)}`;
  return path.join(FOLDER, contentPath(sha256) + suffix);
}

/** Copies contents that a backup does not have yet. Returns those that the store does not have. */
export async function copyToBackup(config: Config, folder: string, files: readonly NamedFile[]): Promise<NamedFile[]> {
  const { backupKey } = config.operations;
  const store = createFileStore(config);
  const [previous] = (await listBackups(config)).filter((backup) => existsSync(path.join(backup.folder, FOLDER)));
  const missing: NamedFile[] = [];
  for (const file of files) {
    const name = backupPath(file.sha256, backupKey);
    const target = path.join(folder, name);
    if (existsSync(target)) continue;
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    if (previous && (await linkFile(path.join(previous.folder, name), target))) continue;
    const content = await store.open(file.sha256);
    if (!content) {
      missing.push(file);
      continue;
    }
    const key = backupKey === null ? null : deriveContentKey(backupKey, file.sha256);
    const output = createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(key ? encrypt(content, name, key) : content, output);
  }
  return missing;
}

/** False if there is no such file, or if it is on another disk. */
const linkFile = (source: string, target: string): Promise<boolean> =>
  link(source, target).then(
    () => true,
    () => false,
  );

/** A content in a backup: its path there, and whether it is encrypted. */
type BackedUpFile = { sha256: string; name: string; isEncrypted: boolean };

async function listBackedUpFiles(folder: string): Promise<BackedUpFile[]> {
  const entries = await readdir(path.join(folder, FOLDER), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.flatMap((entry) => {
    const [sha256 = '', suffix] = entry.name.split('.');
    if (!entry.isFile() || !isSha256(sha256)) return [];
    const name = path.relative(folder, path.join(entry.parentPath, entry.name));
    return [{ sha256, name, isEncrypted: suffix !== undefined }];
  });
}

function readContent(folder: string, { sha256, name, isEncrypted }: BackedUpFile, backupKey: string | null) {
  if (!isEncrypted) return createReadStream(path.join(folder, name)) as AsyncIterable<Buffer>;
  if (backupKey === null)
    throw new BackupError(
      'The files in this backup are encrypted. Set BACKUP_KEY to the key they were encrypted with.',
    );
  return decrypt(folder, name, deriveContentKey(backupKey, sha256));
}

/** Passes the content on and fails at its end if it is another one than its name says. */
async function* checkHash(content: AsyncIterable<Buffer>, sha256: string): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== sha256) throw new BackupError(`This backup is damaged: the file ${sha256} has changed.`);
}

/** Reads every file of a backup and compares it with its hash. Throws BackupError. */
export async function verifyBackedUpFiles(
  config: Config,
  folder: string,
  { files }: Manifest['delivery'],
): Promise<void> {
  const backedUp = await listBackedUpFiles(folder);
  if (backedUp.length < files)
    throw new BackupError(`This backup is incomplete: ${files - backedUp.length} of its ${files} files are missing.`);
  for (const file of backedUp)
    for await (const _chunk of checkHash(readContent(folder, file, config.operations.backupKey), file.sha256));
}

/** Stores the files of a backup that the store does not have; returns how many. Throws BackupError. */
export async function restoreFiles(config: Config, folder: string): Promise<number> {
  const store = createFileStore(config);
  let restored = 0;
  for (const file of await listBackedUpFiles(folder)) {
    if (await store.exists(file.sha256)) continue;
    await restoreFile(config, store, folder, file);
    restored += 1;
  }
  return restored;
}

/** The store gets a copy, so that damage to one of the two does not affect the other. */
async function restoreFile(config: Config, store: FileStore, folder: string, file: BackedUpFile): Promise<void> {
  const temporary = path.join(config.files.folder, 'restores', randomUUID());
  await mkdir(path.dirname(temporary), { recursive: true, mode: 0o700 });
  try {
    const content = readContent(folder, file, config.operations.backupKey);
    await pipeline(checkHash(content, file.sha256), createWriteStream(temporary, { flags: 'wx', mode: 0o600 }));
    await store.put(file.sha256, temporary);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Contents that a database names and the store does not have. */
export async function listMissingFiles(config: Config, client: pg.ClientBase): Promise<NamedFile[]> {
  const named = await listNamedFiles(client);
  const stored = named.length === 0 ? new Set() : new Set(await createFileStore(config).list());
  return named.filter(({ sha256 }) => !stored.has(sha256));
}
