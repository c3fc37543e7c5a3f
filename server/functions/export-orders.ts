import { z } from 'zod';

import { actorOf } from '#server/audit/acted-by.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { listAnswerColumns, MAX_ANSWER_COLUMNS } from '#server/db/answer-columns.ts';
import { buildOrderQuery } from '#server/db/order-filters.ts';
import { findLastOrderNumber, listOrdersAfter } from '#server/db/order-lists.ts';
import { renderCsvHeader, renderCsvRows } from '#server/orders/order-csv.ts';
import { defineRpcFunction } from './backend-function.ts';
import { OrderFilterBody } from './list-orders.ts';

/** Orders in one response: less than a megabyte and quick to build. */
const BATCH_SIZE = 2500;

export const exportOrders = defineRpcFunction({
  name: 'export-orders',
  title: 'Export failed',
  access: 'confirmed',
  body: z.strictObject({
    ...OrderFilterBody,
    after: z
      .number()
      .int()
      .min(0)
      .max(2 ** 31 - 1)
      .optional(),
    columns: z
      .array(z.string().regex(/^[a-z0-9-]{1,40}$/))
      .max(MAX_ANSWER_COLUMNS)
      .optional(),
  }),
  limits: ({ caller }) => [{ key: `export-orders:${caller.sellerId}`, limit: 200, windowMs: 60_000 }],
  run: async (context, request, { after, upTo: requestedUpTo, columns: knownColumns, ...filter }) => {
    const { db, mode, config } = context;
    const { sellerId } = request.caller;
    const lastNumber = await findLastOrderNumber(db, sellerId, mode);
    const upTo = Math.min(requestedUpTo ?? lastNumber, lastNumber);
    const query = await buildOrderQuery(db, { sellerId, mode, filter, upTo });
    const rows = await listOrdersAfter(db, query, after ?? 0, BATCH_SIZE);
    const next = rows.length < BATCH_SIZE ? null : (rows.at(-1)?.number ?? null);
    const answerColumns = after === undefined || !knownColumns ? await listAnswerColumns(db, query) : null;
    const columns = answerColumns ? answerColumns.map(({ id }) => id) : (knownColumns ?? []);
    if (after === undefined)
      await recordAudit(context, db, {
        ...actorOf(request),
        action: 'orders_exported',
        subject: sellerId,
        facts: { upTo },
      });
    const header = answerColumns && after === undefined ? renderCsvHeader(answerColumns) : '';
    return {
      lines: header + renderCsvRows(rows, config.appUrl, columns),
      orders: rows.length,
      next,
      upTo,
      columns,
    };
  },
});
