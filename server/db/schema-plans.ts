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

import type { PlanId } from '#domain/plans.ts';
import type { Card, DueInvoice, ProviderStatus } from '#domain/subscription.ts';

import { createdAt, id, mode, reference, time } from './columns.ts';
import { sellers } from './schema-pages.ts';

// Sellers' plans, their sales volume and automatic upgrades.

/**
 * A seller's own subscription as last fetched from Stripe: one row per seller and mode, written only with fetched data.
 * Dates use the business clock unless noted otherwise.
 */
export const planSubscriptions = pgTable(
  'plan_subscriptions',
  {
    sellerId: reference('seller_id', () => sellers.id),
    mode: mode(),
    /** Stripe customer; null until created. */
    customerId: text('customer_id'),
    /** The newest subscription; null until created. */
    subscriptionId: text('subscription_id'),
    /** Number of subscriptions started; part of their idempotency keys. Only the first has a trial. */
    generation: integer('generation').notNull(),
    /** Plan with which this generation started: the first of several concurrent requests. */
    chosenPlan: text('chosen_plan').$type<PlanId>().notNull(),
    /** Set when one response has shown the trial welcome; only one of several concurrent calls gets it. */
    welcomedAt: time('welcomed_at'),
    /** Null until fetched from Stripe. */
    status: text('status').$type<ProviderStatus>(),
    /** Plan of the subscription item. */
    plan: text('plan').$type<PlanId>(),
    /** Monthly price in US cents; null without a running subscription. */
    price: integer('price'),
    /** Announced price and the renewal at which it starts; null when none is announced. */
    newPrice: integer('new_price'),
    newPriceAt: time('new_price_at'),
    trialEndsAt: time('trial_ends_at'),
    currentPeriodEnd: time('current_period_end'),
    cancelAt: time('cancel_at'),
    pendingPlan: text('pending_plan').$type<PlanId>(),
    pendingPlanAt: time('pending_plan_at'),
    due: jsonb('due').$type<DueInvoice>(),
    card: jsonb('card').$type<Card>(),
    accessUntil: time('access_until').notNull(),
    /** Access state that public documents last received; a change of this column notifies them. */
    accessAnnounced: boolean('access_announced').notNull().default(false),
    /** Time of the next check: an email, an end, a renewal, or at the latest a day later. */
    dueAt: time('due_at').notNull(),
    syncedAt: time('synced_at'),
    /** Incremented by each write: data fetched before another write must be fetched again. */
    version: integer('version').notNull().default(0),
    /** System time. Lease of a running plan change; concurrent changes are refused. */
    changingUntil: time('changing_until'),
    /** Number of finished changes; part of their idempotency keys. */
    changes: integer('changes').notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.sellerId, table.mode] }),
    uniqueIndex().on(table.mode, table.customerId),
    index().on(table.mode, table.dueAt),
    index('plan_access_ends').on(table.mode, table.accessAnnounced, table.accessUntil),
  ],
);

/** Sales of a seller per UTC month, updated with each sale and refund. US cents, net of refunds. */
export const monthlySales = pgTable(
  'monthly_sales',
  {
    sellerId: reference('seller_id', () => sellers.id),
    mode: mode(),
    /** `2026-11`. */
    month: text('month').notNull(),
    usdCents: bigint('usd_cents', { mode: 'number' }).notNull(),
    transactions: integer('transactions').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sellerId, table.mode, table.month] })],
);

export type UpgradeState = 'waiting' | 'done' | 'needs_payment' | 'skipped';

/** Automatic upgrade to a larger plan: once per month and plan, however often the limit is exceeded. */
export const planUpgrades = pgTable(
  'plan_upgrades',
  {
    id: id(),
    mode: mode(),
    sellerId: reference('seller_id', () => sellers.id),
    month: text('month').notNull(),
    fromPlan: text('from_plan').$type<PlanId>().notNull(),
    toPlan: text('to_plan').$type<PlanId>().notNull(),
    state: text('state').$type<UpgradeState>().notNull(),
    /** Immediate charge in US cents. */
    charged: integer('charged').notNull().default(0),
    tries: integer('tries').notNull().default(0),
    /** End of the lease, or time of the next try. */
    nextAt: time('next_at').notNull(),
    createdAt: createdAt(),
    doneAt: time('done_at'),
  },
  (table) => [
    uniqueIndex().on(table.mode, table.sellerId, table.month, table.toPlan),
    index().on(table.state, table.nextAt),
  ],
);

/**
 * Keyed hashes of the email addresses and Stripe accounts that had a trial. The rows outlive the account: a seller who
 * returns gets no second trial.
 */
export const usedTrials = pgTable(
  'used_trials',
  {
    mode: mode(),
    keyHash: text('key_hash').notNull(),
    /** The seller who had the trial. */
    sellerId: uuid('seller_id').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.mode, table.keyHash] })],
);

/** Keys of the hashes in `used_trials`, encrypted with AUTH_SECRET: the hashes stay valid when that secret changes. */
export const trialHashKeys = pgTable('trial_hash_keys', {
  /** `1` for the first key; a next one follows only when no earlier one can be decrypted. */
  id: text('id').primaryKey(),
  sealedKey: text('sealed_key').notNull(),
  createdAt: createdAt(),
});
