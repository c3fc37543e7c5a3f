import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

import { PAUSE_CAUSES } from '#domain/page-guard.ts';

import { bytea, createdAt, id, mode, time } from './columns.ts';
import { users } from './schema-people.ts';

// Shops, their provider accounts, their pages.

export const sellers = pgTable('sellers', {
  id: id(),
  userId: uuid('user_id')
    .notNull()
    .unique()
    .references(() => users.id),
  /** Whether each sale and renewal is told by mail. */
  saleNotices: boolean('sale_notices').notNull().default(true),
  /** IANA name of the zone in which their days are counted; null: they have not chosen, and it is UTC. */
  timeZone: text('time_zone'),
  createdAt: createdAt(),
});

export const providerAccounts = pgTable(
  'provider_accounts',
  {
    id: id(),
    sellerId: uuid('seller_id')
      .notNull()
      .references(() => sellers.id),
    mode: mode(),
    /** Grows when a new account follows a disconnected one; part of the idempotency key that creates it. */
    generation: integer('generation').notNull(),
    /** Null between our row and the provider's answer. */
    accountId: text('account_id'),
    detailsSubmitted: boolean('details_submitted').notNull().default(false),
    chargesEnabled: boolean('charges_enabled').notNull().default(false),
    disabledReason: text('disabled_reason'),
    businessName: text('business_name'),
    createdAt: createdAt(),
    checkedAt: time('checked_at'),
    disconnectedAt: time('disconnected_at'),
  },
  (table) => [
    uniqueIndex().on(table.mode, table.sellerId, table.generation),
    uniqueIndex().on(table.mode, table.accountId),
  ],
);

export const pages = pgTable(
  'pages',
  {
    id: id(),
    sellerId: uuid('seller_id')
      .notNull()
      .references(() => sellers.id),
    /** The number of the version that buyers see; 0 before the first publication. */
    liveVersion: integer('live_version').notNull().default(0),
    /** The seller's own name for it; null: the product's name stands for it. */
    name: text('name'),
    /** What it was made from elsewhere, as 'stripe:prod_123'; null: made here. */
    importedFrom: text('imported_from'),
    createdAt: createdAt(),
    updatedAt: time('updated_at').notNull(),
    /** Taken off sale; the next publication brings it back. */
    unpublishedAt: time('unpublished_at'),
    archivedAt: time('archived_at'),
    /** Gone for its seller and for buyers; the row stays for the orders that were made from it. */
    deletedAt: time('deleted_at'),
    /** Taken down by whoever runs the shop, and why, in words for its seller. */
    suspendedAt: time('suspended_at'),
    suspendedFor: text('suspended_for'),
    /** Until then it takes no payments; by the real clock. */
    pausedUntil: time('paused_until'),
    /** What began the pause; null in rows of earlier versions: refused cards. */
    pausedBy: text('paused_by', { enum: PAUSE_CAUSES }),
    /** Refusals before this count no more: a pause has begun or ended. */
    refusalsFrom: time('refusals_from'),
  },
  (table) => [
    index().on(table.sellerId, table.updatedAt),
    index('pages_imported')
      .on(table.sellerId, table.importedFrom)
      .where(sql`${table.importedFrom} is not null`),
  ],
);

/** The stored config of a page that its seller is working on. */
export const drafts = pgTable('drafts', {
  pageId: uuid('page_id')
    .primaryKey()
    .references(() => pages.id, { onDelete: 'cascade' }),
  schema: integer('schema').notNull(),
  config: jsonb('config').$type<unknown>().notNull(),
  revision: integer('revision').notNull(),
  /** The revision that the live version was published from. */
  publishedRevision: integer('published_revision').notNull().default(0),
  updatedAt: time('updated_at').notNull(),
});

/** What was published, numbered from 1 within a page; never changed. */
export const pageVersions = pgTable(
  'page_versions',
  {
    id: id(),
    pageId: uuid('page_id')
      .notNull()
      .references(() => pages.id),
    number: integer('number').notNull(),
    schema: integer('schema').notNull(),
    config: jsonb('config').$type<unknown>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex().on(table.pageId, table.number)],
);

/** The picture that a link to a version shows; drawn when it is first asked for. */
export const socialImages = pgTable('social_images', {
  versionId: uuid('version_id')
    .primaryKey()
    .references(() => pageVersions.id),
  bytes: bytea('bytes').notNull(),
  createdAt: createdAt(),
});

/** Every address that a page has or had. One of a page's slugs is current, the others lead to it. */
export const slugs = pgTable(
  'slugs',
  {
    slug: text('slug').primaryKey(),
    pageId: uuid('page_id')
      .notNull()
      .references(() => pages.id),
    sellerId: uuid('seller_id')
      .notNull()
      .references(() => sellers.id),
    createdAt: createdAt(),
    releasedAt: time('released_at'),
  },
  (table) => [
    uniqueIndex('slugs_current')
      .on(table.pageId)
      .where(sql`${table.releasedAt} is null`),
  ],
);

/** Images by the SHA-256 of their re-encoded bytes. */
export const media = pgTable('media', {
  sha256: text('sha256').primaryKey(),
  extension: text('extension').$type<'webp' | 'png'>().notNull(),
  bytes: bytea('bytes').notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  createdAt: createdAt(),
});

export const sellerMedia = pgTable(
  'seller_media',
  {
    sellerId: uuid('seller_id')
      .notNull()
      .references(() => sellers.id),
    sha256: text('sha256')
      .notNull()
      .references(() => media.sha256),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.sellerId, table.sha256] })],
);

/** Narrower copies of images, each drawn when it was first asked for. */
export const mediaVariants = pgTable(
  'media_variants',
  {
    sha256: text('sha256')
      .notNull()
      .references(() => media.sha256, { onDelete: 'cascade' }),
    width: integer('width').notNull(),
    bytes: bytea('bytes').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.sha256, table.width] })],
);
