import { statfs } from 'node:fs/promises';

import type { Logger } from 'pino';

import { AppError } from '#domain/errors.ts';

const CHECK_INTERVAL_MS = 5000;
/** Retry-After of refused requests, in seconds. */
export const RETRY_AFTER_S = 60;

/** Guard against writing to a full disk. */
export type DiskGuard = {
  isFull: () => boolean;
  /** Throws AppError 'disk_full' when the disk is full. Call it before work begins, never in its middle. */
  assertSpace: () => void;
  close: () => Promise<void>;
};

const createGuard = (isFull: () => boolean, close: () => void): DiskGuard => ({
  isFull,
  assertSpace: () => {
    if (isFull()) throw new AppError('disk_full', { facts: { retryAfter: RETRY_AFTER_S } });
  },
  close: async () => close(),
});

/** Guard for an external database, which reports a full disk itself. */
export const UNLIMITED_DISK: DiskGuard = createGuard(
  () => false,
  () => undefined,
);

/** Free bytes on the disk of a folder. */
export type FreeBytes = (folder: string) => Promise<number>;

export const freeBytes: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

type DiskOptions = {
  folder: string;
  minFreeBytes: number;
  log: Logger;
  readFreeBytes?: FreeBytes;
  intervalMs?: number;
};

/**
 * Checks the free space on the folder's disk now and every few seconds. Below the floor, new data is refused, so that
 * existing data and necessary writes stay safe.
 */
export async function openDiskMonitor(options: DiskOptions): Promise<DiskGuard> {
  const { folder, minFreeBytes, log, readFreeBytes = freeBytes, intervalMs = CHECK_INTERVAL_MS } = options;
  let isFull = false;
  async function check(): Promise<void> {
    try {
      const freeBytesLeft = await readFreeBytes(folder);
      if (freeBytesLeft < minFreeBytes === isFull) return;
      isFull = !isFull;
      const stats = {
        freeMb: Math.round(freeBytesLeft / 2 ** 20),
        floorMb: Math.round(minFreeBytes / 2 ** 20),
      };
      if (isFull) log.error(stats, 'disk_full');
      else log.warn(stats, 'disk_space_available');
    } catch (error) {
      log.warn({ err: error }, 'disk_check_failed');
    }
  }
  await check();
  const timer = setInterval(() => void check(), intervalMs).unref();
  return createGuard(
    () => isFull,
    () => clearInterval(timer),
  );
}
