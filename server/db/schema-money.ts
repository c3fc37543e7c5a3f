import { sql } from 'drizzle-orm';
import {
  bigint,
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

import type { FieldAnswer } from '#domain/custom-field.ts';
import type { BillingInterval, DisputeOutcome, OrderState } from '#domain/order.ts';

import { createdAt, id, mode, time, visitColumns } from './columns.ts';
import { pages, pageVersions, sellers } from './schema-pages.ts';

// Money. Every row about money carries the mode that it belongs to.

export type AttemptState = 'new' | 'open' | 'completed' | 'expired' | 'failed';

/** What the buyer saw and agreed to when they pressed pay. */
export type Agreement = {
  required: boolean;
  accepted: boolean;
  termsUrl: string;
  privacyUrl: string;
  at: string;
  /** The sentence beside the box, word for word; missing in attempts of earlier versions, like the hashes. */
  text?: string;
  /** SHA-256 (hex) of the sentence and its addresses. */
  textHash?: string;
  /** SHA-256 (hex) of the published config that was bought from. */
  versionHash?: string;
};

/** One press of pay: written before the provider is called, and never priced again. Amounts in minor units. */
export const attempts = pgTable(
  'attempts',
  {
    id: id(),
    mode: mode(),
    sellerId: uuid('seller_id')
      .notNull()
      .references(() => sellers.id),
    pageId: uuid('page_id')
      .notNull()
      .references(() => pages.id),
    versionId: uuid('version_id')
      .notNull()
      .references(() => pageVersions.id),
    accountId: text('account_id').notNull(),
    /** The token in the buyer's form. */
    token: uuid('token').notNull(),
    state: text('state').$type<AttemptState>().notNull(),
    currency: text('currency').notNull(),
    original: integer('original').notNull(),
    discount: integer('discount').notNull(),
    total: integer('total').notNull(),
    couponCode: text('coupon_code'),
    email: text('email'),
    agreement: jsonb('agreement').$type<Agreement>().notNull(),
    slug: text('slug').notNull(),
    /** The price that was chosen among several: `BASE_OPTION` or an option's id; null: there was one. */
    plan: text('plan'),
    answers: jsonb('answers').$type<FieldAnswer[]>().notNull().default([]),
    /** The buyer's address as limits count it; null where none was typed. */
    buyerKey: text('buyer_key'),
    /** Keyed hash of the address that pay was pressed from, as limits count it; null in attempts of earlier versions. */
    visitorKey: text('visitor_key'),
    /** Whether it takes a piece of stock and a use of its coupon: paid, or still to be paid. */
    holds: boolean('holds').notNull().default(true),
    /** Where the buyer is brought back to who pressed pay inside another page. */
    returnTo: text('return_to'),
    /** The domain of the seller's own on which pay was pressed, to come back to; null: ours. */
    host: text('host'),
    ...visitColumns(),
    sessionId: text('session_id'),
    url: text('url'),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex().on(table.pageId, table.token),
    uniqueIndex().on(table.mode, table.accountId, table.sessionId),
    index().on(table.state, table.createdAt),
    index('attempts_started')
      .on(table.mode, table.sellerId, table.createdAt, table.pageId)
      .where(sql`${table.sessionId} is not null`),
    index('attempts_holding')
      .on(table.pageId, table.couponCode, table.buyerKey)
      .where(sql`${table.holds}`),
  ],
);

export const orders = pgTable(
  'orders',
  {
    id: id(),
    mode: mode(),
    sellerId: uuid('seller_id')
      .notNull()
      .references(() => sellers.id),
    /** Counted within a seller and mode, from 1; given when the order is recorded. */
    number: integer('number').notNull(),
    attemptId: uuid('attempt_id')
      .notNull()
      .references(() => attempts.id),
    pageId: uuid('page_id')
      .notNull()
      .references(() => pages.id),
    versionId: uuid('version_id')
      .notNull()
      .references(() => pageVersions.id),
    accountId: text('account_id').notNull(),
    sessionId: text('session_id').notNull(),
    paymentIntentId: text('payment_intent_id'),
    subscriptionId: text('subscription_id'),
    state: text('state').$type<OrderState>().notNull(),
    email: text('email'),
    currency: text('currency').notNull(),
    original: integer('original').notNull(),
    discount: integer('discount').notNull(),
    total: integer('total').notNull(),
    couponCode: text('coupon_code'),
    /** As it was called in the version that was bought from. */
    productName: text('product_name').notNull().default(''),
    /** How often it renews; null: bought once. */
    billing: text('billing').$type<BillingInterval>(),
    buyerName: text('buyer_name'),
    /** ISO 3166-1 alpha-2, as the buyer typed it on the provider's page. */
    country: text('country'),
    /** What all payments of the order brought in so far, and what was given back of it or lost to disputes. */
    // Sums over all renewals: they can pass what an integer holds.
    received: bigint('received', { mode: 'number' }).notNull().default(0),
    refunded: bigint('refunded', { mode: 'number' }).notNull().default(0),
    lost: bigint('lost', { mode: 'number' }).notNull().default(0),
    /** The worst that a dispute has come to; null: never disputed. */
    dispute: text('dispute').$type<DisputeOutcome>(),
    /** Words to be found by, each typed prefix of which finds it: see `searchTextOf`. */
    search: text('search').notNull().default(''),
    /** The attempt's. */
    ...visitColumns(),
    createdAt: createdAt(),
    paidAt: time('paid_at'),
  },
  (table) => [
    uniqueIndex().on(table.mode, table.accountId, table.sessionId),
    uniqueIndex().on(table.mode, table.sellerId, table.number),
    uniqueIndex('orders_attempt').on(table.attemptId),
    index('orders_paid').on(table.mode, table.sellerId, table.paidAt),
    index('orders_newest').on(table.mode, table.sellerId, table.createdAt, table.id),
    index('orders_subscription')
      .on(table.mode, table.accountId)
      .where(sql`${table.subscriptionId} is not null`),
    index('orders_email').on(table.mode, sql`lower(${table.email})`),
    index('orders_search').using('gin', sql`to_tsvector('simple', ${table.search})`),
  ],
);

/** `source` of a sale is what was paid. */
function saleVisitColumns() {
  const { source: visitSource, ...others } = {
    ...visitColumns(),
    source: text('visit_source').notNull().default(''),
  };
  return { visitSource, ...others };
}

/** Money that came in: one row for a one-time order, one for each paid invoice of a subscription. */
export const sales = pgTable(
  'sales',
  {
    id: id(),
    mode: mode(),
    sellerId: uuid('seller_id')
      .notNull()
      .references(() => sellers.id),
    accountId: text('account_id').notNull(),
    /** The provider's session (one-time) or invoice (subscription) that was paid. */
    source: text('source').notNull(),
    attemptId: uuid('attempt_id')
      .notNull()
      .references(() => attempts.id),
    /** The attempt's, like where its buyer came from: figures are read without asking for it. */
    pageId: uuid('page_id')
      .notNull()
      .references(() => pages.id),
    versionId: uuid('version_id')
      .notNull()
      .references(() => pageVersions.id),
    couponCode: text('coupon_code'),
    ...saleVisitColumns(),
    /** What a refund names. */
    paymentIntentId: text('payment_intent_id'),
    chargeId: text('charge_id'),
    /** Of a subscription: every payment after the first one. */
    renewal: boolean('renewal').notNull().default(false),
    currency: text('currency').notNull(),
    amount: integer('amount').notNull(),
    /** Given back so far; less again where a refund has failed. */
    refunded: integer('refunded').notNull().default(0),
    /** Lost to disputes; together with what was given back never more than the amount. */
    lost: integer('lost').notNull().default(0),
    /** The amount, and what was given back or lost, in US cents: converted once, at recording, and counted in its month. */
    usdCents: integer('usd_cents').notNull().default(0),
    usdRefunded: integer('usd_refunded').notNull().default(0),
    /** Units of the currency for one US dollar, and where that was taken from; null where no rate is known. */
    fxRate: text('fx_rate'),
    fxSource: text('fx_source'),
    paidAt: time('paid_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex().on(table.mode, table.accountId, table.source),
    index().on(table.mode, table.sellerId, table.paidAt),
    index('sales_attempt').on(table.attemptId),
    index('sales_payment').on(table.mode, table.accountId, table.paymentIntentId),
    index('sales_refunded')
      .on(table.mode, table.accountId)
      .where(sql`${table.refunded} > 0`),
  ],
);

/** The last number that was given in a seller's row of orders. */
export const counters = pgTable(
  'counters',
  {
    sellerId: uuid('seller_id')
      .notNull()
      .references(() => sellers.id),
    mode: mode(),
    lastOrder: bigint('last_order', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.sellerId, table.mode] })],
);
