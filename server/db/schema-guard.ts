import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

import type { AuditAct, AuditActor } from '#domain/audit.ts';
import type { ReportOutcome, ReportReason } from '#domain/page-guard.ts';

import { createdAt, id, mode, time } from './columns.ts';
import { pages, pageVersions } from './schema-pages.ts';

// What watches over the shop: who did what, what was reported, whose cards were refused.

/** Who did what that matters; rows are added and never changed. Names people by ids alone. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: id(),
    /** The real clock. */
    at: time('at').notNull(),
    actor: text('actor').$type<AuditActor>().notNull(),
    /** Of a user or an API key; null for others. */
    actorId: uuid('actor_id'),
    /** Whose shop it was done in; null where it was none's. No reference: entries outlive what they speak of. */
    sellerId: uuid('seller_id'),
    act: text('act').$type<AuditAct>().notNull(),
    /** What it was done to: an id, a slug, a host. Never a secret, never an address of a person. */
    subject: text('subject').notNull(),
    facts: jsonb('facts').$type<Record<string, string | number | boolean | null>>().notNull().default({}),
    /** Where the request came from, as the limits count; null: nobody's request. */
    address: text('address'),
  },
  (table) => [index().on(table.sellerId, table.at), index().on(table.at)],
);

/** What somebody told us of a page. */
export const pageReports = pgTable(
  'page_reports',
  {
    id: id(),
    pageId: uuid('page_id')
      .notNull()
      .references(() => pages.id),
    /** The version that was live then. */
    versionId: uuid('version_id')
      .notNull()
      .references(() => pageVersions.id),
    reason: text('reason').$type<ReportReason>().notNull(),
    words: text('words').notNull(),
    /** Where to ask back; null: not said. */
    email: text('email'),
    createdAt: createdAt(),
    closedAt: time('closed_at'),
    outcome: text('outcome').$type<ReportOutcome>(),
  },
  (table) => [index().on(table.closedAt, table.createdAt), index().on(table.pageId)],
);

/** A payment by a card that its bank refused, as the provider tells it. Cards and people by keyed hashes only. */
export const paymentFailures = pgTable(
  'payment_failures',
  {
    mode: mode(),
    accountId: text('account_id').notNull(),
    /** The provider's id of the charge, or of the payment where no charge was made. */
    chargeId: text('charge_id').notNull(),
    pageId: uuid('page_id')
      .notNull()
      .references(() => pages.id),
    attemptId: uuid('attempt_id').notNull(),
    /** Keyed hash of the card's fingerprint; null where the provider tells none. */
    cardKey: text('card_key'),
    /** The attempt's. */
    visitorKey: text('visitor_key'),
    /** Keyed hash of the attempt's buyer key. */
    buyerKey: text('buyer_key'),
    /** The provider's word for why, as 'card_declined'. */
    code: text('code').notNull(),
    /** The provider's time, by the business clock. */
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.mode, table.accountId, table.chargeId] }),
    index().on(table.pageId, table.createdAt),
    index().on(table.visitorKey, table.createdAt),
    index().on(table.buyerKey, table.createdAt),
  ],
);

/** Visitors and buyers who have tried so many cards that they may not try more for a time. */
export const payBlocks = pgTable('pay_blocks', {
  /** A visitor's or a buyer's key. */
  subject: text('subject').primaryKey(),
  until: time('until').notNull(),
  createdAt: createdAt(),
});

/** Jobs that were begun and have not come to an end: a process that dies of one leaves its row. */
export const begunJobs = pgTable('begun_jobs', {
  /** As 'plan <id of the seller>'. */
  name: text('name').primaryKey(),
  times: integer('times').notNull(),
  begunAt: time('begun_at').notNull(),
});
