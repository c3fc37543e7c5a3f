import { mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Lock of a data folder, held by this process. */
export type FolderLock = { folder: string; release: () => Promise<void> };

/** Another process uses the folder; the message is shown to the operator. */
export class FolderInUse extends Error {
  constructor(folder: string) {
    super(`Another Tillwright server is using ${folder}. Stop it, or set a different DATA_DIR and PORT for this one.`);
    this.name = 'FolderInUse';
  }
}

const SQLITE_BUSY = 5;

/**
 * Locks the folder for this process and creates it if needed: the embedded database has no lock, and two writers corrupt
 * it. The operating system's lock on an SQLite file also works across containers that share the folder, and ends with the
 * process. Throws FolderInUse.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const realFolder = await realpath(folder);
  const lock = new DatabaseSync(path.join(realFolder, 'lock.sqlite'));
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) throw new FolderInUse(folder);
    throw error;
  }
  return { folder: realFolder, release: () => Promise.resolve(lock.close()) };
}
