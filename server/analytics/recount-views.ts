import { eq, sql } from 'drizzle-orm';

import { RAW_VIEW_RETENTION_DAYS } from '#domain/analytics.ts';
import { addDays } from '#domain/day-range.ts';
import { DAY_MS } from '#domain/time-units.ts';
import {
  recountStoredViews,
  deleteViewDaysFrom,
  findStoredDays,
  lockCounting,
  updateViewDays,
} from '#server/analytics/queries/page-view-counts.ts';
import type { Context } from '#server/core/context.ts';
import { sellers } from '#server/db/schema-pages.ts';

/**
 * Recounts a seller's stored page views by the days of their new time zone; older days stay as they are. A visitor before
 * and after a former midnight stays two visitors, because the salt that would identify them is deleted daily.
 */
export async function recountViews({ db, mode, now }: Context, sellerId: string): Promise<void> {
  await db.transaction(async (tx) => {
    // No timeout: a recount of very many views is slow, but rare.
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`set local lock_timeout = 0`);
    await lockCounting(tx);
    const [seller] = await tx.select({ timeZone: sellers.timeZone }).from(sellers).where(eq(sellers.id, sellerId));
    const deletedBefore = new Date(now().getTime() - (RAW_VIEW_RETENTION_DAYS - 2) * DAY_MS);
    const { days, oldest } = await findStoredDays(tx, mode, sellerId);
    const [first] = days;
    if (!seller || !first || !oldest) return;
    // Views of the first day may be deleted in part; otherwise its views may move up to two days back.
    const recountFrom = addDays(first, oldest < deletedBefore ? 1 : -2);
    await updateViewDays(tx, mode, sellerId, { timeZone: seller.timeZone ?? 'UTC', from: recountFrom });
    await deleteViewDaysFrom(tx, mode, sellerId, recountFrom);
    for (const day of (await findStoredDays(tx, mode, sellerId)).days)
      if (day >= recountFrom) await recountStoredViews(tx, mode, sellerId, day);
  });
}
