import { z } from 'zod';

import { MAX_SEARCH_LENGTH, ORDER_FILTER_STATES } from '#domain/order-filter.ts';
import { ORDERS_PER_PAGE } from '#domain/order.ts';

import { buildOrderQuery } from '#server/db/order-filters.ts';
import { findLastOrderNumber, listFilterChoices, listOrderPage, sumOrders } from '#server/db/order-lists.ts';
import { toOrderRow } from '#server/orders/order-row.ts';
import { defineRpcFunction } from './backend-function.ts';

const MAX_NUMBER = 2 ** 31 - 1;
const MAX_COUPON_LENGTH = 200;

/** Filter fields of the order list and of its export. */
export const OrderFilterBody = {
  search: z.string().max(MAX_SEARCH_LENGTH).optional(),
  state: z.enum(ORDER_FILTER_STATES).optional(),
  pageId: z.uuid().optional(),
  coupon: z.string().min(1).max(MAX_COUPON_LENGTH).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  upTo: z.number().int().min(1).max(MAX_NUMBER).optional(),
};

export const listOrders = defineRpcFunction({
  name: 'list-orders',
  title: 'Error',
  access: 'reads',
  body: z.strictObject({ ...OrderFilterBody, page: z.number().int().min(1).max(100_000).optional() }),
  run: async ({ db, mode }, { caller: { sellerId } }, { page = 1, upTo, ...filter }) =>
    db.transaction(
      async (tx) => {
        const last = await findLastOrderNumber(tx, sellerId, mode);
        const query = await buildOrderQuery(tx, {
          sellerId,
          mode,
          filter,
          upTo: Math.min(upTo ?? last, last),
        });
        const totals = await sumOrders(tx, query);
        const count = totals.reduce((sum, { count: currencyCount }) => sum + currencyCount, 0);
        const rows = await listOrderPage(tx, query, page, count);
        const pages = Math.max(1, Math.ceil(count / ORDERS_PER_PAGE));
        return { orders: rows.map(toOrderRow), page, pages, count, totals, last };
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    ),
});

export const listOrderChoices = defineRpcFunction({
  name: 'list-order-choices',
  title: 'Error',
  access: 'reads',
  body: z.strictObject({}),
  run: ({ db, mode }, { caller }) => listFilterChoices(db, caller.sellerId, mode),
});
