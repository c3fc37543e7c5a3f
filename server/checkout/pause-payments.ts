import type { AuditActor } from '#domain/audit.ts';
import { parseStoredConfig } from '#domain/checkout-page-schema.ts';
import { recordAudit } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/client.ts';
import type { OperatorContext } from '#server/ops/operator-command.ts';
import { emitPageEvent } from '#server/pages/page-resource.ts';
import {
  findPageById,
  findPageForUpdate,
  findPageWithDraft,
  updatePage,
  type PageRow,
} from '#server/pages/queries/pages.ts';
import { queueSellerMail } from '#server/sellers/seller-plans.ts';
import { SWEEPS, makeCursorDue } from '#server/stripe/reconcile-cursors.ts';

/** Who pauses or resumes; `actorId` is the id of a user or API key. */
type ActorRef = { actor: AuditActor; actorId?: string | null; address?: string | null };

type PauseInput = ActorRef & {
  until: Date;
  /** Number of declined cards; null if the operator pauses the page. */ declineCount: number | null;
};

/**
 * Pauses payments on a page, in the caller's transaction, which has locked the row. Open sessions of the page are expired
 * afterwards. The seller is emailed if declined cards were the reason. Earlier declines no longer count.
 */
export async function pausePayments(
  context: OperatorContext,
  tx: Db,
  { id: pageId, sellerId }: PageRow,
  { until, declineCount, ...actorRef }: PauseInput,
): Promise<void> {
  const now = context.now();
  const pausedBy = declineCount === null ? 'operator' : 'refusals';
  await updatePage(tx, sellerId, pageId, {
    pausedUntil: until,
    pauseCause: pausedBy,
    failuresCountedFrom: now,
    updatedAt: now,
  });
  await emitPageEvent(context, tx, { sellerId, pageId, change: 'paused' });
  await makeCursorDue(tx, context.mode, SWEEPS.closed, now);
  const facts = { until: until.toISOString(), refused: declineCount };
  await recordAudit(context, tx, { ...actorRef, sellerId, action: 'page_paused', subject: pageId, facts });
  if (declineCount !== null) await emailSeller(context, tx, { pageId, sellerId, until, declineCount });
}

type PauseNotice = { pageId: string; sellerId: string; until: Date; declineCount: number };

/** Sent once per pause. */
async function emailSeller(
  context: OperatorContext,
  tx: Db,
  { pageId, sellerId, until, declineCount }: PauseNotice,
): Promise<void> {
  const page = await findPageWithDraft(tx, sellerId, pageId);
  if (!page) return;
  const name = page.name ?? parseStoredConfig(page.schema, page.config).productName;
  const mail = {
    kind: 'page_paused' as const,
    pageId,
    name,
    refused: declineCount,
    until: until.toISOString(),
  };
  const key = `page_paused:${context.mode}:${pageId}:${until.toISOString()}`;
  await queueSellerMail(tx, sellerId, { key, mail, now: context.now() });
}

/** Call after the commit: expires open sessions and sends the email and the event. */
export function wakeAfterPause({ wake }: Pick<OperatorContext, 'wake'>): void {
  wake('reconcile');
  wake('outbox');
  wake('deliveries');
}

/** Pauses payments on a page for the operator. Returns false if there is no such page. */
export async function pausePaymentsOfPage(
  context: OperatorContext,
  pageId: string,
  until: Date,
  actorRef: ActorRef,
): Promise<boolean> {
  const isPaused = await withLockedPage(context, pageId, async (tx, page) => {
    await pausePayments(context, tx, page, { until, declineCount: null, ...actorRef });
    return true;
  });
  wakeAfterPause(context);
  return isPaused;
}

/** Changes a page of any seller in a transaction. Returns false if there is no such page. */
async function withLockedPage(
  { db }: OperatorContext,
  pageId: string,
  change: (tx: Db, page: PageRow) => Promise<boolean>,
): Promise<boolean> {
  const pageRow = await findPageById(db, pageId);
  if (!pageRow) return false;
  return db.transaction(async (tx) => {
    const page = await findPageForUpdate(tx, pageRow.sellerId, pageId);
    return page !== null && change(tx, page);
  });
}

/** Ends a pause in the caller's transaction, which has locked the row; the caller wakes `deliveries` after it. Returns false if the page was not paused. */
export async function resumePayments(
  context: OperatorContext,
  tx: Db,
  page: PageRow,
  actorRef: ActorRef,
): Promise<boolean> {
  const { id: pageId, sellerId, pausedUntil } = page;
  if (!pausedUntil || pausedUntil <= context.realNow()) return false;
  const now = context.now();
  await updatePage(tx, sellerId, pageId, {
    pausedUntil: null,
    pauseCause: null,
    failuresCountedFrom: now,
    updatedAt: now,
  });
  await emitPageEvent(context, tx, { sellerId, pageId, change: 'resumed' });
  await recordAudit(context, tx, { ...actorRef, sellerId, action: 'page_resumed', subject: pageId });
  return true;
}

export async function resumePaymentsOfPage(
  context: OperatorContext,
  pageId: string,
  actorRef: ActorRef,
): Promise<boolean> {
  const isResumed = await withLockedPage(context, pageId, (tx, page) => resumePayments(context, tx, page, actorRef));
  context.wake('deliveries');
  return isResumed;
}
