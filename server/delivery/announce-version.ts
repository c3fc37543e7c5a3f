import { and, eq, isNotNull } from 'drizzle-orm';

import { deliveryErrorMessages } from '#content/messages/delivery-errors.ts';
import type { EmailOf } from '#domain/email.ts';
import { AppError } from '#domain/errors.ts';
import { DAY_MS } from '#domain/time-units.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { hasRow } from '#server/db/rows.ts';
import { deliverables } from '#server/db/schema-delivery.ts';
import { pages } from '#server/db/schema-pages.ts';
import { createEmailOptOutPath } from '#server/delivery/email-opt-out-token.ts';
import { findDeliverable, lockPage, type DeliverableRow } from '#server/delivery/queries/deliverables.ts';
import { isSafe } from '#server/delivery/queries/file-versions.ts';
import { findLastAnnouncement, findPageStyle, listActiveBuyers } from '#server/delivery/queries/seller-files.ts';
import { queueMails } from '#server/email/queries/outbox.ts';
import { findCurrentAccount } from '#server/stripe/queries.ts';

const MIN_INTERVAL_MS = 7 * DAY_MS;
/** Mails that are queued by one statement. */
const BATCH_SIZE = 1000;

/**
 * Emails everyone who has access to a file that there is a new version, once for each version and at most once in seven days
 * for each page, except buyers who declined such emails. Returns the number of emails. Throws AppError, also for a page that
 * the operator suspended.
 */
export async function announceVersion(context: Context, sellerId: string, deliverableId: string): Promise<number> {
  const {
    db,
    mode,
    now,
    config: { appUrl },
  } = context;
  const emails = await db.transaction(async (tx) => {
    const row = await findDeliverable(tx, sellerId, deliverableId);
    // Locks the page, so that one of two concurrent requests sends the emails.
    if (row?.kind !== 'file' || row.removedAt || !(await lockPage(tx, sellerId, row.pageId)))
      throw new AppError('not_found');
    if (!row.file || !isSafe(row.file)) throw new AppError('delivery_not_ready');
    if (await hasRow(tx, pages, and(eq(pages.id, row.pageId), isNotNull(pages.suspendedAt))))
      throw new AppError('delivery_not_ready', { message: deliveryErrorMessages.pageSuspended });
    const at = now();
    const last = await findLastAnnouncement(tx, row.pageId);
    if (last && at.getTime() - last.getTime() < MIN_INTERVAL_MS) throw new AppError('announced_recently');
    const mail = await buildMail(context, tx, row);
    const buyers = await listActiveBuyers(tx, mode, row.id, at);
    const queued = buyers.map(({ attemptId, email }) => ({
      key: `file_updated:${mode}:${row.id}:${row.currentVersion}:${email.toLowerCase()}`,
      to: email,
      mail: { ...mail, optOut: appUrl + createEmailOptOutPath(context, attemptId) },
      attemptId,
      now: at,
    }));
    let count = 0;
    for (let start = 0; start < queued.length; start += BATCH_SIZE)
      count += await queueMails(tx, queued.slice(start, start + BATCH_SIZE));
    if (count > 0) await tx.update(deliverables).set({ announcedAt: at }).where(eq(deliverables.id, row.id));
    return count;
  });
  if (emails > 0) context.wake('outbox');
  return emails;
}

async function buildMail(
  { mode }: Context,
  tx: Db,
  { name, pageId, sellerId }: DeliverableRow,
): Promise<EmailOf<'file_updated'>> {
  const [style, account] = [await findPageStyle(tx, pageId), await findCurrentAccount(tx, sellerId, mode)];
  if (!style) throw new AppError('not_found');
  const { slug, productName, logo, accent, fonts } = style;
  const seller = { name: account?.businessName ?? productName, logo, accent, fonts, page: `/c/${slug}` };
  return { kind: 'file_updated', seller, productName, file: name };
}
