import { eq, sql } from 'drizzle-orm';

import { RAW_VIEW_DAYS } from '#domain/analytics.ts';
import { addDays } from '#domain/day-range.ts';

import type { Context } from '#server/context.ts';
import { sellers } from '#server/db/schema-pages.ts';
import {
  countKeptViews,
  deleteViewDaysFrom,
  findKeptDays,
  holdCounting,
  updateViewDays,
} from '#server/db/view-counts.ts';

const DAY_MS = 86_400_000;

/**
 * Counts a seller's single views anew, by the days of the zone that they have chosen now. What is older than single views
 * are kept stays as it was counted. Somebody who looked before and after one of the old midnights is two visitors, also where
 * it is one day now: what would tell is thrown away every day.
 */
export async function recountViews({ db, mode, now }: Context, sellerId: string): Promise<void> {
  await db.transaction(async (tx) => {
    // For as long as it takes: whoever has very many views does this once.
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`set local lock_timeout = 0`);
    await holdCounting(tx);
    const [seller] = await tx
      .select({ timeZone: sellers.timeZone })
      .from(sellers)
      .where(eq(sellers.id, sellerId));
    const forgotten = new Date(now().getTime() - (RAW_VIEW_DAYS - 2) * DAY_MS);
    const { days, oldest } = await findKeptDays(tx, mode, sellerId);
    const [first] = days;
    if (!seller || !first || !oldest) return;
    // Of the first day a part may be forgotten already; else it may become the day before, or the one before that.
    const from = addDays(first, oldest < forgotten ? 1 : -2);
    await updateViewDays(tx, mode, sellerId, { timeZone: seller.timeZone ?? 'UTC', from });
    await deleteViewDaysFrom(tx, mode, sellerId, from);
    for (const day of (await findKeptDays(tx, mode, sellerId)).days)
      if (day >= from) await countKeptViews(tx, mode, sellerId, day);
  });
}
