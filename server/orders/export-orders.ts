import type { ExportRows, OrderFilter } from '#domain/order-filter.ts';
import { bumpLineKey } from '#domain/quote.ts';
import { actorOf, recordAudit, type Actor } from '#server/audit/record-audit.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';

import { LINE_CSV_HEADER, renderCsvHeader, renderCsvRows, renderLineCsvRows } from './order-csv.ts';
import { listExtras } from './queries/order-extras.ts';
import { buildOrderQuery, type OrderQuery } from './queries/order-filters.ts';
import {
  findLastOrderNumber,
  listAnswerColumns,
  listOrdersAfter,
  type AddedColumn,
  type OrderToExport,
} from './queries/order-lists.ts';

/** Orders per query: less than a megabyte of lines, and quick to build. */
const BATCH_SIZE = 2500;

/** Columns of the extras and custom fields of the selected page, or of all pages. Line items have none. */
async function listAddedColumns(db: Db, query: OrderQuery, rows: ExportRows): Promise<AddedColumn[]> {
  if (rows === 'line_items') return [];
  const { sellerId, mode, filter } = query;
  const extras = await listExtras(db, { sellerId, mode, pageId: filter.pageId });
  const extraColumns = extras.map((extra) => ({ id: bumpLineKey(extra), label: extra.name }));
  return [...extraColumns, ...(await listAnswerColumns(db, query))];
}

const renderHeader = (rows: ExportRows, columns: readonly AddedColumn[]): string =>
  rows === 'line_items' ? LINE_CSV_HEADER : renderCsvHeader(columns);

const renderRows = (
  rows: ExportRows,
  orders: readonly OrderToExport[],
  appUrl: string,
  columns: readonly string[],
): string => (rows === 'line_items' ? renderLineCsvRows(orders, appUrl) : renderCsvRows(orders, appUrl, columns));

const recordExport = (context: Context, actor: Actor, upTo: number): Promise<void> =>
  recordAudit(context, context.db, {
    ...actorOf(actor),
    action: 'orders_exported',
    subject: actor.caller.sellerId,
    facts: { upTo },
  });

/** Yields the CSV file of a seller's orders or their line items, as many orders at a time as one query returns. */
export async function* streamOrderCsv(
  context: Context,
  actor: Actor,
  filter: OrderFilter,
  exportRows: ExportRows,
): AsyncGenerator<string> {
  const { db, mode, config } = context;
  const { sellerId } = actor.caller;
  const upTo = await findLastOrderNumber(db, sellerId, mode);
  const query = await buildOrderQuery(db, { sellerId, mode, filter, upTo });
  const addedColumns = await listAddedColumns(db, query, exportRows);
  await recordExport(context, actor, upTo);
  yield renderHeader(exportRows, addedColumns);
  const columns = addedColumns.map(({ id }) => id);
  for (let after = 0; ;) {
    const rows = await listOrdersAfter(db, query, after, BATCH_SIZE);
    yield renderRows(exportRows, rows, config.appUrl, columns);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_SIZE) return;
    after = last.number;
  }
}

type ExportPart = { lines: string; orders: number; next: number | null; upTo: number; columns: string[] };
type PartOptions = { after?: number | undefined; upTo?: number | undefined; columns?: string[] | undefined };

/** One part of the file for `export-orders`; the first part starts with the header and defines the columns. */
export async function loadExportPart(
  context: Context,
  actor: Actor,
  filter: OrderFilter,
  { after = 0, upTo: requestedUpTo, columns: knownColumns, exportRows }: PartOptions & { exportRows: ExportRows },
): Promise<ExportPart> {
  const { db, mode, config } = context;
  const { sellerId } = actor.caller;
  const lastNumber = await findLastOrderNumber(db, sellerId, mode);
  const upTo = Math.min(requestedUpTo ?? lastNumber, lastNumber);
  const query = await buildOrderQuery(db, { sellerId, mode, filter, upTo });
  const rows = await listOrdersAfter(db, query, after, BATCH_SIZE);
  const isFirst = after === 0;
  const addedColumns = isFirst || !knownColumns ? await listAddedColumns(db, query, exportRows) : null;
  const columns = addedColumns ? addedColumns.map(({ id }) => id) : (knownColumns ?? []);
  if (isFirst) await recordExport(context, actor, upTo);
  const header = addedColumns && isFirst ? renderHeader(exportRows, addedColumns) : '';
  return {
    lines: header + renderRows(exportRows, rows, config.appUrl, columns),
    orders: rows.length,
    next: rows.length < BATCH_SIZE ? null : (rows.at(-1)?.number ?? null),
    upTo,
    columns,
  };
}
