import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

import { createdAt, id, time } from './columns.ts';
import { pages, sellers } from './schema-pages.ts';

/** What a check found. */
export type DomainFinding = {
  /** Where the proof belongs. */
  txt: string[];
  /** Names at which the proof stands instead. */
  misplaced: string[];
  /** Where the host leads by CNAME, step by step. */
  cname: string[];
  addresses: string[];
  /** The addresses that were the shop's own then. */
  ours: string[];
  /** Why nothing could be found out, as a code of node:dns; null: it could. */
  fault: string | null;
};

/** Names of sellers' own. Several may claim a name, one of them has proven it. */
export const domains = pgTable(
  'domains',
  {
    id: id(),
    sellerId: uuid('seller_id')
      .notNull()
      .references(() => sellers.id),
    /** Lower case, punycode. */
    host: text('host').notNull(),
    /** What its owner writes into the zone: of this seller and this name alone. */
    proof: text('proof').notNull(),
    /** What stands at its root. */
    pageId: uuid('page_id').references(() => pages.id),
    /** Set while it is proven: it answers, and nobody else can have it. */
    provenAt: time('proven_at'),
    /** Checks in a row that failed since it was proven. */
    failures: integer('failures').notNull().default(0),
    /** When it was given up; null while it is pending or proven. */
    offAt: time('off_at'),
    finding: jsonb('finding').$type<DomainFinding>(),
    createdAt: createdAt(),
    checkedAt: time('checked_at'),
    /** Real time. */
    nextCheckAt: time('next_check_at').notNull(),
  },
  (table) => [
    uniqueIndex('domains_claim').on(table.sellerId, table.host),
    uniqueIndex('domains_proven')
      .on(table.host)
      .where(sql`${table.provenAt} is not null`),
    uniqueIndex('domains_page')
      .on(table.pageId)
      .where(sql`${table.pageId} is not null`),
    index('domains_due').on(table.nextCheckAt),
  ],
);
