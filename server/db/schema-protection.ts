import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

import type { AuditAction, AuditActor } from '#domain/audit.ts';
import type { ReportOutcome, ReportReason } from '#domain/page-moderation.ts';

import { createdAt, id, mode, reference, time } from './columns.ts';
import { pages, pageVersions } from './schema-pages.ts';

// Audit log, page reports, card-testing protection and the crash-loop guard.

/** Audit log; rows are added and never changed. People are identified by ids only. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: id(),
    /** System time. */
    at: time('at').notNull(),
    actor: text('actor').$type<AuditActor>().notNull(),
    /** Id of the user or API key; null for other actors. */
    actorId: uuid('actor_id'),
    /** The seller concerned; null when there is none. No foreign key: entries outlive the seller. */
    sellerId: uuid('seller_id'),
    action: text('action').$type<AuditAction>().notNull(),
    /** Object of the action: an id, a slug or a host. Never a secret or a person's address. */
    subject: text('subject').notNull(),
    facts: jsonb('facts').$type<Record<string, string | number | boolean | null>>().notNull().default({}),
    /** Client address as used by rate limits; null without a request. */
    address: text('address'),
  },
  (table) => [index().on(table.sellerId, table.at), index().on(table.at)],
);

export const pageReports = pgTable(
  'page_reports',
  {
    id: id(),
    pageId: reference('page_id', () => pages.id),
    /** The version that was live then. */
    versionId: reference('version_id', () => pageVersions.id),
    reason: text('reason').$type<ReportReason>().notNull(),
    message: text('message').notNull(),
    /** Reply address; null when none was given. */
    email: text('email'),
    createdAt: createdAt(),
    closedAt: time('closed_at'),
    outcome: text('outcome').$type<ReportOutcome>(),
  },
  (table) => [index().on(table.closedAt, table.createdAt), index().on(table.pageId)],
);

/** Declined card payments as reported by Stripe. Cards and people are stored as keyed hashes only. */
export const paymentFailures = pgTable(
  'payment_failures',
  {
    mode: mode(),
    accountId: text('account_id').notNull(),
    /** Stripe id of the charge, or of the payment when no charge was created. */
    chargeId: text('charge_id').notNull(),
    pageId: reference('page_id', () => pages.id),
    attemptId: uuid('attempt_id').notNull(),
    /** Keyed hash of the card fingerprint; null when Stripe gives none. */
    cardKey: text('card_key'),
    /** The attempt's visitor key. */
    addressKey: text('visitor_key'),
    /** Keyed hash of the attempt's buyer key. */
    buyerKey: text('buyer_key'),
    /** Stripe's decline code, such as 'card_declined'. */
    code: text('code').notNull(),
    /** Stripe's time, on the business clock. */
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.mode, table.accountId, table.chargeId] }),
    index().on(table.pageId, table.createdAt),
    index().on(table.addressKey, table.createdAt),
    index().on(table.buyerKey, table.createdAt),
  ],
);

/** Visitors and buyers who are blocked for some time because they tried too many cards. */
export const cardTestingBlocks = pgTable('card_testing_blocks', {
  /** Visitor key or buyer key. */
  subject: text('subject').primaryKey(),
  blockedUntil: time('blocked_until').notNull(),
  createdAt: createdAt(),
});

/** Job starts without an end: a process that crashes during a job leaves its row. */
export const jobStarts = pgTable('job_starts', {
  /** Such as 'plan <seller id>'. */
  name: text('name').primaryKey(),
  starts: integer('starts').notNull(),
  startedAt: time('started_at').notNull(),
});
