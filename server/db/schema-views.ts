import { bigint, boolean, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

import type { AnalyticsDimension } from '#domain/analytics.ts';

import { bytea, mode, time, visitColumns } from './columns.ts';
import { pages, sellers } from './schema-pages.ts';

// Who looked. Hints of browsers: never money, never billing, and nobody's name.

/** A look at a page, as both tables of single views hold it. `day`: of the seller's time zone. */
const viewColumns = () => ({
  mode: mode(),
  sellerId: uuid('seller_id')
    .notNull()
    .references(() => sellers.id),
  pageId: uuid('page_id')
    .notNull()
    .references(() => pages.id),
  version: integer('version').notNull(),
  at: time('at').notNull(),
  day: date('day', { mode: 'string' }).notNull(),
  /** Eight bytes of a keyed hash whose key is thrown away when its day is over. */
  visitor: bytea('visitor').notNull(),
  ...visitColumns(),
});

/** Views that are not counted yet: written in batches, taken away by whoever counts them. */
export const newViews = pgTable('new_views', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  ...viewColumns(),
});

/** Counted views, for hours of a day and for whoever chooses another time zone; kept for `RAW_VIEW_DAYS`. */
export const views = pgTable(
  'views',
  {
    id: bigint('id', { mode: 'number' }).primaryKey(),
    ...viewColumns(),
    /** Whether the visitor had not been seen before on that day: on this page, and with this seller at all. */
    firstOnPage: boolean('first_on_page').notNull(),
    firstWithSeller: boolean('first_with_seller').notNull(),
  },
  (table) => [
    index('views_visitor').on(table.sellerId, table.day, table.visitor, table.pageId),
    index('views_seller').on(table.mode, table.sellerId, table.at),
    index('views_old').on(table.at),
  ],
);

/**
 * What was counted of a day: one row for each value of each dimension, `all` for all of them. The page is the zero UUID
 * (`ALL_PAGES`) for all pages of a seller, whose visitors are not the sum of their pages'.
 */
export const viewDays = pgTable(
  'view_days',
  {
    mode: mode(),
    sellerId: uuid('seller_id')
      .notNull()
      .references(() => sellers.id),
    pageId: uuid('page_id').notNull(),
    dimension: text('dimension').$type<ViewDimension>().notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    value: text('value').notNull(),
    views: integer('views').notNull(),
    visitors: integer('visitors').notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.mode, table.sellerId, table.pageId, table.dimension, table.day, table.value],
    }),
  ],
);

export type ViewDimension = 'all' | 'page' | Exclude<AnalyticsDimension, 'page' | 'coupon'>;

export const ALL_PAGES = '00000000-0000-0000-0000-000000000000';

/** Keys of visitors' hashes, one for each day of the earliest time zone; gone two days later. */
export const visitSalts = pgTable('visit_salts', {
  day: date('day', { mode: 'string' }).primaryKey(),
  salt: bytea('salt').notNull(),
});
