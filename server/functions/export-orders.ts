import { z } from 'zod';

import { orderWish } from '#server/db/order-filters.ts';
import { findLastNumber, listOrdersAfter } from '#server/db/order-lists.ts';
import { csvHeads, csvLines } from '#server/orders/order-csv.ts';
import { backendFunction } from './backend-function.ts';
import { OrderFilterBody } from './list-orders.ts';

/** Orders in one answer: less than a megabyte, and the work of a moment. */
const PORTION = 2500;

export const exportOrders = backendFunction({
  name: 'export-orders',
  title: 'Export failed',
  access: 'reads',
  body: z.strictObject({
    ...OrderFilterBody,
    after: z
      .number()
      .int()
      .min(0)
      .max(2 ** 31 - 1)
      .optional(),
  }),
  limits: ({ caller }) => [{ key: `export-orders:${caller.sellerId}`, limit: 200, windowMs: 60_000 }],
  run: async ({ db, mode, config }, { caller: { sellerId } }, { after, upTo: asked, ...filter }) => {
    const last = await findLastNumber(db, sellerId, mode);
    const upTo = Math.min(asked ?? last, last);
    const wish = await orderWish(db, { sellerId, mode, filter, upTo });
    const rows = await listOrdersAfter(db, wish, after ?? 0, PORTION);
    const next = rows.length < PORTION ? null : (rows.at(-1)?.number ?? null);
    const lines = (after === undefined ? csvHeads() : '') + csvLines(rows, config.appUrl);
    return { lines, orders: rows.length, next, upTo };
  },
});
