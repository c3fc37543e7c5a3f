import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import { apiErrorMessages } from '#content/messages/api-errors.ts';
import { MAX_API_KEYS } from '#domain/account.ts';
import { API_SCOPE_NAMES } from '#domain/api-key.ts';
import { AppError } from '#domain/errors.ts';
import { cleanLine, countCharacters } from '#domain/text.ts';
import { DAY_MS, HOUR_MS } from '#domain/time-units.ts';
import { actorOf, recordAudit } from '#server/audit/record-audit.ts';
import {
  toApiKey,
  countApiKeys,
  deleteApiKey,
  insertApiKey,
  listApiKeys as findApiKeys,
  type ApiKeyRow,
} from '#server/auth/queries/api-keys.ts';
import { lockUser } from '#server/auth/queries/users.ts';
import { recordSecurityEvent } from '#server/auth/record-security-event.ts';
import { generateApiKey } from '#server/core/api-key-format.ts';
import { defineRpcFunction } from '#server/http/rpc-function.ts';

/** Maximum length of a key's name, in characters as people count them. */
const MAX_KEY_NAME = 80;
const MAX_DAYS = 3650;
/** Expired keys are listed, too, but do not count. */
const MAX_LISTED_KEYS = 100;

export const listApiKeys = defineRpcFunction({
  name: 'list-api-keys',
  access: 'writes',
  body: z.strictObject({}),
  run: async ({ db, mode }, { caller }) => ({
    keys: (await findApiKeys(db, caller.sellerId, mode, { limit: MAX_LISTED_KEYS })).map(toApiKey),
  }),
});

export const createApiKey = defineRpcFunction({
  name: 'create-api-key',
  access: 'step-up',
  notInApi: 'A key that creates keys would outlive its own expiry.',
  confirmedEmail: true,
  body: z.strictObject({
    name: z.string().max(1000),
    scopes: z.array(z.enum(API_SCOPE_NAMES)).min(1).max(100),
    days: z.number().int().min(1).max(MAX_DAYS).optional(),
  }),
  limits: ({ caller }) => [{ key: `api-key:${caller.userId}`, limit: 20, windowMs: HOUR_MS }],
  run: async (context, request, { name: rawName, scopes, days }) => {
    const { caller, address, userAgent } = request;
    const name = validateName(rawName);
    const { secret, start } = generateApiKey(context.mode);
    const now = context.realNow();
    const row: ApiKeyRow = {
      id: randomUUID(),
      mode: context.mode,
      sellerId: caller.sellerId,
      userId: caller.userId,
      name,
      start,
      keyHash: context.secrets.hash(secret),
      scopes: API_SCOPE_NAMES.filter((scope) => scopes.includes(scope)),
      createdAt: now,
      expiresAt: days === undefined ? null : new Date(now.getTime() + days * DAY_MS),
      lastUsedAt: null,
      lastUsedFrom: null,
    };
    await context.db.transaction(async (tx) => {
      const user = await lockUser(tx, caller.userId);
      if (!user) throw new AppError('unauthorized');
      const keyCount = await countApiKeys(tx, caller.sellerId, context.mode, now);
      if (keyCount >= MAX_API_KEYS) throw new AppError('api_key_limit');
      await insertApiKey(tx, row);
      await recordSecurityEvent(context, tx, {
        user,
        kind: 'api_key_made',
        client: { address, userAgent },
        detail: name,
      });
      await recordAudit(context, tx, { ...actorOf(request), action: 'api_key_made', subject: row.id });
    });
    context.wake('outbox');
    return { key: toApiKey(row), secret };
  },
});

function validateName(rawName: string): string {
  const name = cleanLine(rawName);
  if (name === '') throw toNameError(apiErrorMessages.keyNameMissing);
  if (countCharacters(name) > MAX_KEY_NAME) throw toNameError(apiErrorMessages.keyNameTooLong({ max: MAX_KEY_NAME }));
  return name;
}

const toNameError = (message: string): AppError =>
  new AppError('invalid_request', { message, facts: { problems: [`name: ${message}`] } });

/** Deletes the key. The next request with it fails, because each request reads the key's row. */
export const revokeApiKey = defineRpcFunction({
  name: 'revoke-api-key',
  access: 'writes',
  body: z.strictObject({ keyId: z.uuid() }),
  run: async (context, request, { keyId }) => {
    const { caller, address, userAgent } = request;
    await context.db.transaction(async (tx) => {
      const user = await lockUser(tx, caller.userId);
      const name = await deleteApiKey(tx, caller.sellerId, context.mode, keyId);
      if (!user || name === null) throw new AppError('not_found');
      const client = { address, userAgent };
      await recordSecurityEvent(context, tx, { user, kind: 'api_key_revoked', client, detail: name });
      await recordAudit(context, tx, { ...actorOf(request), action: 'api_key_revoked', subject: keyId });
    });
    return { revoked: true as const };
  },
});
