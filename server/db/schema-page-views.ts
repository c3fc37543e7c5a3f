import { bigint, boolean, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

import type { AnalyticsDimension, CheckoutDimension } from '#domain/analytics.ts';

import { attributionColumns, bytea, mode, reference, time } from './columns.ts';
import { pages, sellers } from './schema-pages.ts';

// Page views. Browsers report them unverified: never used for money or billing, and without identities.

/** Columns of a page view in both tables. `day`: in the seller's time zone. */
const pageViewColumns = () => ({
  mode: mode(),
  sellerId: reference('seller_id', () => sellers.id),
  pageId: reference('page_id', () => pages.id),
  version: integer('version').notNull(),
  at: time('at').notNull(),
  day: date('day', { mode: 'string' }).notNull(),
  /** Eight bytes of a keyed hash whose key is deleted after its day. */
  visitor: bytea('visitor').notNull(),
  ...attributionColumns(),
});

/** Uncounted page views: written in batches, removed when counted. */
export const pageViewEvents = pgTable('page_view_events', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  ...pageViewColumns(),
});

/** Counted page views, for hourly charts and time-zone changes; kept for `RAW_VIEW_DAYS`. */
export const pageViews = pgTable(
  'page_views',
  {
    id: bigint('id', { mode: 'number' }).primaryKey(),
    ...pageViewColumns(),
    /** Whether this is the visitor's first view of that day: of this page, and of this seller. */
    firstOnPage: boolean('first_on_page').notNull(),
    firstWithSeller: boolean('first_with_seller').notNull(),
  },
  (table) => [
    index('page_views_visitor').on(table.sellerId, table.day, table.visitor, table.pageId),
    index('page_views_seller').on(table.mode, table.sellerId, table.at),
    index('page_views_viewed_at').on(table.at),
  ],
);

/**
 * Daily counts: one row per value of each dimension, `all` for the total. The zero UUID (`ALL_PAGES`) represents all pages
 * of a seller, whose visitors are not the sum over pages.
 */
export const pageViewDays = pgTable(
  'page_view_days',
  {
    mode: mode(),
    sellerId: reference('seller_id', () => sellers.id),
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

export type ViewDimension = 'all' | 'page' | Exclude<AnalyticsDimension, 'page' | CheckoutDimension>;

export const ALL_PAGES = '00000000-0000-0000-0000-000000000000';

/** Keys of the visitor hashes, one per day of the earliest time zone; deleted two days later. */
export const visitorSalts = pgTable('visitor_salts', {
  day: date('day', { mode: 'string' }).primaryKey(),
  salt: bytea('salt').notNull(),
});
