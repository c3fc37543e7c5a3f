import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';

import type { ApiScope } from '#domain/api-key.ts';

import { createdAt, id, mode, reference, time } from './columns.ts';
import { sellers } from './schema-pages.ts';
import { users } from './schema-users.ts';

// API keys of sellers.

/** API keys, stored as keyed hashes only. Revoking a key deletes its row. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: id(),
    mode: mode(),
    sellerId: reference('seller_id', () => sellers.id),
    /** The user who created the key and in whose name it acts. */
    userId: reference('user_id', () => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    start: text('start').notNull(),
    keyHash: text('key_hash').notNull().unique(),
    scopes: jsonb('scopes').$type<ApiScope[]>().notNull(),
    createdAt: createdAt(),
    expiresAt: time('expires_at'),
    lastUsedAt: time('last_used_at'),
    lastUsedFrom: text('last_used_from'),
  },
  (table) => [index().on(table.mode, table.sellerId, table.createdAt)],
);

/** Responses to API requests with an idempotency key, so that a repeated request gets the same response. */
export const idempotencyRecords = pgTable(
  'idempotency_records',
  {
    id: id(),
    sellerId: reference('seller_id', () => sellers.id),
    key: text('key').notNull(),
    /** SHA-256 (hex) of the method, the URL and the body. */
    request: text('request').notNull(),
    /** Null while the first request is running. */
    status: integer('status'),
    /** Encrypted, because it may contain secrets. */
    sealedBody: text('sealed_body'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('idempotency_records_key').on(table.sellerId, table.key),
    index('idempotency_records_created_at').on(table.createdAt),
  ],
);
