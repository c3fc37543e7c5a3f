import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

import { createdAt, mode, time } from './columns.ts';

// What the provider tells us.

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
    /** The ids that its body names (charge, customer, …): whom to ask about. Nothing else of a body is kept. */
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
    index('provider_events_due')
      .on(table.mode, table.nextAt)
      .where(sql`${table.status} = 'received'`),
    index('provider_events_parked')
      .on(table.mode, table.receivedAt)
      .where(sql`${table.status} = 'parked'`),
  ],
);

/** Up to where an account's events have been listed, and when that is done next. */
export const eventCursors = pgTable(
  'event_cursors',
  {
    mode: mode(),
    /** Empty for the platform itself. */
    accountId: text('account_id').notNull(),
    /** The provider's time of the newest event that was listed. */
    listedTo: time('listed_to').notNull(),
    nextAt: time('next_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.mode, table.accountId] }), index().on(table.mode, table.nextAt)],
);
