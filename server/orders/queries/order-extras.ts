import { and, eq, notInArray, sql, sum } from 'drizzle-orm';

import type { OrderLine } from '#domain/order-detail.ts';
import type { Mode } from '#domain/payment-mode.ts';
import { isOneOf } from '#server/db/bulk-rows.ts';
import type { Db } from '#server/db/client.ts';
import { refundLines, refunds } from '#server/db/schema-ledger.ts';
import { orderLines, orders } from '#server/db/schema-orders.ts';
import { listOrderLines } from '#server/ledger/queries/ledger-rows.ts';

export type Extra = { id: string; name: string };

/** Maximum extras in filters and columns; with more, the latest ones are listed. */
export const MAX_EXTRAS = 500;

/** Order bumps that a seller has sold, with their latest titles, by title. */
export async function listExtras(
  db: Db,
  { sellerId, mode, pageId, upTo }: { sellerId: string; mode: Mode; pageId?: string | undefined; upTo?: number },
): Promise<Extra[]> {
  const ofSeller = sql`o.mode = ${mode} and o.seller_id = ${sellerId}
    ${pageId === undefined ? sql`` : sql`and o.page_id = ${pageId}`} ${upTo === undefined ? sql`` : sql`and o.number <= ${upTo}`}`;
  const { rows } = (await db.execute(sql`
    select bump.id, latest.name
      from (select sold.id, max(o.number) as number from ${orders} o, unnest(o.bumps) as sold(id)
        where ${ofSeller} and o.bumps <> '{}' group by sold.id order by 2 desc limit ${MAX_EXTRAS}) bump
      cross join lateral (select l.name from ${orders} o
        join ${orderLines} l on l.attempt_id = o.attempt_id and l.key = 'bump:' || bump.id
        where ${ofSeller} and o.number = bump.number) latest
      order by latest.name, bump.id`)) as { rows: Extra[] };
  return rows;
}

/** Lines of orders by attempt, in the order of the receipt. `refunded`: refunds for a line, without failed ones. */
export async function listExportLines(db: Db, attemptIds: readonly string[]): Promise<Map<string, OrderLine[]>> {
  const refundRows = await db
    .select({ lineId: refundLines.orderLineId, amount: sum(refundLines.amount).mapWith(Number) })
    .from(refundLines)
    .innerJoin(refunds, eq(refunds.id, refundLines.refundId))
    .where(and(isOneOf(refunds.attemptId, attemptIds, 'uuid'), notInArray(refunds.state, ['failed', 'canceled'])))
    .groupBy(refundLines.orderLineId);
  const refunded = new Map(refundRows.map(({ lineId, amount }) => [lineId, amount]));
  const lines = await listOrderLines(db, attemptIds);
  return Map.groupBy(
    lines.map((line) => ({ ...line, refunded: refunded.get(line.id) ?? 0 })),
    ({ attemptId }) => attemptId,
  );
}
