import { mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Proof that this process is the only one on a folder. */
export type FolderHold = { folder: string; release: () => Promise<void> };

/** Another process works on the folder; the message is meant for people. */
export class FolderInUse extends Error {
  constructor(folder: string) {
    super(`Another Tillwright is running on ${folder}. Stop it, or give this one its own DATA_DIR and PORT.`);
    this.name = 'FolderInUse';
  }
}

const SQLITE_BUSY = 5;

/**
 * Makes this process the only one on the folder, which is created when it does not exist: the embedded database has no
 * lock of its own, and two writers destroy it. The lock is the one of an SQLite file: the operating system grants it to
 * one process, also across containers that share the folder, and releases it when the process ends, however it ends.
 * Throws FolderInUse.
 */
export async function holdFolder(folder: string): Promise<FolderHold> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const real = await realpath(folder);
  const lock = new DatabaseSync(path.join(real, 'lock.sqlite'));
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY)
      throw new FolderInUse(folder);
    throw error;
  }
  return { folder: real, release: () => Promise.resolve(lock.close()) };
}
