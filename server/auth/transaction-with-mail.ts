import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';

/** Runs a transaction and has the mail and messages that it queued sent at once after the commit. */
export async function transactionWithMail<T>(context: Context, change: (tx: Db) => Promise<T>): Promise<T> {
  const result = await context.db.transaction(change);
  context.wake('outbox');
  return result;
}
