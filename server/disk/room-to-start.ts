import { existsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { randomFillSync } from 'node:crypto';

import { freeBytes, type FreeBytes } from './disk-room.ts';

const MEGABYTE = 2 ** 20;
/** Reserve file, deleted when the disk is full: without free space the embedded database cannot even be opened. */
export const BALLAST_BYTES = 32 * MEGABYTE;
export const ballastFile = (folder: string): string => path.join(folder, 'ballast');
/** Free space that opening the embedded database needs. */
const NEEDED_BYTES = 24 * MEGABYTE;
/** Free space that creating it needs. */
const NEEDED_FIRST_BYTES = 128 * MEGABYTE;

/** The embedded database cannot be opened; the message is shown to the operator. */
export class NoRoomToStart extends Error {
  constructor(folder: string, left: number, needed: number) {
    const [is, must] = [left, needed].map((bytes) => Math.floor(bytes / MEGABYTE));
    super(
      `The disk of ${folder} is full: ${is} MB are left, and the database needs ${must} MB to open. Nothing that was saved is lost. Make room on that disk (200 MB or more), then start again.`,
    );
    this.name = 'NoRoomToStart';
  }
}

/** Deletes the reserve file when the disk is too full to start. Throws DiskFullAtStart when that is not enough. */
export async function makeRoomToStart(folder: string, free: FreeBytes = freeBytes): Promise<void> {
  const needed = existsSync(path.join(folder, 'db')) ? NEEDED_BYTES : NEEDED_FIRST_BYTES;
  if ((await free(folder)) >= needed) return;
  await rm(ballastFile(folder), { force: true });
  const left = await free(folder);
  if (left < needed) throw new NoRoomToStart(folder, left, needed);
}

/** Creates the reserve file when there is space for it above the floor. */
export async function keepBallast(folder: string, floor: number, free: FreeBytes = freeBytes): Promise<void> {
  const file = ballastFile(folder);
  if (existsSync(file) || (await free(folder)) < floor + BALLAST_BYTES) return;
  const written = await open(file, 'w', 0o600);
  try {
    // Random bytes: a compressing file system would reserve less for anything else.
    const noise = randomFillSync(Buffer.alloc(MEGABYTE));
    for (let at = 0; at < BALLAST_BYTES; at += MEGABYTE) await written.write(noise, 0, MEGABYTE, at);
  } finally {
    await written.close();
  }
}
