import { sql } from 'drizzle-orm';
import { bigint, date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

import { mode, time } from './columns.ts';

// Sums of checkouts, orders and payments by day, so that the dashboard of a seller with a million orders need not read them
// all. Triggers on `checkout_attempts`, `orders` and `sales` append each change of what is summed to `revenue_changes`, in the
// transaction of the change (`drizzle/0037_revenue_days.sql`); a worker moves the changes to `revenue_days`. Readers add
// those that have not been moved. No other code writes these tables.

/** Amounts in minor units of the currency, or in US cents. In a change, they are negative for what no longer holds. */
const sumColumns = () => ({
  /** Started checkouts. */
  started: integer('started').notNull().default(0),
  orders: integer('orders').notNull().default(0),
  orderTotal: bigint('order_total', { mode: 'number' }).notNull().default(0),
  received: bigint('received', { mode: 'number' }).notNull().default(0),
  refunded: bigint('refunded', { mode: 'number' }).notNull().default(0),
  lost: bigint('lost', { mode: 'number' }).notNull().default(0),
  /** Payments that were refunded at least in part. */
  refunds: integer('refunds').notNull().default(0),
  usdReceived: bigint('usd_received', { mode: 'number' }).notNull().default(0),
  usdReturned: bigint('usd_returned', { mode: 'number' }).notNull().default(0),
  /** First payments only. */
  usdOrders: bigint('usd_orders', { mode: 'number' }).notNull().default(0),
});

/** Changes that are not in `revenue_days` yet. */
export const revenueChanges = pgTable(
  'revenue_changes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    mode: mode(),
    sellerId: uuid('seller_id').notNull(),
    pageId: uuid('page_id').notNull(),
    /** Time of the checkout, or of the payment. */
    at: time('at').notNull(),
    /** Value of each dimension that the change counts for. */
    dimensions: jsonb('dimensions').$type<Record<string, string>>().notNull(),
    currency: text('currency').notNull(),
    ...sumColumns(),
  },
  (table) => [index('revenue_changes_seller').on(table.sellerId, table.mode)],
);

/**
 * One row per page, dimension, day in the seller's time zone, value and currency; the zero UUID (`ALL_PAGES`) represents all
 * pages. Besides the dimensions of the dashboard there are `all` and `extras`: see `countOrdersByExtras`. Rows without a value
 * for a dimension are only in `all`.
 */
export const revenueDays = pgTable(
  'revenue_days',
  {
    mode: mode(),
    sellerId: uuid('seller_id').notNull(),
    pageId: uuid('page_id').notNull(),
    dimension: text('dimension').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    value: text('value').notNull(),
    currency: text('currency').notNull(),
    ...sumColumns(),
  },
  (table) => [
    primaryKey({
      columns: [table.mode, table.sellerId, table.pageId, table.dimension, table.day, table.value, table.currency],
    }),
  ],
);

/** `summedUntil` of sellers none of whose rows are summed. */
export const NOTHING_SUMMED = new Date(0);

/**
 * Up to when a seller's rows are summed; null: all of them, and the sums can be read. Without a row, the seller had no checkouts
 * before the first change.
 */
export const revenueProgress = pgTable(
  'revenue_progress',
  {
    sellerId: uuid('seller_id').notNull(),
    mode: mode(),
    /** Time zone of the sums. */
    timeZone: text('time_zone').notNull(),
    summedUntil: time('summed_until'),
  },
  (table) => [
    primaryKey({ columns: [table.sellerId, table.mode] }),
    index('revenue_progress_incomplete')
      .on(table.mode)
      .where(sql`${table.summedUntil} is not null`),
  ],
);
