import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

import { createdAt, id, time } from './columns.ts';

// People: who signs in. Their shops stand apart, so that a shop may have several people one day.

export const users = pgTable('users', {
  id: id(),
  /** Lower case; the address that signs in. */
  email: text('email').notNull().unique(),
  emailConfirmedAt: time('email_confirmed_at'),
  passwordHash: text('password_hash'),
  metadata: jsonb('metadata').$type<Record<string, unknown>>().notNull().default({}),
  createdAt: createdAt(),
  updatedAt: time('updated_at').notNull(),
  lastSignInAt: time('last_sign_in_at'),
});

export const identities = pgTable(
  'identities',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    provider: text('provider').notNull(),
    providerId: text('provider_id').notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
    updatedAt: time('updated_at').notNull(),
    lastSignInAt: time('last_sign_in_at'),
  },
  (table) => [uniqueIndex().on(table.provider, table.providerId), index().on(table.userId)],
);

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    aal: text('aal').$type<'aal1' | 'aal2'>().notNull(),
    amr: jsonb('amr').$type<{ method: string; timestamp: number }[]>().notNull(),
    createdAt: createdAt(),
    refreshedAt: time('refreshed_at').notNull(),
    revokedAt: time('revoked_at'),
    userAgent: text('user_agent'),
  },
  (table) => [index().on(table.userId)],
);

/** One row per token of a session's chain; only the keyed hash is kept. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    id: id(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull().unique(),
    parentId: uuid('parent_id').unique(),
    /** This row's token, sealed, so that its parent gets the same child again within the grace. */
    sealedToken: text('sealed_token').notNull(),
    createdAt: createdAt(),
    usedAt: time('used_at'),
  },
  (table) => [index().on(table.sessionId)],
);

export const oneTimeTokens = pgTable('one_time_tokens', {
  tokenHash: text('token_hash').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  type: text('type').notNull(),
  createdAt: createdAt(),
  expiresAt: time('expires_at').notNull(),
  usedAt: time('used_at'),
});

export const signingKeys = pgTable('signing_keys', {
  kid: text('kid').primaryKey(),
  publicJwk: jsonb('public_jwk').$type<Record<string, unknown>>().notNull(),
  sealedPrivateJwk: text('sealed_private_jwk').notNull(),
  createdAt: createdAt(),
  retiredAt: time('retired_at'),
});

/** Buckets of the rate limits, shared by all processes. */
export const rateBuckets = pgTable(
  'rate_buckets',
  {
    key: text('key').notNull(),
    windowEnd: time('window_end').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.windowEnd] })],
);
