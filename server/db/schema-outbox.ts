import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { createdAt, id, time } from './columns.ts';
import { checkoutAttempts } from './schema-orders.ts';

// Outgoing email and SMS.

/** Outgoing messages: written in the transaction of their cause, sent afterwards. */
export const outbox = pgTable(
  'outbox',
  {
    id: id(),
    dedupKey: text('dedup_key').notNull().unique(),
    /** Delivery channel; the recipient is an email address or a phone number. */
    channel: text('channel').$type<'mail' | 'sms'>().notNull().default('mail'),
    kind: text('kind').notNull(),
    recipient: text('recipient').notNull(),
    props: jsonb('props').$type<Record<string, unknown>>().notNull(),
    /** `bounced`: accepted by the next mail server and returned later. */
    status: text('status').$type<'waiting' | 'sent' | 'failed' | 'bounced'>().notNull(),
    tries: integer('tries').notNull().default(0),
    nextAt: time('next_at').notNull(),
    /** Response of the mail server to the last try. */
    lastError: text('last_error'),
    /** The order that the message is about. */
    attemptId: uuid('attempt_id').references(() => checkoutAttempts.id),
    createdAt: createdAt(),
    sentAt: time('sent_at'),
  },
  (table) => [
    index().on(table.status, table.nextAt),
    index('outbox_attempt')
      .on(table.attemptId)
      .where(sql`${table.attemptId} is not null`),
    index('outbox_alerts')
      .on(table.createdAt)
      .where(sql`${table.kind} = 'operator_alert'`),
  ],
);

/** Addresses with a permanent bounce or complaint: nothing is sent there until the user asks again. */
export const suppressedAddresses = pgTable('suppressed_addresses', {
  /** Lower case. */
  address: text('address').primaryKey(),
  reason: text('reason').$type<'bounce' | 'complaint'>().notNull(),
  createdAt: createdAt(),
});
