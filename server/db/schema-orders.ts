import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

import type { CheckoutLinkValues, Metadata } from '#domain/checkout-link.ts';
import type { FieldAnswer } from '#domain/custom-field.ts';
import type { BillingInterval, DisputeOutcome, OrderState } from '#domain/order.ts';
import type { PaymentMethodDetails, PendingPayment } from '#domain/payment-methods.ts';
import type { QuoteLine } from '#domain/quote.ts';

import { attributionColumns, createdAt, externalColumns, id, mode, reference, time } from './columns.ts';
import { pages, pageVersions, sellers } from './schema-pages.ts';

// Checkout attempts, orders and payments. Every row carries its mode.

type AttemptState = 'new' | 'open' | 'completed' | 'expired' | 'failed';

/** Terms that the buyer saw and accepted when starting the payment. */
export type Agreement = {
  required: boolean;
  accepted: boolean;
  termsUrl: string;
  privacyUrl: string;
  at: string;
  /** Exact sentence beside the checkbox; missing in attempts of earlier versions, like the hashes. */
  text?: string;
  /** SHA-256 (hex) of the sentence and its URLs. */
  textHash?: string;
  /** SHA-256 (hex) of the published config. */
  versionHash?: string;
};

/** Links that a seller's program created: a page that is filled in for one buyer. */
export const checkoutLinks = pgTable(
  'checkout_links',
  {
    id: id(),
    mode: mode(),
    sellerId: reference('seller_id', () => sellers.id),
    pageId: reference('page_id', () => pages.id),
    values: jsonb('values').$type<CheckoutLinkValues>().notNull(),
    metadata: jsonb('metadata').$type<Metadata>().notNull(),
    externalId: text('external_id'),
    /** Total of the page for these values when the link was created. */
    total: integer('total').notNull(),
    currency: text('currency').notNull(),
    successUrl: text('success_url'),
    cancelUrl: text('cancel_url'),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index().on(table.expiresAt), index().on(table.sellerId)],
);

/** One checkout attempt: written before Stripe is called, and never repriced. Amounts in minor units. */
export const checkoutAttempts = pgTable(
  'checkout_attempts',
  {
    id: id(),
    mode: mode(),
    sellerId: reference('seller_id', () => sellers.id),
    pageId: reference('page_id', () => pages.id),
    versionId: reference('version_id', () => pageVersions.id),
    accountId: text('account_id').notNull(),
    /** Token in the buyer's form. */
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
    /** The quoted lines; null in attempts of earlier versions, which have one line with the sums. */
    lines: jsonb('lines').$type<readonly QuoteLine[]>(),
    /** The chosen price option: `BASE_OPTION` or an option id; null: the page had one price. */
    plan: text('plan'),
    /** Units of the product, each of which is a unit of stock. */
    quantity: integer('quantity').notNull().default(1),
    /** Of a bundle: the pages whose products it delivers, each of which is a unit of their stock, too. */
    itemPageIds: uuid('item_page_ids')
      .array()
      .notNull()
      .default(sql`'{}'::uuid[]`),
    /** Length of the free trial; null: none. */
    trialDays: integer('trial_days'),
    /** Number of all payments of a payment plan; null for every other price. */
    installments: integer('installments'),
    /** The sentence that says what the buyer pays later and for how long; null: the price says so itself. */
    terms: text('terms'),
    answers: jsonb('answers').$type<FieldAnswer[]>().notNull().default([]),
    /** The buyer's email address as limits count it; null when none was typed. */
    buyerKey: text('buyer_key'),
    /** Keyed hash of the client address as limits count it; null in attempts of earlier versions. */
    addressKey: text('visitor_key'),
    /** Keyed hash of the cookie that shows which browser started the payment; null in attempts of earlier versions. */
    browserHash: text('browser_hash'),
    /** Whether it reserves its units of stock and a use of its coupon: paid, or still payable. */
    hasReservation: boolean('has_reservation').notNull().default(true),
    /** Return URL of a buyer who paid inside an embedding page. */
    returnTo: text('return_to'),
    /** The seller's domain where the checkout started, for the way back; null: our own host. */
    host: text('host'),
    ...attributionColumns(),
    ...externalColumns(),
    sessionId: text('session_id'),
    url: text('url'),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex().on(table.pageId, table.token),
    uniqueIndex().on(table.mode, table.accountId, table.sessionId),
    index().on(table.state, table.createdAt),
    index('checkout_attempts_started')
      .on(table.mode, table.sellerId, table.createdAt, table.pageId)
      .where(sql`${table.sessionId} is not null`),
    index('checkout_attempts_buyers')
      .on(table.mode, table.sellerId, table.buyerKey, table.pageId)
      .where(sql`${table.state} = 'completed'`),
    index('checkout_attempts_reserved')
      .on(table.pageId, table.couponCode, table.buyerKey)
      .where(sql`${table.hasReservation}`),
    index('checkout_attempts_items')
      .using('gin', table.itemPageIds)
      .where(sql`${table.hasReservation} and ${table.itemPageIds} <> '{}'`),
  ],
);

