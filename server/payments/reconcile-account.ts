import { and, gt, inArray, isNull } from 'drizzle-orm';

import type { Mode } from '#domain/payment-mode.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { hasRow, hasValues } from '#server/db/rows.ts';
import { buyerSubscriptions } from '#server/db/schema-ledger.ts';
import { checkoutAttempts, orders, sales } from '#server/db/schema-orders.ts';
import { syncAccount } from '#server/stripe/connect.ts';
import { findAccount, type ProviderAccountRow } from '#server/stripe/queries.ts';
import { deleteCursor, updateCursor, type ReconcileCursor } from '#server/stripe/reconcile-cursors.ts';
import { isAccountDisconnected } from '#server/stripe/stripe-errors.ts';
import { syncPaymentMethods } from '#server/stripe/sync-payment-methods.ts';

import { importMissedEvents } from './import-missed-events.ts';

/** Interval of visits: accounts that sell, accounts that only renew, and others. */
const INTERVALS = { busy: 10 * MINUTE_MS, renewing: HOUR_MS, quiet: DAY_MS } as const;
export const BUSY_INTERVAL_MS = INTERVALS.busy;

/** Imports missed events of an account and syncs the account before its data is a day old. */
export async function reconcileAccount(context: Context, cursor: ReconcileCursor): Promise<void> {
  const { db, mode } = context;
  const account = await findAccount(db, mode, cursor.accountId);
  if (!account || account.disconnectedAt) return deleteCursor(db, mode, cursor.accountId);
  const intervalMs = await intervalOf(context, account);
  let claimed: ReconcileCursor | null;
  try {
    claimed = await importMissedEvents(context, cursor);
  } catch (error) {
    if (!isAccountDisconnected(error)) throw error;
    // syncAccount records the disconnection and deletes the cursor if the account is gone.
    if (!(await syncAccount(context, cursor.accountId))) return;
    throw error;
  }
  if (isStale(context, account, intervalMs)) await syncAccount(context, cursor.accountId);
  if (account.chargesEnabled) await syncPaymentMethods(context, account);
  if (claimed) await updateCursor(db, claimed, { nextAt: new Date(context.now().getTime() + intervalMs) });
}

const isStale = ({ realNow }: Context, { checkedAt }: ProviderAccountRow, intervalMs: number): boolean =>
  !checkedAt || checkedAt.getTime() + DAY_MS - intervalMs <= realNow().getTime();

async function intervalOf({ db, mode, now }: Context, account: ProviderAccountRow): Promise<number> {
  const { sellerId, accountId } = account;
  if (!accountId) return INTERVALS.quiet;
  const dayAgo = new Date(now().getTime() - DAY_MS);
  if (await hasActivitySince(db, mode, { sellerId, accountId }, dayAgo)) return INTERVALS.busy;
  const isLive = and(hasValues(buyerSubscriptions, { mode, sellerId }), isNull(buyerSubscriptions.endedAt));
  return (await hasRow(db, buyerSubscriptions, isLive)) ? INTERVALS.renewing : INTERVALS.quiet;
}

/** Whether an account has an unfinished checkout attempt, or its seller payments or orders since a time. */
async function hasActivitySince(
  db: Db,
  mode: Mode,
  { sellerId, accountId }: { sellerId: string; accountId: string },
  since: Date,
): Promise<boolean> {
  const isUnfinished = inArray(checkoutAttempts.state, ['new', 'open']);
  return (
    (await hasRow(db, sales, and(hasValues(sales, { mode, sellerId }), gt(sales.paidAt, since)))) ||
    (await hasRow(db, orders, and(hasValues(orders, { mode, sellerId }), gt(orders.createdAt, since)))) ||
    hasRow(db, checkoutAttempts, and(isUnfinished, hasValues(checkoutAttempts, { mode, accountId })))
  );
}
