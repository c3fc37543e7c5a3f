import type { Context } from '#server/context.ts';
import { deleteCursor, updateCursor, type Cursor } from '#server/db/event-cursors.ts';
import { findAccount, type ProviderAccountRow } from '#server/db/provider-accounts.ts';
import { hasLiveSubscriptions, wasActiveSince } from '#server/db/account-activity.ts';
import { syncAccount } from '#server/stripe/connect.ts';
import { isAccountGone } from '#server/stripe/provider-errors.ts';

import { putInListedEvents } from './listed-events.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Interval of visits: accounts that sell, accounts that only renew, and others. */
const GAPS = { busy: 10 * MINUTE_MS, renewing: HOUR_MS, quiet: DAY_MS } as const;
export const BUSY_GAP_MS = GAPS.busy;

/** Imports missed events of an account and syncs the account before its data is a day old. */
export async function visitAccount(context: Context, cursor: Cursor): Promise<void> {
  const { db, mode } = context;
  const account = await findAccount(db, mode, cursor.accountId);
  if (!account || account.disconnectedAt) return deleteCursor(db, mode, cursor.accountId);
  const gap = await gapOf(context, account);
  let claimed: Cursor | null;
  try {
    claimed = await putInListedEvents(context, cursor);
  } catch (error) {
    if (!isAccountGone(error)) throw error;
    // syncAccount records the disconnection and deletes the cursor if the account is gone.
    if (!(await syncAccount(context, cursor.accountId))) return;
    throw error;
  }
  if (isStale(context, account, gap)) await syncAccount(context, cursor.accountId);
  if (claimed) await updateCursor(db, claimed, { nextAt: new Date(context.now().getTime() + gap) });
}

const isStale = ({ realNow }: Context, { checkedAt }: ProviderAccountRow, gap: number): boolean =>
  !checkedAt || checkedAt.getTime() + DAY_MS - gap <= realNow().getTime();

async function gapOf({ db, mode, now }: Context, account: ProviderAccountRow): Promise<number> {
  const { sellerId, accountId } = account;
  if (!accountId) return GAPS.quiet;
  const dayAgo = new Date(now().getTime() - DAY_MS);
  if (await wasActiveSince(db, mode, { sellerId, accountId }, dayAgo)) return GAPS.busy;
  return (await hasLiveSubscriptions(db, mode, sellerId)) ? GAPS.renewing : GAPS.quiet;
}
