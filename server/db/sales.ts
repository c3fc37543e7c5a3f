import { and, asc, eq, gt, sql } from 'drizzle-orm';

import type { Mode } from '#domain/mode.ts';

import type { Db } from './client.ts';
import { attempts, sales } from './schema-money.ts';

const kept = sql<number>`sum(${sales.amount} - ${sales.refunded} - ${sales.lost})`;

/** Net revenue of each page of a seller, including renewals, per currency in minor units. */
export const sumTakings = (
  db: Db,
  sellerId: string,
  mode: Mode,
): Promise<{ pageId: string; currency: string; amount: number }[]> =>
  db
    .select({ pageId: attempts.pageId, currency: sales.currency, amount: kept.mapWith(Number) })
    .from(sales)
    .innerJoin(attempts, eq(attempts.id, sales.attemptId))
    .where(and(eq(sales.mode, mode), eq(sales.sellerId, sellerId)))
    .groupBy(attempts.pageId, sales.currency)
    .having(gt(kept, 0))
    .orderBy(asc(sales.currency));