export const orders = pgTable(
  'orders',
  {
    id: id(),
    mode: mode(),
    sellerId: reference('seller_id', () => sellers.id),
    /** Order number, counted per seller and mode from 1; assigned when the order is recorded. */
    number: integer('number').notNull(),
    attemptId: reference('attempt_id', () => checkoutAttempts.id),
    pageId: reference('page_id', () => pages.id),
    versionId: reference('version_id', () => pageVersions.id),
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
    /** Product name in the purchased version. */
    productName: text('product_name').notNull().default(''),
    /** Ids of the order bumps among its lines. */
    bumps: text('bumps')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** Renewal interval; null: one-time purchase. */
    billing: text('billing').$type<BillingInterval>(),
    buyerName: text('buyer_name'),
    /** ISO 3166-1 alpha-2, from Stripe's payment page. */
    country: text('country'),
    /** Stripe's type of the payment method; null in orders of earlier versions and without a payment. */
    paymentMethod: text('payment_method'),
    paymentMethodDetails: jsonb('payment_method_details').$type<PaymentMethodDetails>(),
    /** What the buyer of a pending order must still pay outside of Stripe's page; null: nothing. */
    pendingPayment: jsonb('pending_payment').$type<PendingPayment>(),
    /** Totals of all payments of the order: received, refunded, lost to disputes. */
    // Sums over all renewals can exceed an integer.
    received: bigint('received', { mode: 'number' }).notNull().default(0),
    refunded: bigint('refunded', { mode: 'number' }).notNull().default(0),
    lost: bigint('lost', { mode: 'number' }).notNull().default(0),
    /** Worst dispute outcome; null: never disputed. */
    dispute: text('dispute').$type<DisputeOutcome>(),
    /** Search words with prefix matching: see `searchTextOf`. */
    search: text('search_text').notNull().default(''),
    /** Copied from the attempt. */
    ...attributionColumns(),
    ...externalColumns(),
    createdAt: createdAt(),
    paidAt: time('paid_at'),
    /** Last change of the order, its payments, refunds, disputes or subscription; rows of earlier versions: the update. */
    updatedAt: time('updated_at').notNull().defaultNow(),
    /** When the buyer's personal data was deleted; the ledger then no longer copies it from Stripe. */
    anonymizedAt: time('anonymized_at'),
  },
  (table) => [
    uniqueIndex().on(table.mode, table.accountId, table.sessionId),
    uniqueIndex().on(table.mode, table.sellerId, table.number),
    uniqueIndex('orders_attempt').on(table.attemptId),
    index('orders_paid').on(table.mode, table.sellerId, table.paidAt),
    index('orders_newest').on(table.mode, table.sellerId, table.createdAt, table.id),
    index('orders_updated').on(table.mode, table.sellerId, table.updatedAt),
    index('orders_subscription')
      .on(table.mode, table.accountId)
      .where(sql`${table.subscriptionId} is not null`),
    index('orders_email').on(table.mode, sql`lower(${table.email})`),
    index('orders_customer').on(table.mode, table.sellerId, sql`lower(${table.email})`),
    index('orders_external_id')
      .on(table.mode, table.sellerId, table.externalId)
      .where(sql`${table.externalId} is not null`),
    index('orders_checkout_link')
      .on(table.checkoutLinkId)
      .where(sql`${table.checkoutLinkId} is not null`),
    index('orders_search').using('gin', sql`to_tsvector('simple', ${table.search})`),
  ],
);

/**
 * Sums of a seller's orders by UTC day and everything that the order list filters by, so that a list of a million orders
 * need not read them all. A trigger on `orders` keeps them (`drizzle/0030_order_days.sql`); no code writes them.
 */
export const orderDays = pgTable(
  'order_days',
  {
    mode: mode(),
    sellerId: reference('seller_id', () => sellers.id),
    day: date('day').notNull(),
    pageId: uuid('page_id').notNull(),
    state: text('state').$type<OrderState>().notNull(),
    dispute: text('dispute').$type<DisputeOutcome>(),
    couponCode: text('coupon_code'),
    paymentMethod: text('payment_method'),
    bumps: text('bumps').array().notNull(),
    currency: text('currency').notNull(),
    /** Number of orders; 0 when all of them have moved to other rows. */
    orders: integer('orders').notNull(),
    received: bigint('received', { mode: 'number' }).notNull(),
    refunded: bigint('refunded', { mode: 'number' }).notNull(),
    lost: bigint('lost', { mode: 'number' }).notNull(),
  },
  (table) => [
    unique('order_days_key')
      .on(
        table.mode,
        table.sellerId,
        table.day,
        table.pageId,
        table.state,
        table.dispute,
        table.couponCode,
        table.paymentMethod,
        table.bumps,
        table.currency,
      )
      .nullsNotDistinct(),
  ],
);

