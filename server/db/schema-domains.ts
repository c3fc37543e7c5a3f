import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

import { createdAt, id, reference, time } from './columns.ts';
import { pages, sellers } from './schema-pages.ts';

/** Result of a DNS check. */
export type DomainFinding = {
  /** TXT values at the verification name. */
  txt: string[];
  /** Names where the verification value was found instead. */
  misplaced: string[];
  /** CNAME chain of the host. */
  cname: string[];
  addresses: string[];
  /** The app's own addresses at that time. */
  ours: string[];
  /** Error code of node:dns when the check failed; null when it succeeded. */
  fault: string | null;
};

/** Custom domains of sellers. Several sellers may claim a host; only one can verify it. */
export const domains = pgTable(
  'domains',
  {
    id: id(),
    sellerId: reference('seller_id', () => sellers.id),
    /** Lower case, punycode. */
    host: text('host').notNull(),
    /** Verification value for the DNS zone, unique to this seller and host. */
    verificationToken: text('verification_token').notNull(),
    /** Page at the root of the domain. */
    pageId: uuid('page_id').references(() => pages.id),
    /** Set while verified: the domain is served, and no other seller can verify it. */
    verifiedAt: time('verified_at'),
    /** Consecutive failed checks since verification. */
    failures: integer('failures').notNull().default(0),
    /** When checks ended without success; null while pending or verified. */
    deactivatedAt: time('deactivated_at'),
    finding: jsonb('finding').$type<DomainFinding>(),
    createdAt: createdAt(),
    checkedAt: time('checked_at'),
    /** System time. */
    nextCheckAt: time('next_check_at').notNull(),
  },
  (table) => [
    uniqueIndex('domains_claim').on(table.sellerId, table.host),
    uniqueIndex('domains_verified')
      .on(table.host)
      .where(sql`${table.verifiedAt} is not null`),
    uniqueIndex('domains_page')
      .on(table.pageId)
      .where(sql`${table.pageId} is not null`),
    index('domains_due').on(table.nextCheckAt),
  ],
);
