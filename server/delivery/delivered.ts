import { deliveredMessages } from '#content/messages/delivered.ts';
import type { Delivered, DeliveredContent, DeliveredStatus } from '#domain/delivered.ts';
import { AppError, type ErrorCode } from '#domain/errors.ts';
import type { Context } from '#server/core/context.ts';

import { listBuyerEntitlements, unsealLicenseKey, type BuyerEntitlement } from './entitlement-access.ts';

/** Best first: of several entitlements to the same deliverable, the buyer has the best one. */
const STATUSES: readonly DeliveredStatus[] = [
  'ready',
  'incomplete',
  'waiting',
  'overdue',
  'disputed',
  'blocked',
  'ended',
];

export function getDeliveredStatus(row: BuyerEntitlement, now: Date): DeliveredStatus {
  const { state, reason, endsAt } = row.entitlement;
  if (state === 'ended' || (state === 'active' && endsAt !== null && endsAt <= now)) return 'ended';
  if (state === 'paused') return reason === 'payment_overdue' ? 'overdue' : 'disputed';
  if (state === 'waiting') return 'waiting';
  if (row.suspendedAt) return 'blocked';
  return isComplete(row) ? 'ready' : 'incomplete';
}

/** False while a file is not uploaded or not scanned, and while a license key is missing. */
function isComplete({ deliverable: { settings }, file, licenses }: BuyerEntitlement): boolean {
  switch (settings.kind) {
    case 'file':
      return file !== null && (file.scan === 'clean' || file.scan === 'unscanned');
    case 'keys':
      return licenses.length > 0;
    case 'link':
      return settings.url !== '';
    case 'text':
      return true;
  }
}

const ERRORS: Record<Exclude<DeliveredStatus, 'ready'>, ErrorCode> = {
  waiting: 'delivery_not_ready',
  incomplete: 'delivery_not_ready',
  overdue: 'delivery_paused',
  disputed: 'delivery_paused',
  blocked: 'delivery_paused',
  ended: 'delivery_ended',
};

/** Throws AppError 'delivery_not_ready', 'delivery_paused' or 'delivery_ended' unless the buyer has access now. */
export function assertReady(row: BuyerEntitlement, now: Date): void {
  const status = getDeliveredStatus(row, now);
  if (status !== 'ready') throw new AppError(ERRORS[status], { message: deliveredMessages.statuses[status] });
}

const compareStatus = (now: Date) => (one: BuyerEntitlement, other: BuyerEntitlement) =>
  STATUSES.indexOf(getDeliveredStatus(one, now)) - STATUSES.indexOf(getDeliveredStatus(other, now));

/** The entitlement with which the buyer gets a deliverable: an extra may deliver the same as the product. */
export const findBestEntitlement = (rows: readonly BuyerEntitlement[], now: Date): BuyerEntitlement | null =>
  rows.toSorted(compareStatus(now))[0] ?? null;

/** Builds the path that downloads a file or opens a private link. */
export type GetContentUrl = (kind: 'file' | 'link', row: BuyerEntitlement) => string;

/** What the orders of these attempts deliver, by attempt, each deliverable once. */
export async function listDelivered(
  context: Pick<Context, 'db' | 'secrets' | 'now'>,
  attemptIds: readonly string[],
  getUrl: GetContentUrl,
): Promise<ReadonlyMap<string, Delivered[]>> {
  const rows = await listBuyerEntitlements(context.db, attemptIds);
  const byAttempt = Map.groupBy(rows, ({ entitlement }) => entitlement.attemptId);
  return new Map([...byAttempt].map(([id, rowsOfAttempt]) => [id, toDelivered(context, rowsOfAttempt, getUrl)]));
}

function toDelivered(
  context: Pick<Context, 'secrets' | 'now'>,
  rows: readonly BuyerEntitlement[],
  getUrl: GetContentUrl,
): Delivered[] {
  const now = context.now();
  const byDeliverable = Map.groupBy(rows, ({ deliverable }) => deliverable.id);
  return [...byDeliverable.values()].flatMap((rowsOfDeliverable) => {
    const best = findBestEntitlement(rowsOfDeliverable, now);
    if (!best) return [];
    const { id, kind, name } = best.deliverable;
    const status = getDeliveredStatus(best, now);
    const ready = rowsOfDeliverable.filter((row) => getDeliveredStatus(row, now) === 'ready');
    const endsAt = findLastEnd(ready);
    const content = status === 'ready' ? toContent(context, best, ready, getUrl) : null;
    return [{ id, kind, name, status, endsAt: endsAt?.toISOString() ?? null, content }];
  });
}

/** Null if one of them never ends. */
function findLastEnd(rows: readonly BuyerEntitlement[]): Date | null {
  const ends = rows.map(({ entitlement }) => entitlement.endsAt);
  return ends.includes(null)
    ? null
    : ends.reduce((last, end) => (last === null || (end !== null && end > last) ? end : last), null);
}

function toContent(
  context: Pick<Context, 'secrets'>,
  best: BuyerEntitlement,
  ready: readonly BuyerEntitlement[],
  getUrl: GetContentUrl,
): DeliveredContent | null {
  const { settings } = best.deliverable;
  switch (settings.kind) {
    case 'file':
      return (
        best.file && {
          kind: 'file',
          url: getUrl('file', best),
          fileName: best.file.fileName,
          bytes: best.file.bytes,
        }
      );
    case 'keys':
      return {
        kind: 'keys',
        keys: ready.flatMap(({ licenses }) =>
          licenses.filter(({ state }) => state === 'active').map((license) => unsealLicenseKey(context, license)),
        ),
      };
    case 'link':
      return { kind: 'link', url: getUrl('link', best) };
    case 'text':
      return { kind: 'text', text: settings.text };
  }
}
