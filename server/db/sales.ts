import { and, asc, eq, gt, sql } from 'drizzle-orm';

import type { Mode } from '#domain/mode.ts';

import type { Db } from './client.ts';
import { checkoutAttempts, sales } from './schema-money.ts';

const netAmount = sql<number>`sum(${sales.amount} - ${sales.refunded} - ${sales.lost})`;

/** Net revenue of each page of a seller, including renewals, per currency in minor units. */
export const sumNetRevenue = (
  db: Db,
  sellerId: string,
  mode: Mode,
): Promise<{ pageId: string; currency: string; amount: number }[]> =>
  db
    .select({ pageId: checkoutAttempts.pageId, currency: sales.currency, amount: netAmount.mapWith(Number) })
    .from(sales)
    .innerJoin(checkoutAttempts, eq(checkoutAttempts.id, sales.attemptId))
    .where(and(eq(sales.mode, mode), eq(sales.sellerId, sellerId)))
    .groupBy(checkoutAttempts.pageId, sales.currency)
    .having(gt(netAmount, 0))
    .orderBy(asc(sales.currency));