/**
 * The lines of an order with the amounts that Stripe charged at first, written together with the order. Orders of earlier
 * versions have none and read as one line with the sums.
 */
export const orderLines = pgTable(
  'order_lines',
  {
    id: id(),
    attemptId: reference('attempt_id', () => checkoutAttempts.id),
    /** From 0, in the order of the receipt. */
    position: integer('position').notNull(),
    key: text('key').notNull(),
    name: text('name').notNull(),
    kind: text('kind').$type<QuoteLine['kind']>().notNull(),
    unit: integer('unit').notNull(),
    quantity: integer('quantity').notNull(),
    subtotal: integer('subtotal').notNull(),
    discount: integer('discount').notNull(),
    total: integer('total').notNull(),
    /** Due when the free trial ends, so not part of the order's amounts. */
    afterTrial: boolean('after_trial').notNull().default(false),
    /** Of a bundle: the page that the line is from; its price option. */
    itemPageId: uuid('item_page_id'),
    itemOptionId: text('item_option_id'),
    /** Of a product that the buyer had bought before: what they had paid for it. The line delivers nothing. */
    alreadyPaid: integer('already_paid'),
    /** Ids of Stripe's line item and product. */
    itemId: text('item_id').notNull(),
    productId: text('product_id').notNull(),
  },
  (table) => [
    uniqueIndex('order_lines_key').on(table.attemptId, table.key),
    index('order_lines_item')
      .on(table.itemPageId)
      .where(sql`${table.itemPageId} is not null`),
  ],
);

/** Attribution columns of a sale, renamed because `source` is the paid object. */
function paymentAttributionColumns() {
  const { source: visitSource, ...otherColumns } = {
    ...attributionColumns(),
    source: text('visit_source').notNull().default(''),
  };
  return { visitSource, ...otherColumns };
}

/** The table of payments: one row per one-time order, one per paid invoice of a subscription. */
export const sales = pgTable(
  'sales',
  {
    id: id(),
    mode: mode(),
    sellerId: reference('seller_id', () => sellers.id),
    accountId: text('account_id').notNull(),
    /** Stripe id of the paid session (one-time) or invoice (subscription). */
    source: text('source').notNull(),
    attemptId: reference('attempt_id', () => checkoutAttempts.id),
    /** Copied from the attempt, like the attribution, so that statistics need no join. */
    pageId: reference('page_id', () => pages.id),
    versionId: reference('version_id', () => pageVersions.id),
    couponCode: text('coupon_code'),
    ...paymentAttributionColumns(),
    /** Stripe's type of the payment method; null in payments of earlier versions. */
    paymentMethod: text('payment_method'),
    /** Object that a refund references. */
    paymentIntentId: text('payment_intent_id'),
    chargeId: text('charge_id'),
    /** True for every subscription payment after the first. */
    renewal: boolean('renewal').notNull().default(false),
    currency: text('currency').notNull(),
    amount: integer('amount').notNull(),
    /** Refunded so far; decreases again when a refund fails. */
    refunded: integer('refunded').notNull().default(0),
    /** Lost to disputes; refunds and losses never exceed the amount. */
    lost: integer('lost').notNull().default(0),
    /** Amount and returned amount in US cents, converted once when recorded and counted in that month. */
    usdCents: integer('usd_cents').notNull().default(0),
    usdRefunded: integer('usd_refunded').notNull().default(0),
    /** Units of the currency per US dollar and the source of the rate; null when no rate is known. */
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

/** Last order number of each seller and mode. */
export const orderCounters = pgTable(
  'order_counters',
  {
    sellerId: reference('seller_id', () => sellers.id),
    mode: mode(),
    lastOrderNumber: bigint('last_order_number', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.sellerId, table.mode] })],
);

/** Buyers who declined a seller's emails about new versions of files. */
export const emailOptOuts = pgTable(
  'email_opt_outs',
  {
    mode: mode(),
    sellerId: reference('seller_id', () => sellers.id),
    /** Lower case. */
    email: text('email').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.mode, table.sellerId, table.email] })],
);

/** A seller's private note about a customer: all of their orders with one email address. */
export const customerNotes = pgTable(
  'customer_notes',
  {
    mode: mode(),
    sellerId: reference('seller_id', () => sellers.id),
    /** Lower case. */
    email: text('email').notNull(),
    text: text('text').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.mode, table.sellerId, table.email] })],
);
