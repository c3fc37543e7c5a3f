import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

import type { OrderState } from '#domain/order.ts';

import { createdAt, id, mode, time } from './columns.ts';
import { pages, pageVersions, sellers } from './schema-pages.ts';

// Money and mail. Every row about money carries the mode that it belongs to.

export type AttemptState = 'new' | 'open' | 'completed' | 'expired' | 'failed';

/** What the buyer saw and agreed to when they pressed pay. */
export type Agreement = {
  required: boolean;
  accepted: boolean;
  termsUrl: string;
  privacyUrl: string;
  at: string;
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
    sessionId: text('session_id'),
    url: text('url'),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex().on(table.pageId, table.token),
    uniqueIndex().on(table.mode, table.accountId, table.sessionId),
    index().on(table.state, table.createdAt),
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
    createdAt: createdAt(),
    paidAt: time('paid_at'),
  },
  (table) => [
    uniqueIndex().on(table.mode, table.accountId, table.sessionId),
    uniqueIndex().on(table.mode, table.sellerId, table.number),
    index('orders_newest').on(table.mode, table.sellerId, table.createdAt, table.id),
  ],
);

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
    /** What a refund names. */
    paymentIntentId: text('payment_intent_id'),
    currency: text('currency').notNull(),
    amount: integer('amount').notNull(),
    /** Given back so far; less again where a refund has failed. */
    refunded: integer('refunded').notNull().default(0),
    /** The amount and what was given back, in US cents: converted once, at recording, and counted in its month. */
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
    index('sales_payment').on(table.mode, table.accountId, table.paymentIntentId),
  ],
);

export type EventStatus = 'received' | 'done' | 'ignored' | 'parked';

/** The inbox of the provider's events: the row is the queue. */
export const providerEvents = pgTable(
  'provider_events',
  {
    mode: mode(),
    id: text('id').notNull(),
    scope: text('scope').$type<'platform' | 'connect'>().notNull(),
    /** Empty for events of the platform itself. */
    accountId: text('account_id').notNull(),
    type: text('type').notNull(),
    objectId: text('object_id').notNull(),
    payload: jsonb('payload').$type<unknown>().notNull(),
    status: text('status').$type<EventStatus>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAt: time('next_at').notNull(),
    lastError: text('last_error'),
    createdAt: createdAt(),
    receivedAt: time('received_at').notNull(),
    doneAt: time('done_at'),
  },
  (table) => [primaryKey({ columns: [table.mode, table.id] }), index().on(table.status, table.nextAt)],
);

/** Mail that must go out: written with what caused it, sent afterwards. */
export const outbox = pgTable(
  'outbox',
  {
    id: id(),
    dedupKey: text('dedup_key').notNull().unique(),
    /** By what way it goes: the recipient is an address, or a phone number. */
    channel: text('channel').$type<'mail' | 'sms'>().notNull().default('mail'),
    kind: text('kind').notNull(),
    recipient: text('recipient').notNull(),
    props: jsonb('props').$type<Record<string, unknown>>().notNull(),
    status: text('status').$type<'waiting' | 'sent' | 'failed'>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAt: time('next_at').notNull(),
    createdAt: createdAt(),
    sentAt: time('sent_at'),
  },
  (table) => [index().on(table.status, table.nextAt)],
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
