import { and, eq, sql } from 'drizzle-orm';

import type { Mode } from '#domain/payment-mode.ts';
import type { MonthlySum } from '#domain/usage.ts';
import type { Db } from '#server/db/client.ts';
import { monthlySales } from '#server/db/schema-plans.ts';

/** Sales of a seller in a UTC month (`2026-11`); zero without sales. */
export async function findMonthlySales(db: Db, sellerId: string, mode: Mode, month: string): Promise<MonthlySum> {
  const [row] = await db
    .select({ usdCents: monthlySales.usdCents, transactions: monthlySales.transactions })
    .from(monthlySales)
    .where(and(eq(monthlySales.sellerId, sellerId), eq(monthlySales.mode, mode), eq(monthlySales.month, month)));
  return row ?? { usdCents: 0, transactions: 0 };
}

export type MonthlySalesChange = MonthlySum & { sellerId: string; month: string };

/** Adds to sellers' months (or subtracts) and returns the new sums; the rows stay locked. */
export async function addToMonthlySales(
  db: Db,
  mode: Mode,
  changes: readonly MonthlySalesChange[],
): Promise<MonthlySalesChange[]> {
  if (changes.length === 0) return [];
  // A fixed order prevents deadlocks.
  const { rows } = (await db.execute(
    sql`insert into ${monthlySales} as m (seller_id, mode, month, usd_cents, transactions)
      select "sellerId", ${mode}::text, month, "usdCents", transactions
      from json_to_recordset(${JSON.stringify(changes)}::text::json)
        as r("sellerId" uuid, month text, "usdCents" bigint, transactions integer)
      order by "sellerId", month
      on conflict (seller_id, mode, month) do update
        set usd_cents = m.usd_cents + excluded.usd_cents, transactions = m.transactions + excluded.transactions
      returning m.seller_id as "sellerId", m.month, m.usd_cents::text as "usdCents", m.transactions`,
  )) as { rows: (Omit<MonthlySalesChange, 'usdCents'> & { usdCents: string })[] };
  return rows.map((row) => ({ ...row, usdCents: Number(row.usdCents) }));
}
