import { eq } from 'drizzle-orm';

import { operatorAlertMessages } from '#content/messages/operator-alerts.ts';
import { MINUTE_MS } from '#domain/time-units.ts';
import type { Context } from '#server/core/context.ts';
import { fileVersions } from '#server/db/schema-delivery.ts';
import { listDeliverablesByIds, updateDeliverable } from '#server/delivery/queries/deliverables.ts';
import { isSafe, lockCurrentVersion, setScanResult } from '#server/delivery/queries/file-versions.ts';
import { leaseRows } from '#server/jobs/leased-rows.ts';
import { openQueue, type Worker } from '#server/jobs/queue.ts';

import { deleteExcessVersions } from './file-space.ts';
import { SCAN_TIMEOUT_MS, scanContent } from './scan-file.ts';

const LEASE_MS = SCAN_TIMEOUT_MS + 5 * MINUTE_MS;
const RETRY_MS = 5 * MINUTE_MS;

type FileVersion = typeof fileVersions.$inferSelect;

/** Scans uploaded files with FILES_SCAN_COMMAND, and releases those that wait since the setting was removed. */
export function openFilesWorker(context: Context): Worker {
  const rows = leaseRows(context.db, {
    table: fileVersions,
    key: ['deliverableId', 'number'],
    dueAt: 'scanAt',
    isWaiting: eq(fileVersions.scan, 'waiting'),
    leaseMs: LEASE_MS,
    now: context.realNow,
  });
  return openQueue(context, {
    name: 'files',
    ...rows,
    // A scanner uses a whole core.
    concurrency: 1,
    timeoutMs: SCAN_TIMEOUT_MS + MINUTE_MS,
    nameOf: ({ deliverableId, number }) => `file ${deliverableId} ${number}`,
    crashGuard: rows,
    run: (version) => scanVersion(context, version),
    onError: async (version, error) => {
      context.log.error({ err: error, deliverableId: version.deliverableId }, 'file_scan_failed');
      await rows.postpone(version, RETRY_MS);
    },
  });
}

/** Scans a version. A clean one becomes the one that buyers get, unless they get a newer one. */
async function scanVersion(context: Context, version: FileVersion): Promise<void> {
  const { deliverableId, number, sha256 } = version;
  const { scanCommand } = context.config.files;
  const scan = scanCommand ? await scanContent(context, scanCommand, sha256) : 'unscanned';
  const hasAlert = await context.db.transaction(async (tx) => {
    const current = await lockCurrentVersion(tx, deliverableId);
    if (!(await setScanResult(tx, version, scan))) return false;
    if (scan === 'refused')
      return context.alertOperator(tx, {
        key: `file_refused:${deliverableId}:${number}`,
        what: operatorAlertMessages.fileRefused.title,
        detail: operatorAlertMessages.fileRefused.detail({ deliverableId, number }),
        remedy: operatorAlertMessages.fileRefused.remedy,
      });
    if (current && isSafe(current) && current.number >= number) return false;
    await updateDeliverable(tx, deliverableId, { currentVersion: number }, context.now());
    const [deliverable] = await listDeliverablesByIds(tx, [deliverableId]);
    if (deliverable) await deleteExcessVersions(context, tx, deliverable.sellerId);
    return false;
  });
  if (hasAlert) context.wake('outbox');
}
