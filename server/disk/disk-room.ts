import { statfs } from 'node:fs/promises';

import type { Logger } from 'pino';

import { ShopError } from '#domain/errors.ts';

const LOOK_EVERY_MS = 5000;
/** Whoever was refused may ask again after so long. */
export const ASK_AGAIN_S = 60;

/** Whether there is room to save anything. */
export type DiskRoom = {
  isFull: () => boolean;
  /** Throws ShopError 'disk_full' where there is none. To be asked before something begins, never in its middle. */
  need: () => void;
  close: () => Promise<void>;
};

const roomOf = (isFull: () => boolean, close: () => void): DiskRoom => ({
  isFull,
  need: () => {
    if (isFull()) throw new ShopError('disk_full', { facts: { retryAfter: ASK_AGAIN_S } });
  },
  close: async () => close(),
});

/** For a database that is somebody else's: it says so itself when it is full. */
export const ENDLESS_ROOM: DiskRoom = roomOf(
  () => false,
  () => undefined,
);

/** Bytes that are left on the disk of a folder. */
export type FreeBytes = (folder: string) => Promise<number>;

export const freeBytes: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

type Watched = { folder: string; floor: number; log: Logger; free?: FreeBytes; everyMs?: number };

/**
 * Looks at the disk of the folder now and every few seconds: below the floor nothing more is to be saved, so that what
 * is saved already, and what must be noted down all the same, stays safe.
 */
export async function watchDisk(watched: Watched): Promise<DiskRoom> {
  const { folder, floor, log, free = freeBytes, everyMs = LOOK_EVERY_MS } = watched;
  let isFull = false;
  async function look(): Promise<void> {
    try {
      const left = await free(folder);
      if (left < floor === isFull) return;
      isFull = !isFull;
      const figures = { freeMb: Math.round(left / 2 ** 20), floorMb: Math.round(floor / 2 ** 20) };
      if (isFull)
        log.error(figures, 'the disk is full: nothing more is saved, and what is there is still shown');
      else log.warn(figures, 'there is room on the disk again');
    } catch (error) {
      log.warn({ err: error }, 'nobody knows how much room is left on the disk');
    }
  }
  await look();
  const timer = setInterval(() => void look(), everyMs).unref();
  return roomOf(
    () => isFull,
    () => clearInterval(timer),
  );
}
