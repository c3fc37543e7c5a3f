import { createHash } from 'node:crypto';
import { idempotencyProblem } from './problem.ts';
import type { Store } from './store.ts';

export type Answer = { status: number; body: string };
type KeyUse = { account: string; key: string; path: string; hash: string };

const keptSeconds = 24 * 3600;

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Returns the stored response of this key, if any; throws when the key was used for a different request. */
export const recall = (store: Store, use: KeyUse, now: number): Answer | undefined => {
  store.sql('DELETE FROM idempotency WHERE created < ?').run(now - keptSeconds);
  const row = store
    .sql('SELECT path, hash, status, body FROM idempotency WHERE account = ? AND key = ?')
    .get(use.account, use.key);
  if (!row) return undefined;
  if (row['path'] !== use.path) {
    throw idempotencyProblem(
      400,
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${String(row['path'])}' vs '${use.path}'). Try using a key other than '${use.key}' if you meant to execute a different request.`,
    );
  }
  if (row['hash'] !== use.hash) {
    throw idempotencyProblem(
      400,
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${use.key}' if you meant to execute a different request.`,
    );
  }
  return { status: Number(row['status']), body: String(row['body']) };
};

export const remember = (store: Store, use: KeyUse, answer: Answer, now: number): void => {
  store
    .sql(
      'INSERT INTO idempotency (account, key, path, hash, status, body, created) VALUES (?, ?, ?, ?, ?, ?, ?)',
    )
    .run(use.account, use.key, use.path, use.hash, answer.status, answer.body, now);
};
