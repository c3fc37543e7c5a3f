import { z } from 'zod';

import { actedBy } from '#server/audit/acted-by.ts';
import { audit } from '#server/audit/audit.ts';
import { listAnswerColumns, MOST_ANSWER_COLUMNS } from '#server/db/answer-columns.ts';
import { orderWish } from '#server/db/order-filters.ts';
import { findLastNumber, listOrdersAfter } from '#server/db/order-lists.ts';
import { csvHeads, csvLines } from '#server/orders/order-csv.ts';
import { backendFunction } from './backend-function.ts';
import { OrderFilterBody } from './list-orders.ts';

/** Orders in one response: less than a megabyte and quick to build. */
const PORTION = 2500;

export const exportOrders = backendFunction({
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
      .max(MOST_ANSWER_COLUMNS)
      .optional(),
  }),
  limits: ({ caller }) => [{ key: `export-orders:${caller.sellerId}`, limit: 200, windowMs: 60_000 }],
  run: async (context, from, { after, upTo: wanted, columns: known, ...filter }) => {
    const { db, mode, config } = context;
    const { sellerId } = from.caller;
    const last = await findLastNumber(db, sellerId, mode);
    const upTo = Math.min(wanted ?? last, last);
    const wish = await orderWish(db, { sellerId, mode, filter, upTo });
    const rows = await listOrdersAfter(db, wish, after ?? 0, PORTION);
    const next = rows.length < PORTION ? null : (rows.at(-1)?.number ?? null);
    const asked = after === undefined || !known ? await listAnswerColumns(db, wish) : null;
    const columns = asked ? asked.map(({ id }) => id) : (known ?? []);
    if (after === undefined)
      await audit(context, db, {
        ...actedBy(from),
        act: 'orders_exported',
        subject: sellerId,
        facts: { upTo },
      });
    const heads = asked && after === undefined ? csvHeads(asked) : '';
    return {
      lines: heads + csvLines(rows, config.appUrl, columns),
      orders: rows.length,
      next,
      upTo,
      columns,
    };
  },
});
