import { and, eq, gt, lt, sql } from 'drizzle-orm';

import type { Mode } from '#domain/payment-mode.ts';
import type { Db } from '#server/db/client.ts';
import { reconcileCursors } from '#server/db/schema-stripe-events.ts';

/** Progress of an account, the platform (empty id) or one of `SWEEPS`: listed up to, and next run. */
export type ReconcileCursor = typeof reconcileCursors.$inferSelect;

/** Sweeps that are not per account; their cursors use ids that no account has. */
export const SWEEPS = {
  open: ':open',
  attempts: ':attempts',
  closed: ':closed',
  ledger: ':ledger',
  invariants: ':invariants',
  audit: ':audit',
  declines: ':declines',
  trials: ':trials',
  deliveries: ':deliveries',
  files: ':files',
} as const;

export const PLATFORM_CURSOR = '';

export async function insertReconcileCursors(db: Db, cursors: readonly ReconcileCursor[]): Promise<void> {
  if (cursors.length > 0)
    await db
      .insert(reconcileCursors)
      .values([...cursors])
      .onConflictDoNothing();
}

/** Inserts missing cursors of connected accounts; events are listed from the connection on, but not before `earliest`. */
export async function insertAccountCursors(
  db: Db,
  mode: Mode,
  { earliestTime, firstAfterMs }: { earliestTime: Date; firstAfterMs: number },
): Promise<void> {
  await db.execute(sql`
    insert into reconcile_cursors (mode, account_id, listed_until, next_at)
    select a.mode, a.account_id, greatest(a.created_at, ${earliestTime.toISOString()}::timestamptz),
      a.created_at + ${firstAfterMs / 1000} * interval '1 second'
    from stripe_accounts a
    where a.mode = ${mode} and a.account_id is not null and a.disconnected_at is null
      and not exists (
        select 1 from reconcile_cursors c where c.mode = a.mode and c.account_id = a.account_id
      )
    on conflict do nothing`);
}

/** Accounts with a checkout attempt since a time become due at the latest after this gap. */
export async function makeCheckoutCursorsDue(db: Db, mode: Mode, since: Date, gapMs: number): Promise<void> {
  await db.execute(sql`
    update reconcile_cursors c set next_at = a.first + ${gapMs / 1000} * interval '1 second'
    from (
      select account_id, min(created_at) as first from checkout_attempts
      where state in ('new', 'open', 'completed', 'expired', 'failed') and mode = ${mode}
        and created_at > ${since.toISOString()}::timestamptz
      group by account_id
    ) a
    where c.mode = ${mode} and c.account_id = a.account_id
      and c.next_at > a.first + ${gapMs / 1000} * interval '1 second'`);
}

export async function makeAccountCursorsDue(db: Db, mode: Mode, now: Date): Promise<void> {
  await db
    .update(reconcileCursors)
    .set({ nextAt: now })
    .where(
      and(
        eq(reconcileCursors.mode, mode),
        sql`${reconcileCursors.accountId} like 'acct%'`,
        gt(reconcileCursors.nextAt, now),
      ),
    );
}

const isCursor = ({ mode, accountId }: Pick<ReconcileCursor, 'mode' | 'accountId'>) =>
  and(eq(reconcileCursors.mode, mode), eq(reconcileCursors.accountId, accountId));

/** Updates only while the lease holds; false when another process has taken over or requested a new run. */
export async function updateCursor(
  db: Db,
  claimed: ReconcileCursor,
  changes: Partial<Pick<ReconcileCursor, 'listedUntil' | 'nextAt'>>,
): Promise<boolean> {
  const rows = await db
    .update(reconcileCursors)
    .set(changes)
    .where(and(isCursor(claimed), eq(reconcileCursors.nextAt, claimed.nextAt)))
    .returning({ accountId: reconcileCursors.accountId });
  return rows.length > 0;
}

export async function makeCursorDue(db: Db, mode: Mode, accountId: string, now: Date): Promise<void> {
  await db
    .update(reconcileCursors)
    .set({ nextAt: sql`least(${reconcileCursors.nextAt}, ${now.toISOString()}::timestamptz)` })
    .where(isCursor({ mode, accountId }));
}

export async function postponeCursor(db: Db, mode: Mode, accountId: string, until: Date): Promise<void> {
  await db
    .update(reconcileCursors)
    .set({ nextAt: until })
    .where(and(isCursor({ mode, accountId }), lt(reconcileCursors.nextAt, until)));
}

export async function deleteCursor(db: Db, mode: Mode, accountId: string): Promise<void> {
  await db.delete(reconcileCursors).where(isCursor({ mode, accountId }));
}
