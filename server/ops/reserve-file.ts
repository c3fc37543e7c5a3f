import { randomFillSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';

import { freeBytes, type FreeBytes } from './disk-guard.ts';

const MEGABYTE_BYTES = 2 ** 20;
/** Reserve file, deleted when the disk is full: without free space the embedded database cannot even be opened. */
export const RESERVE_FILE_BYTES = 32 * MEGABYTE_BYTES;
export const reserveFilePath = (folder: string): string => path.join(folder, 'ballast');
/** Free space that opening the embedded database needs. */
const OPEN_BYTES = 24 * MEGABYTE_BYTES;
/** Free space that creating it needs. */
const CREATE_BYTES = 128 * MEGABYTE_BYTES;

/** The embedded database cannot be opened; the message is shown to the operator. */
export class DiskFullAtStart extends Error {
  constructor(folder: string, available: number, needed: number) {
    const [availableMb, neededMb] = [available, needed].map((bytes) => Math.floor(bytes / MEGABYTE_BYTES));
    super(
      `The disk of ${folder} is full: ${availableMb} MB are left, and the database needs ${neededMb} MB to open. Nothing that was saved is lost. Make room on that disk (200 MB or more), then start again.`,
    );
    this.name = 'NoRoomToStart';
  }
}

/** Deletes the reserve file when the disk is too full to start. Throws DiskFullAtStart when that is not enough. */
export async function freeReserveIfNeeded(folder: string, readFreeBytes: FreeBytes = freeBytes): Promise<void> {
  const needed = existsSync(path.join(folder, 'db')) ? OPEN_BYTES : CREATE_BYTES;
  if ((await readFreeBytes(folder)) >= needed) return;
  await rm(reserveFilePath(folder), { force: true });
  const available = await readFreeBytes(folder);
  if (available < needed) throw new DiskFullAtStart(folder, available, needed);
}

/** Creates the reserve file when there is space for it above the floor. */
export async function createReserveFile(
  folder: string,
  minFreeBytes: number,
  readFreeBytes: FreeBytes = freeBytes,
): Promise<void> {
  const file = reserveFilePath(folder);
  if (existsSync(file) || (await readFreeBytes(folder)) < minFreeBytes + RESERVE_FILE_BYTES) return;
  const handle = await open(file, 'w', 0o600);
  try {
    // Random bytes: a compressing file system would reserve less for anything else.
    const randomBytes = randomFillSync(Buffer.alloc(MEGABYTE_BYTES));
    for (let offset = 0; offset < RESERVE_FILE_BYTES; offset += MEGABYTE_BYTES)
      await handle.write(randomBytes, 0, MEGABYTE_BYTES, offset);
  } finally {
    await handle.close();
  }
}
