import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

import { createdAt, mode, time } from './columns.ts';

// Stripe events.

export type EventStatus = 'received' | 'done' | 'ignored' | 'dead_lettered';

/** Inbox of Stripe events; the rows are the queue. */
export const stripeEvents = pgTable(
  'stripe_events',
  {
    mode: mode(),
    id: text('id').notNull(),
    scope: text('scope').$type<'platform' | 'connect'>().notNull(),
    /** Empty for events of the platform account. */
    accountId: text('account_id').notNull(),
    type: text('type').notNull(),
    objectId: text('object_id').notNull(),
    /** Ids of related objects in the event body (charge, customer, …). The rest of the body is not stored. */
    refs: jsonb('refs').$type<Record<string, string>>().notNull().default({}),
    status: text('status').$type<EventStatus>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAt: time('next_at').notNull(),
    lastError: text('last_error'),
    createdAt: createdAt(),
    receivedAt: time('received_at').notNull(),
    doneAt: time('done_at'),
  },
  (table) => [
    primaryKey({ columns: [table.mode, table.id] }),
    index('stripe_events_due')
      .on(table.mode, table.nextAt)
      .where(sql`${table.status} = 'received'`),
    index('stripe_events_dead_lettered')
      .on(table.mode, table.receivedAt)
      .where(sql`${table.status} = 'dead_lettered'`),
  ],
);

/** Time up to which an account's events were listed, and when to list them next. */
export const reconcileCursors = pgTable(
  'reconcile_cursors',
  {
    mode: mode(),
    /** Empty for the platform account. */
    accountId: text('account_id').notNull(),
    /** Stripe's creation time of the newest listed event. */
    listedUntil: time('listed_until').notNull(),
    nextAt: time('next_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.mode, table.accountId] }), index().on(table.mode, table.nextAt)],
);
