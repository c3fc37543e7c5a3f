import { deliveredMessages } from '#content/messages/delivered.ts';
import type { Delivered, DeliveredContent, DeliveredStatus } from '#domain/delivered.ts';
import { AppError, type ErrorCode } from '#domain/errors.ts';
import type { Context } from '#server/core/context.ts';

import { listBuyerEntitlements, listLicenseKeys, type BuyerEntitlement } from './entitlement-access.ts';
import { isSafe } from './queries/file-versions.ts';

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

/** False while a file is not uploaded or not scanned, and while there is no license key. */
function isComplete({ deliverable: { settings }, entitlement, file }: BuyerEntitlement): boolean {
  switch (settings.kind) {
    case 'file':
      return file !== null && isSafe(file);
    case 'keys':
      return entitlement.missingKeys < entitlement.quantity;
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

/** The entitlement with which the buyer gets a deliverable: an extra may deliver the same as the product. */
export function findBestEntitlement(rows: readonly BuyerEntitlement[], now: Date): BuyerEntitlement | null {
  const rankOf = (row: BuyerEntitlement) => STATUSES.indexOf(getDeliveredStatus(row, now));
  return rows.toSorted((one, other) => rankOf(one) - rankOf(other))[0] ?? null;
}

/** Builds the path that downloads a file or opens a private link. */
export type GetContentUrl = (kind: 'file' | 'link', row: BuyerEntitlement) => string;

type ViewContext = Pick<Context, 'db' | 'secrets' | 'now'>;

/** What the orders of these attempts deliver, by attempt, each deliverable once. */
export async function listDelivered(
  context: ViewContext,
  attemptIds: readonly string[],
  getUrl: GetContentUrl,
): Promise<ReadonlyMap<string, Delivered[]>> {
  const { db, now } = context;
  const rows = await listBuyerEntitlements(db, attemptIds);
  const ready = rows.filter((row) => getDeliveredStatus(row, now()) === 'ready');
  const keys = await listKeysOf(context, ready);
  const byAttempt = Map.groupBy(rows, ({ entitlement }) => entitlement.attemptId);
  return new Map(
    [...byAttempt].map(([attemptId, rowsOfAttempt]) => {
      const byDeliverable = Map.groupBy(rowsOfAttempt, ({ deliverable }) => deliverable.id);
      return [attemptId, [...byDeliverable.values()].flatMap((group) => toDelivered(group, now(), { keys, getUrl }))];
    }),
  );
}

/** License keys of entitlements, by entitlement. */
export async function listKeysOf(
  context: Pick<ViewContext, 'db' | 'secrets'>,
  rows: readonly BuyerEntitlement[],
): Promise<ReadonlyMap<string, string[]>> {
  const ids = rows.filter(({ deliverable }) => deliverable.kind === 'keys').map(({ entitlement }) => entitlement.id);
  return ids.length > 0 ? listLicenseKeys(context, context.db, ids) : new Map<string, string[]>();
}

type ContentSource = { keys: ReadonlyMap<string, string[]>; getUrl: GetContentUrl };

/** `rows`: the entitlements of an order to one deliverable. */
function toDelivered(rows: readonly BuyerEntitlement[], now: Date, source: ContentSource): Delivered[] {
  const best = findBestEntitlement(rows, now);
  if (!best) return [];
  const { id, kind, name } = best.deliverable;
  const status = getDeliveredStatus(best, now);
  const ready = rows.filter((row) => getDeliveredStatus(row, now) === 'ready');
  const content = status === 'ready' ? toContent(best, ready, source) : null;
  const ofProduct = best.product === null ? {} : { product: best.product };
  return [{ id, kind, name, ...ofProduct, status, endsAt: findLastEnd(ready)?.toISOString() ?? null, content }];
}

/** Null if one of them never ends. */
function findLastEnd(rows: readonly BuyerEntitlement[]): Date | null {
  const ends = rows.flatMap(({ entitlement: { endsAt } }) => endsAt ?? []);
  const isEndless = ends.length < rows.length || ends.length === 0;
  return isEndless ? null : new Date(Math.max(...ends.map((end) => end.getTime())));
}

function toContent(
  best: BuyerEntitlement,
  ready: readonly BuyerEntitlement[],
  { keys, getUrl }: ContentSource,
): DeliveredContent | null {
  const { deliverable, file, bytes } = best;
  const { settings } = deliverable;
  switch (settings.kind) {
    case 'file':
      return file && { kind: 'file', url: getUrl('file', best), fileName: file.fileName, bytes: bytes ?? 0 };
    case 'keys':
      return { kind: 'keys', keys: ready.flatMap(({ entitlement }) => keys.get(entitlement.id) ?? []) };
    case 'link':
      return { kind: 'link', url: getUrl('link', best) };
    case 'text':
      return { kind: 'text', text: settings.text };
  }
}
