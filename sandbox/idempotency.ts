import { createHash } from 'node:crypto';
import { idempotencyError } from './problem.ts';
import type { Store } from './store.ts';

export type StoredResponse = { status: number; body: string };
type IdempotencyKeyUse = { account: string; key: string; path: string; hash: string };

const RETENTION_S = 24 * 3600;

export const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Returns the stored response of this key, if any; throws when the key was used for a different request. */
export const findStoredResponse = (
  store: Store,
  keyUse: IdempotencyKeyUse,
  now: number,
): StoredResponse | undefined => {
  store.sql('DELETE FROM idempotency WHERE created < ?').run(now - RETENTION_S);
  const row = store
    .sql('SELECT path, hash, status, body FROM idempotency WHERE account = ? AND key = ?')
    .get(keyUse.account, keyUse.key);
  if (!row) return undefined;
  if (row['path'] !== keyUse.path) {
    throw idempotencyError(
      400,
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${String(row['path'])}' vs '${keyUse.path}'). Try using a key other than '${keyUse.key}' if you meant to execute a different request.`,
    );
  }
  if (row['hash'] !== keyUse.hash) {
    throw idempotencyError(
      400,
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${keyUse.key}' if you meant to execute a different request.`,
    );
  }
  return { status: Number(row['status']), body: String(row['body']) };
};

export const storeResponse = (store: Store, keyUse: IdempotencyKeyUse, response: StoredResponse, now: number): void => {
  store
    .sql('INSERT INTO idempotency (account, key, path, hash, status, body, created) VALUES (?, ?, ?, ?, ?, ?, ?)')
    .run(keyUse.account, keyUse.key, keyUse.path, keyUse.hash, response.status, response.body, now);
};
