import type { Context } from '#server/core/context.ts';
import {
  deleteExpiredContents,
  listDepartingBuyers,
  type DepartingBuyer,
} from '#server/delivery/queries/expiring-deliverables.ts';
import { queueMails, type QueuedMail } from '#server/email/queries/outbox.ts';
import { loadAggregates } from '#server/ledger/load-aggregates.ts';
import { buildDepartureEmail } from '#server/ledger/order-emails.ts';
import { listAttempts, listLedgerSellers } from '#server/ledger/queries/ledger-rows.ts';

const BATCH_SIZE = 500;

/**
 * Ends what deleted sellers deliver: emails each buyer once until when they have access, and deletes the contents after
 * that. Files whose versions are gone are removed by the clean-up of the file store.
 */
export async function endDeliveriesOfDeletedSellers(context: Context): Promise<void> {
  while ((await emailDepartingBuyers(context)) > 0);
  while ((await context.db.transaction((tx) => deleteExpiredContents(tx, context.now(), BATCH_SIZE))) > 0);
}

/** Returns how many emails were queued. */
async function emailDepartingBuyers(context: Context): Promise<number> {
  const { db, mode, now } = context;
  const buyers = await listDepartingBuyers(db, mode, now(), BATCH_SIZE);
  if (buyers.length === 0) return 0;
  const count = await queueMails(db, await buildEmails(context, buyers));
  if (count > 0) context.wake('outbox');
  return count;
}

async function buildEmails({ db, mode, now }: Context, buyers: readonly DepartingBuyer[]): Promise<QueuedMail[]> {
  const attempts = await listAttempts(
    db,
    mode,
    buyers.map(({ attemptId }) => attemptId),
  );
  const { aggregates } = await loadAggregates(db, attempts);
  const accountIds = [...new Set(attempts.map(({ accountId }) => accountId))];
  const sellers = await listLedgerSellers(db, mode, accountIds);
  const nameOf = new Map(sellers.map(({ accountId, businessName }) => [accountId, businessName]));
  return buyers.flatMap(({ key, attemptId, names, accessUntil }): QueuedMail[] => {
    const aggregate = aggregates.get(attemptId);
    if (!aggregate) return [];
    const businessName = nameOf.get(aggregate.attempt.accountId) ?? null;
    const email = buildDepartureEmail(aggregate, businessName, { names, accessUntil });
    return email ? [{ ...email, key, now: now(), attemptId }] : [];
  });
}
