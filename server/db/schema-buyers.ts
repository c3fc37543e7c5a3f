import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { createdAt, id, mode, time } from './columns.ts';

// Buyers who look at what they bought. They have no account: whoever reads the mailbox may look.

/** Links that were mailed to a buyer; each works once, for a short time. Only keyed hashes are kept. */
export const buyerLinks = pgTable(
  'buyer_links',
  {
    id: id(),
    mode: mode(),
    tokenHash: text('token_hash').notNull().unique(),
    /** Lower case. */
    email: text('email').notNull(),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [index().on(table.expiresAt)],
);

/** A browser whose user has shown that a mailbox is theirs. */
export const buyerSessions = pgTable(
  'buyer_sessions',
  {
    id: id(),
    mode: mode(),
    tokenHash: text('token_hash').notNull().unique(),
    linkId: uuid('link_id')
      .notNull()
      .unique()
      .references(() => buyerLinks.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
    endedAt: time('ended_at'),
  },
  (table) => [index().on(table.expiresAt)],
);
