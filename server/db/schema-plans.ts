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

import { createdAt, id, mode, time } from './columns.ts';
import { sellers } from './schema-pages.ts';

// What sellers pay us, and what it is measured by.

/**
 * A seller's own subscription, as the provider told it last: one row for each seller and mode, written only with what
 * was just fetched. Dates are of the business clock unless they say otherwise.
 */
export const planSubscriptions = pgTable(
  'plan_subscriptions',
  {
    sellerId: uuid('seller_id')
      .notNull()
      .references(() => sellers.id),
    mode: mode(),
    /** The provider's customer; null until it was made. */
    customerId: text('customer_id'),
    /** The newest subscription; null until it was made. */
    subscriptionId: text('subscription_id'),
    /** Counts the subscriptions that were begun: part of their idempotency keys. Only the first has a trial. */
    generation: integer('generation').notNull(),
    /** What this generation was begun with: the first wish of several at once. */
    chosenPlan: text('chosen_plan').$type<PlanId>().notNull(),
    /** Whom the answer of the trial's creation greeted; one of several calls at once. */
    greetedAt: time('greeted_at'),
    /** Null until the provider has told. */
    status: text('status').$type<ProviderStatus>(),
    /** Of the subscription's item. */
    plan: text('plan').$type<PlanId>(),
    /** What the seller pays a month, minor units of US dollars. Null while nothing runs. */
    price: integer('price'),
    /** The announced price, and the renewal at which it begins; null when none is announced. */
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
    /** What public documents were last told: the clock's own end of access is told when this turns. */
    accessTold: boolean('access_told').notNull().default(false),
    /** When this row must be looked at again: a mail, an end, a renewal, or simply a day later. */
    dueAt: time('due_at').notNull(),
    syncedAt: time('synced_at'),
    /** Raised by each write: what was fetched before another write is fetched again. */
    version: integer('version').notNull().default(0),
    /** Real time. A change of the plan is under way until then; whoever finds it running comes too late. */
    changingUntil: time('changing_until'),
    /** Counts the changes that came to an end: part of their idempotency keys. */
    changes: integer('changes').notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.sellerId, table.mode] }),
    uniqueIndex().on(table.mode, table.customerId),
    index().on(table.mode, table.dueAt),
    index('plan_access_ends').on(table.mode, table.accessTold, table.accessUntil),
  ],
);

/** What a seller sold in a UTC month, kept with each sale and refund. US cents, net of refunds. */
export const monthlySales = pgTable(
  'monthly_sales',
  {
    sellerId: uuid('seller_id')
      .notNull()
      .references(() => sellers.id),
    mode: mode(),
    /** `2026-11`. */
    month: text('month').notNull(),
    usdCents: bigint('usd_cents', { mode: 'number' }).notNull(),
    transactions: integer('transactions').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sellerId, table.mode, table.month] })],
);

export type UpgradeState = 'waiting' | 'done' | 'needs_payment' | 'skipped';

/** An automatic move to a larger plan: once for each month and plan, whatever crosses the limit how often. */
export const planUpgrades = pgTable(
  'plan_upgrades',
  {
    id: id(),
    mode: mode(),
    sellerId: uuid('seller_id')
      .notNull()
      .references(() => sellers.id),
    month: text('month').notNull(),
    fromPlan: text('from_plan').$type<PlanId>().notNull(),
    toPlan: text('to_plan').$type<PlanId>().notNull(),
    state: text('state').$type<UpgradeState>().notNull(),
    /** Charged at once. US cents. */
    charged: integer('charged').notNull().default(0),
    attempts: integer('attempts').notNull().default(0),
    /** The lease of whoever works on it, or the next try. */
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
