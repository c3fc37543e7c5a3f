import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';

import type { Metadata } from '#domain/checkout-link.ts';
import { PAUSE_CAUSES } from '#domain/page-moderation.ts';
import type { AccountPaymentMethods } from '#domain/payment-methods.ts';

import { bytea, createdAt, id, mode, reference, time } from './columns.ts';
import { users } from './schema-users.ts';

// Sellers, their Stripe accounts and their pages.

export const sellers = pgTable('sellers', {
  id: id(),
  userId: reference('user_id', () => users.id).unique(),
  /** Whether the seller gets an email for each sale and renewal. */
  saleNotices: boolean('sale_notices').notNull().default(true),
  /** IANA time zone in which the seller's days are counted; null: not chosen, UTC. */
  timeZone: text('time_zone'),
  createdAt: createdAt(),
});

export const providerAccounts = pgTable(
  'stripe_accounts',
  {
    id: id(),
    sellerId: reference('seller_id', () => sellers.id),
    mode: mode(),
    /** Increases when a new account follows a disconnected one; part of the idempotency key that creates it. */
    generation: integer('generation').notNull(),
    /** Null until Stripe has answered. */
    accountId: text('account_id'),
    detailsSubmitted: boolean('details_submitted').notNull().default(false),
    chargesEnabled: boolean('charges_enabled').notNull().default(false),
    disabledReason: text('disabled_reason'),
    businessName: text('business_name'),
    /** ISO 3166-1 alpha-2. Null until the account is fetched again after this column was added. */
    country: text('country'),
    /** Payment methods of the account, and when they were fetched, by the system clock. */
    paymentMethods: jsonb('payment_methods').$type<AccountPaymentMethods>(),
    paymentMethodsCheckedAt: time('payment_methods_checked_at'),
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
    sellerId: reference('seller_id', () => sellers.id),
    /** Number of the live version; 0 before the first publication. */
    liveVersion: integer('live_version').notNull().default(0),
    /** Name chosen by the seller; null: the product name is used. */
    name: text('name'),
    /** Source of an import, such as 'stripe:prod_123'; null: created here. */
    importedFrom: text('imported_from'),
    /** Data of the seller's program. */
    metadata: jsonb('metadata').$type<Metadata>().notNull().default({}),
    externalId: text('external_id'),
    createdAt: createdAt(),
    updatedAt: time('updated_at').notNull(),
    /** Unpublished; the next publication clears it. */
    unpublishedAt: time('unpublished_at'),
    archivedAt: time('archived_at'),
    /** Deleted for seller and buyers; the row stays for its orders. */
    deletedAt: time('deleted_at'),
    /** Suspended by the operator, with the reason shown to the seller. */
    suspendedAt: time('suspended_at'),
    suspensionReason: text('suspension_reason'),
    /** Payments are paused until then; system time. */
    pausedUntil: time('paused_until'),
    /** Cause of the pause; null in rows of earlier versions: declined cards. */
    pauseCause: text('pause_cause', { enum: PAUSE_CAUSES }),
    /** Declined cards before this time no longer count, because a pause began or ended. */
    failuresCountedFrom: time('failures_counted_from'),
  },
  (table) => [
    index().on(table.sellerId, table.updatedAt),
    index('pages_imported')
      .on(table.sellerId, table.importedFrom)
      .where(sql`${table.importedFrom} is not null`),
  ],
);

export const drafts = pgTable('drafts', {
  pageId: reference('page_id', () => pages.id, { onDelete: 'cascade' }).primaryKey(),
  schema: integer('schema').notNull(),
  config: jsonb('config').$type<unknown>().notNull(),
  revision: integer('revision').notNull(),
  /** Draft revision of the live version. */
  publishedRevision: integer('published_revision').notNull().default(0),
  updatedAt: time('updated_at').notNull(),
});

/** Immutable published versions, numbered from 1 within a page. */
export const pageVersions = pgTable(
  'page_versions',
  {
    id: id(),
    pageId: reference('page_id', () => pages.id),
    number: integer('number').notNull(),
    schema: integer('schema').notNull(),
    config: jsonb('config').$type<unknown>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex().on(table.pageId, table.number)],
);

/** Social preview image of a version; rendered on first request. */
export const socialImages = pgTable('social_images', {
  versionId: reference('version_id', () => pageVersions.id).primaryKey(),
  bytes: bytea('bytes').notNull(),
  createdAt: createdAt(),
});

/** Font files with a part of a font's characters, and the stylesheets that declare them. Names contain a hash. */
export const fontFiles = pgTable(
  'font_files',
  {
    name: text('name').primaryKey(),
    bytes: bytea('bytes').notNull(),
    /** When a page last began or ceased to use the file. */
    usedAt: time('used_at').notNull(),
  },
  (table) => [index().on(table.usedAt)],
);

/** Font files of a live version; made in the background. */
export const pageFonts = pgTable(
  'page_fonts',
  {
    versionId: reference('version_id', () => pageVersions.id),
    /** Format of the build that made them. During an update, builds with different formats run side by side. */
    format: text('format').notNull(),
    stylesheet: text('stylesheet').notNull(),
    files: jsonb('files').$type<string[]>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.versionId, table.format] }),
    index().on(table.createdAt),
    index().on(table.stylesheet),
    index().using('gin', table.files),
  ],
);

/** Generated single-use codes of a batch coupon. `batch`: the coupon's code, which is their prefix. */
export const couponCodes = pgTable(
  'coupon_codes',
  {
    id: id(),
    sellerId: reference('seller_id', () => sellers.id),
    pageId: reference('page_id', () => pages.id),
    batch: text('batch').notNull(),
    /** Keyed hash, by which buyers' codes are found. */
    codeHash: text('code_hash').notNull(),
    /** The encrypted code, for the seller's export. */
    sealedCode: text('sealed_code').notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex().on(table.pageId, table.codeHash), index().on(table.pageId, table.batch)],
);

/** Current and former slugs. One slug of a page is current, the others redirect to it. */
export const slugs = pgTable(
  'slugs',
  {
    slug: text('slug').primaryKey(),
    pageId: reference('page_id', () => pages.id),
    sellerId: reference('seller_id', () => sellers.id),
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
    sellerId: reference('seller_id', () => sellers.id),
    sha256: text('sha256')
      .notNull()
      .references(() => media.sha256),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.sellerId, table.sha256] })],
);

/** Narrower copies of images, each rendered on first request. */
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
