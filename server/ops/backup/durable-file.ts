import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Suffix of a file that is being written. */
export const PARTIAL_SUFFIX = '.part';

/** Writes a file atomically and durably: to a temporary file first, then renamed. */
export async function writeDurably(file: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = file + PARTIAL_SUFFIX;
  await rm(temporary, { force: true });
  try {
    await pipeline(bytes, createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true }));
    await rename(temporary, file);
    await syncPath(folder);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Syncs a file, or a folder with its entries. */
export async function syncPath(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Syncs everything in a folder, including files that others wrote without syncing. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile() || entry.isDirectory()) await syncPath(path.join(entry.parentPath, entry.name));
  }
  await syncPath(folder);
}
