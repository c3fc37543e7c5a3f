import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

import { createdAt, id, reference, time } from './columns.ts';

// Users. Sellers are separate, so that a seller may have several users one day.

export const users = pgTable('users', {
  id: id(),
  /** Lower case; the address used to sign in. */
  email: text('email').notNull().unique(),
  emailConfirmedAt: time('email_confirmed_at'),
  passwordHash: text('password_hash'),
  /** International format, such as '+4915112345678'; set once verified. */
  phone: text('phone').unique(),
  phoneConfirmedAt: time('phone_confirmed_at'),
  /** Requested and not yet confirmed. */
  newEmail: text('new_email'),
  metadata: jsonb('metadata').$type<Record<string, unknown>>().notNull().default({}),
  createdAt: createdAt(),
  updatedAt: time('updated_at').notNull(),
  lastSignInAt: time('last_sign_in_at'),
  /** The account is deleted and cannot sign in. The row stays for the ledger. */
  deletedAt: time('deleted_at'),
});

export const identities = pgTable(
  'identities',
  {
    id: id(),
    userId: reference('user_id', () => users.id, { onDelete: 'cascade' }),
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
    userId: reference('user_id', () => users.id, { onDelete: 'cascade' }),
    aal: text('aal').$type<'aal1' | 'aal2'>().notNull(),
    amr: jsonb('amr').$type<{ method: string; timestamp: number }[]>().notNull(),
    createdAt: createdAt(),
    refreshedAt: time('refreshed_at').notNull(),
    revokedAt: time('revoked_at'),
    userAgent: text('user_agent'),
    /** Address of last use as rate limits count it: an IPv4 address, or the /64 of an IPv6 one. */
    address: text('address'),
    /** Last authentication of the user: sign-in, password, code or factor. */
    confirmedAt: time('confirmed_at'),
  },
  (table) => [index().on(table.userId)],
);

/** One row per refresh token of a session; only the keyed hash is stored. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    id: id(),
    sessionId: reference('session_id', () => sessions.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull().unique(),
    parentId: uuid('parent_id').unique(),
    /** This row's token, encrypted, so that its parent returns the same child within the grace period. */
    sealedToken: text('sealed_token').notNull(),
    createdAt: createdAt(),
    usedAt: time('used_at'),
  },
  (table) => [index().on(table.sessionId)],
);

export const oneTimeTokens = pgTable('one_time_tokens', {
  tokenHash: text('token_hash').primaryKey(),
  /** Keyed hash of type, address and the six-digit code, for typing instead of the link. */
  codeHash: text('code_hash').unique(),
  userId: reference('user_id', () => users.id, { onDelete: 'cascade' }),
  type: text('type').notNull(),
  /** What the token confirms, such as the new address. */
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
  /** Published before it signs, so that every client that caches our keys knows it by then. */
  signsFrom: time('signs_from').notNull().defaultNow(),
  retiredAt: time('retired_at'),
});

/** Rate-limit buckets, shared by all processes. */
export const rateBuckets = pgTable(
  'rate_buckets',
  {
    key: text('key').notNull(),
    windowEnd: time('window_end').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.windowEnd] })],
);
