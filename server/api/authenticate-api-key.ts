import { apiErrorMessages } from '#content/messages/api-errors.ts';
import type { ApiScope } from '#domain/api-key.ts';
import { AppError } from '#domain/errors.ts';
import { formatLongDate } from '#domain/format-date.ts';
import { MINUTE_MS } from '#domain/time-units.ts';
import { parseBearerToken } from '#server/auth/access-token.ts';
import type { ClientInfo } from '#server/auth/client-info.ts';
import { findApiKey, updateApiKeyUsed } from '#server/auth/queries/api-keys.ts';
import type { Context } from '#server/core/context.ts';
import { addToRequestLog } from '#server/http/request-context.ts';

import { parseApiKey } from '../core/api-key-format.ts';
import type { ApiClient } from './define-endpoint.ts';

/** Precision of the recorded last use. */
const LAST_USE_PRECISION_MS = MINUTE_MS;

/**
 * Authenticates an API key. Its row is read with every request, so that a revoked key fails at once in every process.
 * Throws AppError 'unauthorized'.
 */
export async function authenticateApiKey(
  context: Context,
  authorization: string | undefined,
  visitor: ClientInfo,
): Promise<ApiClient> {
  const secret = parseBearerToken(authorization);
  if (secret === null) throw new AppError('unauthorized', { message: apiErrorMessages.missingKey });
  const parsedKey = parseApiKey(secret);
  if ('problem' in parsedKey) throw rejectKey(parsedKey.problem);
  if (parsedKey.mode !== context.mode)
    throw rejectKey(apiErrorMessages.wrongMode({ keyMode: parsedKey.mode, siteMode: context.mode }));
  const keyRecord = await findApiKey(context.db, context.mode, context.secrets.candidateHashes(secret));
  if (!keyRecord) throw rejectKey(apiErrorMessages.unknownKey);
  const { key, email } = keyRecord;
  addToRequestLog({ key: key.id });
  const now = context.realNow();
  if (key.expiresAt && key.expiresAt <= now)
    throw rejectKey(apiErrorMessages.expiredKey({ date: formatLongDate(key.expiresAt) }));
  const unlessAfter = new Date(now.getTime() - LAST_USE_PRECISION_MS);
  if (!key.lastUsedAt || key.lastUsedAt <= unlessAfter) {
    const use = { keyHash: context.secrets.hash(secret), clientAddress: visitor.address, at: now };
    await updateApiKeyUsed(context.db, key.id, { ...use, unlessAfter });
  }
  const { id, userId, sellerId, scopes } = key;
  const caller = { userId, sellerId, email, sessionId: id, aal: 'aal1' as const };
  return { ...visitor, caller, keyId: id, scopes };
}

const rejectKey = (message: string): AppError => new AppError('unauthorized', { message });

/** Throws AppError 'scope_missing', which names the missing scope. */
export function checkScope({ scopes }: ApiClient, scope: ApiScope | null): void {
  if (scope === null || scopes.includes(scope)) return;
  throw new AppError('scope_missing', { facts: { scope } });
}
