import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { createdAt, id, time } from './columns.ts';
import { attempts } from './schema-money.ts';

// What we tell people.

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
    /** `bounced`: taken by the next server, and given back later. */
    status: text('status').$type<'waiting' | 'sent' | 'failed' | 'bounced'>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAt: time('next_at').notNull(),
    /** What the next server said to the last try, in words. */
    lastError: text('last_error'),
    /** The order that it tells of. */
    attemptId: uuid('attempt_id').references(() => attempts.id),
    createdAt: createdAt(),
    sentAt: time('sent_at'),
  },
  (table) => [
    index().on(table.status, table.nextAt),
    index('outbox_attempt')
      .on(table.attemptId)
      .where(sql`${table.attemptId} is not null`),
  ],
);

/** Addresses that mail came back from for good: nothing is sent there until somebody writes from there or asks anew. */
export const suppressedAddresses = pgTable('suppressed_addresses', {
  /** Lower case. */
  address: text('address').primaryKey(),
  reason: text('reason').$type<'bounce' | 'complaint'>().notNull(),
  createdAt: createdAt(),
});
