import { statfs } from 'node:fs/promises';

import type { Logger } from 'pino';

import { ShopError } from '#domain/errors.ts';

const LOOK_EVERY_MS = 5000;
/** Retry-After of refused requests, in seconds. */
export const ASK_AGAIN_S = 60;

/** Guard against writing to a full disk. */
export type DiskRoom = {
  isFull: () => boolean;
  /** Throws AppError 'disk_full' when the disk is full. Call it before work begins, never in its middle. */
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

/** Guard for an external database, which reports a full disk itself. */
export const ENDLESS_ROOM: DiskRoom = roomOf(
  () => false,
  () => undefined,
);

/** Free bytes on the disk of a folder. */
export type FreeBytes = (folder: string) => Promise<number>;

export const freeBytes: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

type Watched = { folder: string; floor: number; log: Logger; free?: FreeBytes; everyMs?: number };

/**
 * Checks the free space on the folder's disk now and every few seconds. Below the floor, new data is refused, so that
 * existing data and necessary writes stay safe.
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
