import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

import { createdAt, id, time } from './columns.ts';

// People: who signs in. Their shops stand apart, so that a shop may have several people one day.

export const users = pgTable('users', {
  id: id(),
  /** Lower case; the address that signs in. */
  email: text('email').notNull().unique(),
  emailConfirmedAt: time('email_confirmed_at'),
  passwordHash: text('password_hash'),
  /** In the international form, as '+4915112345678'; set once it has been proven. */
  phone: text('phone').unique(),
  phoneConfirmedAt: time('phone_confirmed_at'),
  /** Asked for, and not yet agreed to. */
  newEmail: text('new_email'),
  metadata: jsonb('metadata').$type<Record<string, unknown>>().notNull().default({}),
  createdAt: createdAt(),
  updatedAt: time('updated_at').notNull(),
  lastSignInAt: time('last_sign_in_at'),
  /** The account is gone: nobody signs in, and the address names nobody. The row stays for the books. */
  deletedAt: time('deleted_at'),
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
    /** Where it was last used from, as the limits count: an IPv4 address, or the /64 of an IPv6 one. */
    address: text('address'),
    /** When its user last showed who they are: by signing in, a password, a code, a factor. */
    confirmedAt: time('confirmed_at'),
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
  /** The same for fingers: the keyed hash of type, address and six digits. */
  codeHash: text('code_hash').unique(),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  type: text('type').notNull(),
  /** What it agrees to, such as the new address. */
  data: jsonb('data').$type<Record<string, string>>().notNull().default({}),
  createdAt: createdAt(),
  expiresAt: time('expires_at').notNull(),
  usedAt: time('used_at'),
});

export const signingKeys = pgTable('signing_keys', {
  kid: text('kid').primaryKey(),
  publicJwk: jsonb('public_jwk').$type<Record<string, unknown>>().notNull(),
  sealedPrivateJwk: text('sealed_private_jwk').notNull(),
  createdAt: createdAt(),
  /** Published before it signs, so that every client that keeps our keys knows it by then. */
  signsFrom: time('signs_from').notNull().defaultNow(),
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
