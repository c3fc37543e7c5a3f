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

/** Who does it; `actorId`: of a user or a key. */
export type By = { actor: AuditActor; actorId?: string | null; address?: string | null };

type Pause = By & {
  until: Date;
  /** Cards that were refused; null: whoever runs the shop wants it. */ refused: number | null;
};

/**
 * Pauses a page in the caller's transaction, which holds its row: the provider's pages that are open for it are closed
 * afterwards, and its seller is told when refused cards did it. Refusals so far have been counted by it.
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

/** Once for each pause. */
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

/** After the commit: what is open is closed, and the mail leaves. */
export function ringAfterPause({ ring }: Pick<OperatorContext, 'ring'>): void {
  ring('reconcile');
  ring('outbox');
}

/** Pauses a page as whoever runs the shop wants it; false when there is none. */
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

/** Ends a pause in the caller's transaction, which holds the page's row; false when there was none. Refusals so far count no more. */
export async function resumeUnder(context: OperatorContext, tx: Db, page: PageRow, by: By): Promise<boolean> {
  const { id: pageId, sellerId, pausedUntil } = page;
  if (!pausedUntil || pausedUntil <= context.realNow()) return false;
  await updatePage(tx, sellerId, pageId, { pausedUntil: null, pausedBy: null, refusalsFrom: context.now() });
  await audit(context, tx, { ...by, sellerId, act: 'page_resumed', subject: pageId });
  return true;
}

/** The same by whoever runs the shop. */
export async function resumePausedPage(context: OperatorContext, pageId: string, by: By): Promise<boolean> {
  const found = await findPageById(context.db, pageId);
  if (!found) return false;
  return context.db.transaction(async (tx) => {
    const page = await findPageForUpdate(tx, found.sellerId, pageId);
    return page !== null && resumeUnder(context, tx, page, by);
  });
}
