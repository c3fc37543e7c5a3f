import { and, eq, sql } from 'drizzle-orm';

import type { Mode } from '#domain/mode.ts';
import type { MonthSum } from '#domain/usage.ts';

import type { Db } from './client.ts';
import { monthlySales } from './schema-plans.ts';

/** What a seller sold in a UTC month (`2026-11`); a month without a sale is zero. */
export async function findMonthSum(db: Db, sellerId: string, mode: Mode, month: string): Promise<MonthSum> {
  const [row] = await db
    .select({ usdCents: monthlySales.usdCents, transactions: monthlySales.transactions })
    .from(monthlySales)
    .where(
      and(eq(monthlySales.sellerId, sellerId), eq(monthlySales.mode, mode), eq(monthlySales.month, month)),
    );
  return row ?? { usdCents: 0, transactions: 0 };
}

/** Adds to a seller's month, or takes from it, and gives the sum that it has then; its row stays locked. */
export async function addToMonth(
  db: Db,
  sellerId: string,
  mode: Mode,
  month: string,
  change: MonthSum,
): Promise<MonthSum> {
  const { usdCents, transactions } = change;
  const [row] = await db
    .insert(monthlySales)
    .values({ sellerId, mode, month, usdCents, transactions })
    .onConflictDoUpdate({
      target: [monthlySales.sellerId, monthlySales.mode, monthlySales.month],
      set: {
        usdCents: sql`${monthlySales.usdCents} + ${usdCents}`,
        transactions: sql`${monthlySales.transactions} + ${transactions}`,
      },
    })
    .returning({ usdCents: monthlySales.usdCents, transactions: monthlySales.transactions });
  if (!row) throw new Error('The month was not written');
  return row;
}
