import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';

import type { BuyerSubscriptionStatus } from '#domain/buyer-subscription.ts';
import type { OrderEventFacts, OrderEventKind } from '#domain/order-event.ts';
import type { BillingInterval } from '#domain/order.ts';
import type { RefundReason, RefundState } from '#domain/refund.ts';

import { createdAt, id, mode, reference, time } from './columns.ts';
import { checkoutAttempts, orderLines, sales } from './schema-orders.ts';
import { sellers } from './schema-pages.ts';

// Events after payment: refunds, disputes, subscriptions, order history. Amounts in minor units.

/** Refunds that were requested here or found at Stripe. */
export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    mode: mode(),
    sellerId: reference('seller_id', () => sellers.id),
    accountId: text('account_id').notNull(),
    attemptId: reference('attempt_id', () => checkoutAttempts.id),
    saleId: reference('sale_id', () => sales.id),
    /** Idempotency key of the seller's request; for a refund made at Stripe, its Stripe id. */
    idempotencyKey: text('idempotency_key').notNull(),
    /** Stripe's id; null until Stripe has answered. Its metadata names our row (`refund_id`). */
    refundId: text('stripe_refund_id'),
    currency: text('currency').notNull(),
    amount: integer('amount').notNull(),
    state: text('state').$type<RefundState>().notNull(),
    reason: text('reason').$type<RefundReason>(),
    /** Stripe's failure reason. */
    failureReason: text('failure_reason'),
    createdAt: createdAt(),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('refunds_idempotency_key').on(table.mode, table.accountId, table.idempotencyKey),
    uniqueIndex('refunds_stripe_id').on(table.mode, table.accountId, table.refundId),
    index('refunds_attempt').on(table.attemptId),
    index('refunds_sale').on(table.saleId),
    index('refunds_requested')
      .on(table.mode, table.createdAt)
      .where(sql`${table.state} = 'asked'`),
  ],
);

/** The lines that a refund is for, written together with it. A refund of an amount without lines has none. */
export const refundLines = pgTable(
  'refund_lines',
  {
    refundId: reference('refund_id', () => refunds.id),
    orderLineId: reference('order_line_id', () => orderLines.id),
    amount: integer('amount').notNull(),
    /** Refunded units of the line; null: only an amount was refunded. */
    quantity: integer('quantity'),
  },
  (table) => [primaryKey({ columns: [table.refundId, table.orderLineId] }), index().on(table.orderLineId)],
);

/** Disputes of payments. */
export const disputes = pgTable(
  'disputes',
  {
    id: id(),
    mode: mode(),
    sellerId: reference('seller_id', () => sellers.id),
    accountId: text('account_id').notNull(),
    attemptId: reference('attempt_id', () => checkoutAttempts.id),
    saleId: reference('sale_id', () => sales.id),
    disputeId: text('stripe_dispute_id').notNull(),
    currency: text('currency').notNull(),
    amount: integer('amount').notNull(),
    /** Reason and status as in Stripe. */
    reason: text('reason').notNull(),
    status: text('status').notNull(),
    /** Deadline for the seller's evidence. */
    dueBy: time('due_by'),
    createdAt: createdAt(),
    closedAt: time('closed_at'),
    /** Rows of earlier versions: the update. */
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex().on(table.mode, table.accountId, table.disputeId),
    index('disputes_attempt').on(table.attemptId),
  ],
);

/** Buyers' subscriptions, as last fetched from Stripe. Amounts in minor units. */
export const buyerSubscriptions = pgTable(
  'buyer_subscriptions',
  {
    id: id(),
    mode: mode(),
    sellerId: reference('seller_id', () => sellers.id),
    accountId: text('account_id').notNull(),
    attemptId: reference('attempt_id', () => checkoutAttempts.id),
    subscriptionId: text('subscription_id').notNull(),
    customerId: text('customer_id').notNull(),
    status: text('status').$type<BuyerSubscriptionStatus>().notNull(),
    currency: text('currency').notNull(),
    /** Amount of each renewal. */
    amount: integer('amount').notNull(),
    billing: text('billing').$type<BillingInterval>().notNull(),
    periodEnd: time('period_end').notNull(),
    /** Set when the subscription is scheduled to end. */
    cancelAt: time('cancel_at'),
    endedAt: time('ended_at'),
    /** End of the free trial; stays afterwards. */
    trialEndsAt: time('trial_ends_at'),
    /** Stripe's schedule that ends a payment plan, once it is complete. */
    scheduleId: text('schedule_id'),
    /** Failed renewal invoice, its payment page, and the time of Stripe's next attempt. */
    failedInvoiceId: text('failed_invoice_id'),
    failedAt: time('failed_at'),
    payUrl: text('pay_url'),
    nextRetryAt: time('next_retry_at'),
    createdAt: createdAt(),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex().on(table.mode, table.accountId, table.subscriptionId),
    uniqueIndex('buyer_subscriptions_attempt').on(table.attemptId),
    index('buyer_subscriptions_newest').on(table.mode, table.sellerId, table.createdAt, table.id),
    index('buyer_subscriptions_trials')
      .on(table.mode, table.trialEndsAt)
      .where(sql`${table.status} = 'trialing'`),
  ],
);

/** Order history for display; no amount is computed from it. Keyed by attempt, because an event may precede its order. */
export const orderEvents = pgTable(
  'order_events',
  {
    id: id(),
    attemptId: reference('attempt_id', () => checkoutAttempts.id),
    /** Identifies the event, so that it is recorded only once. */
    key: text('key').notNull(),
    kind: text('kind').$type<OrderEventKind>().notNull(),
    facts: jsonb('facts').$type<OrderEventFacts>().notNull().default({}),
    at: time('at').notNull(),
  },
  (table) => [uniqueIndex('order_events_key').on(table.attemptId, table.key)],
);
