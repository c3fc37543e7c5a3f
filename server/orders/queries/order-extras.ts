import { and, eq, notInArray, sql, sum, type Column } from 'drizzle-orm';

import type { OrderLine } from '#domain/order-detail.ts';
import type { Mode } from '#domain/payment-mode.ts';
import { isOneOf } from '#server/db/bulk-rows.ts';
import type { Db } from '#server/db/client.ts';
import { refundLines, refunds } from '#server/db/schema-ledger.ts';
import { orderDays, orderLines, orders } from '#server/db/schema-orders.ts';
import { toQuoteItem } from '#server/ledger/order-views.ts';
import { listOrderLines } from '#server/ledger/queries/ledger-rows.ts';

import { isOrderOfSeller } from './order-filters.ts';

export type Extra = { id: string; name: string };

/** Maximum extras in filters and columns; with more, the latest ones are listed. */
export const MAX_EXTRAS = 500;

/** Order bumps that a seller has sold, with their latest titles, by title. */
export async function listExtras(
  db: Db,
  { sellerId, mode, pageId }: { sellerId: string; mode: Mode; pageId?: string | undefined },
): Promise<Extra[]> {
  const ofPage = (column: Column) => (pageId === undefined ? sql`` : sql`and ${column} = ${pageId}`);
  const { rows } = (await db.execute(sql`
    select bump.id, latest.name
      from (select sold.id, max(${orderDays.day}) as day from ${orderDays}, unnest(${orderDays.bumps}) as sold(id)
        where ${orderDays.mode} = ${mode} and ${orderDays.sellerId} = ${sellerId} and ${orderDays.bumps} <> '{}'
          and ${orderDays.orders} > 0 ${ofPage(orderDays.pageId)}
        group by sold.id order by 2 desc limit ${MAX_EXTRAS}) bump
      cross join lateral (select ${orderLines.name} from ${orders}
        join ${orderLines} on ${orderLines.attemptId} = ${orders.attemptId} and ${orderLines.key} = 'bump:' || bump.id
        where ${isOrderOfSeller(sellerId, mode)} ${ofPage(orders.pageId)}
          and ${orders.createdAt} >= bump.day::timestamp at time zone 'UTC'
          and ${orders.createdAt} < (bump.day + 1)::timestamp at time zone 'UTC'
        order by ${orders.number} desc limit 1) latest
      order by latest.name, bump.id`)) as { rows: Extra[] };
  return rows;
}

/** Lines of orders by attempt, in the order of the receipt. Refunds of a line are without failed ones. */
export async function listExportLines(db: Db, attemptIds: readonly string[]): Promise<Map<string, OrderLine[]>> {
  const refundRows = await db
    .select({
      lineId: refundLines.orderLineId,
      refunded: sum(refundLines.amount).mapWith(Number),
      refundedQuantity: sql`coalesce(sum(${refundLines.quantity}), 0)`.mapWith(Number),
    })
    .from(refundLines)
    .innerJoin(refunds, eq(refunds.id, refundLines.refundId))
    .where(and(isOneOf(refunds.attemptId, attemptIds, 'uuid'), notInArray(refunds.state, ['failed', 'canceled'])))
    .groupBy(refundLines.orderLineId);
  const refundsByLine = new Map(refundRows.map(({ lineId, ...sums }) => [lineId, sums]));
  const lines = await listOrderLines(db, attemptIds);
  return Map.groupBy(
    lines.map((line) => ({
      ...line,
      ...toQuoteItem(line),
      refunded: 0,
      refundedQuantity: 0,
      ...refundsByLine.get(line.id),
    })),
    ({ attemptId }) => attemptId,
  );
}
