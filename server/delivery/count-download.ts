import { AppError } from '#domain/errors.ts';
import { HOUR_MS } from '#domain/time-units.ts';
import type { Context } from '#server/core/context.ts';
import {
  countDownloads,
  findLastDownload,
  insertDownload,
  lockEntitlement,
  updateLastByte,
} from '#server/delivery/queries/downloads.ts';
import { currentRequest } from '#server/http/request-context.ts';

/** Requests for the same file within this time after a byte of it belong to the same download. */
const SAME_DOWNLOAD_MS = HOUR_MS;

type Counted = { entitlementId: string; versionNumber: number; maxDownloads: number | null };

/**
 * Continues the buyer's download of a version, or counts a new one if an hour has passed since its last byte. Returns the id
 * of the download. Throws AppError 'downloads_used_up'. The limit is for each version, so that buyers can get updates.
 */
export async function countDownload(context: Context, { maxDownloads, ...file }: Counted): Promise<string> {
  const now = context.now();
  return context.db.transaction(async (tx) => {
    await lockEntitlement(tx, file.entitlementId);
    const last = await findLastDownload(tx, file);
    if (last && now.getTime() - last.lastByteAt.getTime() < SAME_DOWNLOAD_MS) {
      await updateLastByte(tx, last.id, now);
      return last.id;
    }
    if (maxDownloads !== null && (await countDownloads(tx, file)) >= maxDownloads)
      throw new AppError('downloads_used_up');
    const id = crypto.randomUUID();
    const ipPrefix = currentRequest()?.network ?? '';
    await insertDownload(tx, { id, ...file, startedAt: now, lastByteAt: now, ipPrefix });
    return id;
  });
}
