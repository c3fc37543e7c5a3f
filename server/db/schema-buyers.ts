import { index, pgTable, text } from 'drizzle-orm/pg-core';

import { createdAt, id, mode, reference, time } from './columns.ts';

// The buyer portal. Buyers have no account: access to the email inbox gives access to the purchases.

/** Sign-in links that were emailed to buyers; each works once and expires soon. Only keyed hashes are stored. */
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

/** Browser sessions of buyers who verified an email address. */
export const buyerSessions = pgTable(
  'buyer_sessions',
  {
    id: id(),
    mode: mode(),
    tokenHash: text('token_hash').notNull().unique(),
    linkId: reference('link_id', () => buyerLinks.id, { onDelete: 'cascade' }).unique(),
    email: text('email').notNull(),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
    endedAt: time('ended_at'),
  },
  (table) => [index().on(table.expiresAt)],
);
