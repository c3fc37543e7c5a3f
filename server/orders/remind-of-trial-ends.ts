import { and, eq, gt, gte, isNull, lte, notExists, or, sql } from 'drizzle-orm';

import { DAY_MS } from '#domain/time-units.ts';
import type { Context } from '#server/core/context.ts';
import { hasValues } from '#server/db/rows.ts';
import { buyerSubscriptions } from '#server/db/schema-ledger.ts';
import { checkoutAttempts } from '#server/db/schema-orders.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { queueMails, type QueuedMail } from '#server/email/queries/outbox.ts';
import { loadAggregates } from '#server/ledger/load-aggregates.ts';
import { buildTrialReminder } from '#server/ledger/order-emails.ts';
import { listAttempts, listLedgerSellers } from '#server/ledger/queries/ledger-rows.ts';

/** Card networks ask for a week between the reminder and the first payment; a shorter trial has a day. */
const LONG_TRIAL = { minDays: 8, noticeMs: 7 * DAY_MS };
const SHORT_NOTICE_MS = DAY_MS;
const BATCH_SIZE = 500;
const KEY_PREFIX = 'free_trial_ends';

const keyOf = (attemptId: string): string => `${KEY_PREFIX}:${attemptId}`;

/** Trials that end soon and were not canceled, whose buyers have no reminder yet; a random selection. */
async function listEndingTrials({ db, mode, now }: Context): Promise<string[]> {
  const { status, cancelAt, trialEndsAt, attemptId } = buyerSubscriptions;
  const endsWithin = (ms: number) => lte(trialEndsAt, new Date(now().getTime() + ms));
  const reminder = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(eq(outbox.dedupKey, sql`${`${KEY_PREFIX}:`}::text || ${attemptId}::text`));
  const rows = await db
    .select({ attemptId })
    .from(buyerSubscriptions)
    .innerJoin(checkoutAttempts, eq(checkoutAttempts.id, attemptId))
    .where(
      and(
        hasValues(buyerSubscriptions, { mode }),
        eq(status, 'trialing'),
        isNull(cancelAt),
        gt(trialEndsAt, now()),
        endsWithin(LONG_TRIAL.noticeMs),
        or(gte(checkoutAttempts.trialDays, LONG_TRIAL.minDays), endsWithin(SHORT_NOTICE_MS)),
        notExists(reminder),
      ),
    )
    .orderBy(sql`random()`)
    .limit(BATCH_SIZE);
  return rows.map((row) => row.attemptId);
}

/** Emails each buyer once before the first payment after their free trial. */
export async function remindOfTrialEnds(context: Context): Promise<void> {
  const { db, mode, now } = context;
  const { aggregates } = await loadAggregates(db, await listAttempts(db, mode, await listEndingTrials(context)));
  const accountIds = [...new Set([...aggregates.values()].map(({ attempt }) => attempt.accountId))];
  const sellers = accountIds.length > 0 ? await listLedgerSellers(db, mode, accountIds) : [];
  const nameOf = new Map(sellers.map(({ accountId, businessName }) => [accountId, businessName]));
  const mails = [...aggregates.values()].flatMap((aggregate): QueuedMail[] => {
    const { id: attemptId, accountId } = aggregate.attempt;
    const reminder = buildTrialReminder(aggregate, nameOf.get(accountId) ?? null);
    return reminder ? [{ ...reminder, key: keyOf(attemptId), now: now(), attemptId }] : [];
  });
  if ((await queueMails(db, mails)) > 0) context.wake('outbox');
}
