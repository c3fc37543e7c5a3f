import type { AuditActor } from '#domain/audit.ts';
import { configFromStored } from '#domain/checkout-page-schema.ts';

import { audit } from '#server/audit/audit.ts';
import type { Db } from '#server/db/client.ts';
import { SWEEPS, updateCursorDue } from '#server/db/event-cursors.ts';
import { queueMail } from '#server/db/outbox.ts';
import {
  findPageById,
  findPageForUpdate,
  findPageWithDraft,
  updatePage,
  type PageRow,
} from '#server/db/pages.ts';
import { findSellerEmail } from '#server/db/plan-subscriptions.ts';
import type { OperatorContext } from '#server/operator/operator-act.ts';

/** Who pauses or resumes; `actorId` is the id of a user or API key. */
export type By = { actor: AuditActor; actorId?: string | null; address?: string | null };

type Pause = By & {
  until: Date;
  /** Number of declined cards; null if the operator pauses the page. */ refused: number | null;
};

/**
 * Pauses payments on a page, in the caller's transaction, which has locked the row. Open sessions of the page are expired
 * afterwards. The seller is emailed if declined cards were the reason. Earlier declines no longer count.
 */
export async function pauseUnder(
  context: OperatorContext,
  tx: Db,
  { id: pageId, sellerId }: PageRow,
  { until, refused, ...by }: Pause,
): Promise<void> {
  const now = context.now();
  const pausedBy = refused === null ? 'operator' : 'refusals';
  await updatePage(tx, sellerId, pageId, { pausedUntil: until, pausedBy, refusalsFrom: now });
  await updateCursorDue(tx, context.mode, SWEEPS.closed, now);
  const facts = { until: until.toISOString(), refused };
  await audit(context, tx, { ...by, sellerId, act: 'page_paused', subject: pageId, facts });
  if (refused !== null) await tellSeller(context, tx, { pageId, sellerId, until, refused });
}

type Told = { pageId: string; sellerId: string; until: Date; refused: number };

/** Sent once per pause. */
async function tellSeller(
  context: OperatorContext,
  tx: Db,
  { pageId, sellerId, until, refused }: Told,
): Promise<void> {
  const to = await findSellerEmail(tx, sellerId);
  const page = await findPageWithDraft(tx, sellerId, pageId);
  if (!to || !page) return;
  const name = page.name ?? configFromStored(page.schema, page.config).productName;
  const mail = { kind: 'page_paused' as const, pageId, name, refused, until: until.toISOString() };
  const key = `page_paused:${context.mode}:${pageId}:${until.toISOString()}`;
  await queueMail(tx, { key, to, mail, now: context.now() });
}

/** Call after the commit: expires open sessions and sends the email. */
export function ringAfterPause({ ring }: Pick<OperatorContext, 'ring'>): void {
  ring('reconcile');
  ring('outbox');
}

/** Pauses payments on a page for the operator. Returns false if there is no such page. */
export async function pausePage(
  context: OperatorContext,
  pageId: string,
  until: Date,
  by: By,
): Promise<boolean> {
  const found = await findPageById(context.db, pageId);
  if (!found) return false;
  const paused = await context.db.transaction(async (tx) => {
    const page = await findPageForUpdate(tx, found.sellerId, pageId);
    if (page) await pauseUnder(context, tx, page, { until, refused: null, ...by });
    return page !== null;
  });
  ringAfterPause(context);
  return paused;
}

/** Ends a pause in the caller's transaction, which has locked the row. Returns false if the page was not paused. */
export async function resumeUnder(context: OperatorContext, tx: Db, page: PageRow, by: By): Promise<boolean> {
  const { id: pageId, sellerId, pausedUntil } = page;
  if (!pausedUntil || pausedUntil <= context.realNow()) return false;
  await updatePage(tx, sellerId, pageId, { pausedUntil: null, pausedBy: null, refusalsFrom: context.now() });
  await audit(context, tx, { ...by, sellerId, act: 'page_resumed', subject: pageId });
  return true;
}

/** Resumes payments on a page for the operator. */
export async function resumePausedPage(context: OperatorContext, pageId: string, by: By): Promise<boolean> {
  const found = await findPageById(context.db, pageId);
  if (!found) return false;
  return context.db.transaction(async (tx) => {
    const page = await findPageForUpdate(tx, found.sellerId, pageId);
    return page !== null && resumeUnder(context, tx, page, by);
  });
}
