import type { OrderFilter } from '#domain/order-filter.ts';
import { actorOf, recordAudit, type Actor } from '#server/audit/record-audit.ts';
import type { Context } from '#server/core/context.ts';

import { renderCsvHeader, renderCsvRows } from './order-csv.ts';
import { buildOrderQuery } from './queries/order-filters.ts';
import { findLastOrderNumber, listAnswerColumns, listOrdersAfter } from './queries/order-lists.ts';

/** Orders per query: less than a megabyte of lines. */
const BATCH_SIZE = 2500;

/** Yields the CSV file of a seller's orders, as many lines at a time as one query returns. */
export async function* streamOrderCsv(context: Context, actor: Actor, filter: OrderFilter): AsyncGenerator<string> {
  const { db, mode, config } = context;
  const { sellerId } = actor.caller;
  const upTo = await findLastOrderNumber(db, sellerId, mode);
  const query = await buildOrderQuery(db, { sellerId, mode, filter, upTo });
  const answerColumns = await listAnswerColumns(db, query);
  await recordAudit(context, db, { ...actorOf(actor), action: 'orders_exported', subject: sellerId, facts: { upTo } });
  yield renderCsvHeader(answerColumns);
  const columns = answerColumns.map(({ id }) => id);
  for (let after = 0; ;) {
    const rows = await listOrdersAfter(db, query, after, BATCH_SIZE);
    yield renderCsvRows(rows, config.appUrl, columns);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_SIZE) return;
    after = last.number;
  }
}
