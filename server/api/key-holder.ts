import type { ApiScope } from '#domain/api-key.ts';
import { ShopError } from '#domain/errors.ts';
import { longDate } from '#domain/long-date.ts';

import { bearerFrom } from '#server/auth/access-token.ts';
import type { Visitor } from '#server/auth/visitor.ts';
import type { Context } from '#server/context.ts';
import { findApiKey, updateApiKeyUsed, type ApiKeyRow } from '#server/db/api-keys.ts';
import { MINUTE_MS, takeFrom } from '#server/http/rate-limits.ts';
import { tellOfRequest } from '#server/http/request-told.ts';

import { readApiKey } from './api-key-text.ts';
import type { Program } from './endpoint.ts';

/** Rate limit for wrong keys from one address. */
const WRONG_KEYS = { limit: 60, windowMs: MINUTE_MS };
/** Precision of the recorded last use. */
const USE_NOTED_MS = MINUTE_MS;

export type KeyHolder = { program: Program; scopes: readonly ApiScope[] };

const HOW = 'Send a key of the API as “Authorization: Bearer twk_…”.';
const UNKNOWN = 'This key opens nothing here. It may have been revoked.';

/**
 * Authenticates an API key. Its row is read with every request, so that a revoked key fails at once in every process.
 * Throws AppError 'unauthorized', 'rate_limited'.
 */
export async function keyHolderOf(
  context: Context,
  authorization: string | undefined,
  visitor: Visitor,
): Promise<KeyHolder> {
  const secret = bearerFrom(authorization);
  if (secret === null) throw new ShopError('unauthorized', { message: HOW });
  const read = readApiKey(secret);
  if ('problem' in read) return refuse(context, visitor, read.problem);
  if (read.mode !== context.mode)
    return refuse(
      context,
      visitor,
      `This is a key of ${read.mode} mode; this shop runs in ${context.mode} mode.`,
    );
  const found = await findApiKey(context.db, context.mode, context.secrets.hashes(secret));
  if (!found) return refuse(context, visitor, UNKNOWN);
  const { key, email } = found;
  tellOfRequest({ key: key.id });
  const now = context.realNow();
  if (key.expiresAt && key.expiresAt <= now)
    return refuse(context, visitor, `This key ended on ${longDate(key.expiresAt)}.`);
  await noteUse(context, key, { keyHash: context.secrets.hash(secret), from: visitor.address, at: now });
  const { id, userId, sellerId, scopes } = key;
  const caller = { userId, sellerId, email, sessionId: id, aal: 'aal1' as const };
  return { program: { ...visitor, caller, keyId: id }, scopes };
}

async function refuse(context: Context, { address }: Visitor, message: string): Promise<never> {
  const { allowed, retryAfterS } = await takeFrom(context, [
    { key: `wrong-api-key:${address}`, ...WRONG_KEYS },
  ]);
  if (!allowed) throw new ShopError('rate_limited', { facts: { retryAfter: retryAfterS } });
  throw new ShopError('unauthorized', { message });
}

type Use = { keyHash: string; from: string; at: Date };

async function noteUse({ db }: Context, key: ApiKeyRow, use: Use): Promise<void> {
  const unlessAfter = new Date(use.at.getTime() - USE_NOTED_MS);
  if (key.lastUsedAt && key.lastUsedAt > unlessAfter) return;
  await updateApiKeyUsed(db, key.id, { ...use, unlessAfter });
}

/** Throws AppError 'scope_missing', which names the missing scope. */
export function checkScope(scopes: readonly ApiScope[], scope: ApiScope | null): void {
  if (scope === null || scopes.includes(scope)) return;
  throw new ShopError('scope_missing', {
    message: `This key may not do that: it needs the scope ${scope}.`,
    facts: { scope },
  });
}
