import { statfs } from 'node:fs/promises';
import path from 'node:path';

import { sql } from 'drizzle-orm';

import { AppError } from '#domain/errors.ts';
import { getFileStorage } from '#domain/plan-features.ts';
import { isPlanActive } from '#domain/subscription.ts';
import type { FilesConfig } from '#server/core/config.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import {
  deleteFileVersion,
  findOldestEarlierVersion,
  sumCurrentBytes,
  sumFileBytes,
  sumStoredBytes,
} from '#server/delivery/queries/file-versions.ts';
import { sumUploads } from '#server/delivery/queries/uploads.ts';
import { findPlanRow } from '#server/sellers/seller-plans.ts';

/** Free space that uploads leave on the disk, in any case. */
const MIN_FREE_BYTES = 1024 ** 3;

/** Arbitrary advisory lock id, the same in every process of every version. */
const SPACE_LOCK = 7455012;

/** Free space on the disk of the folder, or of the first folder above it that exists. */
export async function readFreeBytes(folder: string): Promise<number> {
  const stats = await statfs(folder).catch((error: unknown) => {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isMissing || path.dirname(folder) === folder) throw error;
    return null;
  });
  return stats ? stats.bavail * stats.bsize : readFreeBytes(path.dirname(folder));
}

/** Bytes that all files may have together. `onDisk`: bytes of files that are on the disk with this free space. */
export const getTotalLimit = ({ totalBytes, s3 }: FilesConfig, freeBytes: number, onDisk: number): number =>
  totalBytes ?? (s3 ? Infinity : (freeBytes + onDisk) / 2);

/** What an upload needs. `replacedId`: the deliverable whose file it replaces. */
type Need = { sellerId: string; bytes: number; replacedId: string | null; freeBytes: number };

/**
 * Reserves space for an upload until the transaction inserts its row: in the seller's plan, in FILES_TOTAL, and on the disk.
 * Throws AppError 'files_full' and 'disk_full'.
 */
export async function reserveSpace(context: Context, tx: Db, need: Need): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${SPACE_LOCK})`);
  const { config, realNow } = context;
  const now = realNow();
  const [limit, current, ownUploads] = [
    await getPlanLimit(context, tx, need.sellerId),
    await sumCurrentBytes(tx, need.sellerId, need.replacedId),
    await sumUploads(tx, now, need.sellerId),
  ];
  if (current + ownUploads.bytes + need.bytes > limit) throw new AppError('files_full');
  const [stored, uploads] = [await sumStoredBytes(tx), await sumUploads(tx, now)];
  const total = getTotalLimit(config.files, need.freeBytes, stored + uploads.received);
  const toBeWritten = uploads.bytes - uploads.received + need.bytes;
  if (stored + uploads.bytes + need.bytes > total || toBeWritten > need.freeBytes - MIN_FREE_BYTES)
    throw new AppError('disk_full');
}

/** Bytes of files that a seller's plan allows. */
export async function getPlanLimit({ mode, now }: Context, db: Db, sellerId: string): Promise<number> {
  const plan = await findPlanRow(db, sellerId, mode);
  return getFileStorage(plan?.plan ?? null, isPlanActive(plan, now()));
}

/** Deletes the oldest versions that buyers do not get, until all versions fit into the seller's plan. */
export async function deleteExcessVersions(context: Context, tx: Db, sellerId: string): Promise<void> {
  const limit = await getPlanLimit(context, tx, sellerId);
  while ((await sumFileBytes(tx, sellerId)) > limit) {
    const oldest = await findOldestEarlierVersion(tx, sellerId);
    if (!oldest) return;
    await deleteFileVersion(tx, oldest);
  }
}
