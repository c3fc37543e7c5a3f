import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import { API_SCOPE_NAMES, MAX_API_KEYS, type ApiScope } from '#domain/api-key.ts';
import { ShopError } from '#domain/errors.ts';
import { cleanLine, lengthOf } from '#domain/text.ts';

import { makeApiKey } from '#server/api/api-key-text.ts';
import { actedBy } from '#server/audit/acted-by.ts';
import { audit } from '#server/audit/audit.ts';
import { noteEvent } from '#server/auth/note-event.ts';
import type { Caller } from '#server/auth/who-is-calling.ts';
import type { Context } from '#server/context.ts';
import {
  apiKeyOf,
  countApiKeys,
  deleteApiKey,
  insertApiKey,
  listApiKeys as findApiKeys,
  type ApiKeyRow,
} from '#server/db/api-keys.ts';
import { lockUser } from '#server/db/users.ts';
import { DAY_MS, HOUR_MS } from '#server/http/rate-limits.ts';
import { backendFunction } from './backend-function.ts';

/** Maximum length of a key's name, in characters as people count them. */
const MAX_KEY_NAME = 80;
const MAX_DAYS = 3650;

export const listApiKeys = backendFunction({
  name: 'list-api-keys',
  title: 'Failed to load your API keys',
  access: 'writes',
  body: z.strictObject({}),
  run: async ({ db, mode }, { caller }) => ({
    keys: (await findApiKeys(db, caller.sellerId, mode, { limit: MAX_API_KEYS })).map(apiKeyOf),
  }),
});

export const createApiKey = backendFunction({
  name: 'create-api-key',
  title: 'The key was not made',
  access: 'confirmed',
  confirmedEmail: true,
  body: z.strictObject({
    name: z.string().max(1000),
    scopes: z.array(z.enum(API_SCOPE_NAMES)).min(1).max(100),
    days: z.number().int().min(1).max(MAX_DAYS).optional(),
  }),
  limits: ({ caller }) => [{ key: `api-key:${caller.userId}`, limit: 20, windowMs: HOUR_MS }],
  run: async (context, by, { name: typed, scopes, days }) => {
    const { caller, address, userAgent } = by;
    const name = checkedName(typed);
    const { secret, start } = makeApiKey(context.mode);
    const row = newRow(context, caller, { name, start, scopes, days });
    await context.db.transaction(async (tx) => {
      const user = await lockUser(tx, caller.userId);
      if (!user) throw new ShopError('unauthorized');
      const there = await countApiKeys(tx, caller.sellerId, context.mode);
      if (there >= MAX_API_KEYS) throw new ShopError('api_key_limit');
      await insertApiKey(tx, { ...row, keyHash: context.secrets.hash(secret) });
      await noteEvent(context, tx, {
        user,
        kind: 'api_key_made',
        from: { address, userAgent },
        detail: name,
      });
      await audit(context, tx, { ...actedBy(by), act: 'api_key_made', subject: row.id });
    });
    context.ring('outbox');
    return { key: apiKeyOf({ ...row, keyHash: '' }), secret };
  },
});

function checkedName(typed: string): string {
  const name = cleanLine(typed);
  const problem =
    name === ''
      ? 'Give the key a name that says what it is for.'
      : lengthOf(name) > MAX_KEY_NAME
        ? `A key’s name can have at most ${MAX_KEY_NAME} characters.`
        : null;
  if (problem)
    throw new ShopError('invalid_request', { message: problem, facts: { problems: [`name: ${problem}`] } });
  return name;
}

type Wish = { name: string; start: string; scopes: ApiScope[]; days: number | undefined };

function newRow(context: Context, caller: Caller, wish: Wish): Omit<ApiKeyRow, 'keyHash'> {
  const now = context.realNow();
  const { name, start, days } = wish;
  return {
    id: randomUUID(),
    mode: context.mode,
    sellerId: caller.sellerId,
    userId: caller.userId,
    name,
    start,
    scopes: API_SCOPE_NAMES.filter((scope) => wish.scopes.includes(scope)),
    createdAt: now,
    expiresAt: days === undefined ? null : new Date(now.getTime() + days * DAY_MS),
    lastUsedAt: null,
    lastUsedFrom: null,
  };
}

/** Deletes the key. The next request with it fails, because each request reads the key's row. */
export const revokeApiKey = backendFunction({
  name: 'revoke-api-key',
  title: 'The key was not revoked',
  access: 'writes',
  body: z.strictObject({ keyId: z.uuid() }),
  run: async (context, by, { keyId }) => {
    const { caller, address, userAgent } = by;
    await context.db.transaction(async (tx) => {
      const user = await lockUser(tx, caller.userId);
      const name = await deleteApiKey(tx, caller.sellerId, context.mode, keyId);
      if (!user || name === null) throw new ShopError('not_found');
      const from = { address, userAgent };
      await noteEvent(context, tx, { user, kind: 'api_key_revoked', from, detail: name });
      await audit(context, tx, { ...actedBy(by), act: 'api_key_revoked', subject: keyId });
    });
    return { revoked: true as const };
  },
});
