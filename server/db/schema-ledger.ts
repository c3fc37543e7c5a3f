import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

import type { BuyerSubscriptionStatus } from '#domain/buyer-subscription.ts';
import type { OrderEventFacts, OrderEventKind } from '#domain/order-event.ts';
import type { BillingInterval } from '#domain/order.ts';
import type { RefundReason, RefundState } from '#domain/refund.ts';

import { createdAt, id, mode, time } from './columns.ts';
import { attempts, sales } from './schema-money.ts';
import { sellers } from './schema-pages.ts';

// What becomes of an order after it was paid. Amounts in minor units.

/** Money that went back, or is to go back: asked for by the seller here, or found at the provider. */
export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    mode: mode(),
    sellerId: uuid('seller_id')
      .notNull()
      .references(() => sellers.id),
    accountId: text('account_id').notNull(),
    attemptId: uuid('attempt_id')
      .notNull()
      .references(() => attempts.id),
    saleId: uuid('sale_id')
      .notNull()
      .references(() => sales.id),
    /** The token of the press that asked for it; of a refund that was made at the provider its id there. */
    requestKey: text('request_key').notNull(),
    /** The provider's id; null until it has answered. Its metadata names our row (`refund_id`). */
    refundId: text('refund_id'),
    currency: text('currency').notNull(),
    amount: integer('amount').notNull(),
    state: text('state').$type<RefundState>().notNull(),
    reason: text('reason').$type<RefundReason>(),
    /** Why it failed, in the provider's word. */
    failure: text('failure'),
    createdAt: createdAt(),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('refunds_request').on(table.mode, table.accountId, table.requestKey),
    uniqueIndex('refunds_provider').on(table.mode, table.accountId, table.refundId),
    index('refunds_attempt').on(table.attemptId),
    index('refunds_sale').on(table.saleId),
    index('refunds_asked')
      .on(table.mode, table.createdAt)
      .where(sql`${table.state} = 'asked'`),
  ],
);

/** Payments that a buyer's bank has called into question. */
export const disputes = pgTable(
  'disputes',
  {
    id: id(),
    mode: mode(),
    sellerId: uuid('seller_id')
      .notNull()
      .references(() => sellers.id),
    accountId: text('account_id').notNull(),
    attemptId: uuid('attempt_id')
      .notNull()
      .references(() => attempts.id),
    saleId: uuid('sale_id')
      .notNull()
      .references(() => sales.id),
    disputeId: text('dispute_id').notNull(),
    currency: text('currency').notNull(),
    amount: integer('amount').notNull(),
    /** Both in the provider's words. */
    reason: text('reason').notNull(),
    status: text('status').notNull(),
    /** Until when the seller may answer. */
    dueBy: time('due_by'),
    createdAt: createdAt(),
    closedAt: time('closed_at'),
  },
  (table) => [
    uniqueIndex().on(table.mode, table.accountId, table.disputeId),
    index('disputes_attempt').on(table.attemptId),
  ],
);

/** Buyers' subscriptions, as the provider told of them last. Amounts in minor units. */
export const buyerSubscriptions = pgTable(
  'buyer_subscriptions',
  {
    id: id(),
    mode: mode(),
    sellerId: uuid('seller_id')
      .notNull()
      .references(() => sellers.id),
    accountId: text('account_id').notNull(),
    attemptId: uuid('attempt_id')
      .notNull()
      .references(() => attempts.id),
    subscriptionId: text('subscription_id').notNull(),
    customerId: text('customer_id').notNull(),
    status: text('status').$type<BuyerSubscriptionStatus>().notNull(),
    currency: text('currency').notNull(),
    /** What each renewal takes. */
    amount: integer('amount').notNull(),
    billing: text('billing').$type<BillingInterval>().notNull(),
    periodEnd: time('period_end').notNull(),
    /** Set while it is to end by itself. */
    cancelAt: time('cancel_at'),
    endedAt: time('ended_at'),
    /** The renewal that could not be taken, where it can be paid, and when the provider tries next. */
    failedInvoiceId: text('failed_invoice_id'),
    failedAt: time('failed_at'),
    payUrl: text('pay_url'),
    nextTryAt: time('next_try_at'),
    createdAt: createdAt(),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex().on(table.mode, table.accountId, table.subscriptionId),
    uniqueIndex('buyer_subscriptions_attempt').on(table.attemptId),
    index('buyer_subscriptions_newest').on(table.mode, table.sellerId, table.createdAt, table.id),
  ],
);

/** What happened to an order, for people to read; no figure is ever taken from here. Kept by attempt: it may be there before its order. */
export const orderEvents = pgTable(
  'order_events',
  {
    id: id(),
    attemptId: uuid('attempt_id')
      .notNull()
      .references(() => attempts.id),
    /** Names what happened: the same is never told twice. */
    key: text('key').notNull(),
    kind: text('kind').$type<OrderEventKind>().notNull(),
    facts: jsonb('facts').$type<OrderEventFacts>().notNull().default({}),
    at: time('at').notNull(),
  },
  (table) => [uniqueIndex('order_events_key').on(table.attemptId, table.key)],
);
