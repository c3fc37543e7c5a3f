import { createHash } from 'node:crypto';

import { isFinalRejection } from './stripe-errors.ts';

/** Short hash of a request parameter for idempotency keys: Stripe rejects a key with other parameters than before. */
export const fingerprint = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/**
 * Creates an object that several processes may create at once, under a shared key. Stripe repeats a rejection for a day
 * under its key, so a final rejection is followed by one attempt with a new key. After a timeout the key stays.
 */
export async function createWithSharedKey<T>(
  idempotencyKey: string,
  create: (options: { idempotencyKey: string }) => Promise<T>,
): Promise<T> {
  try {
    return await create({ idempotencyKey });
  } catch (error) {
    if (!isFinalRejection(error)) throw error;
    return create({ idempotencyKey: `${idempotencyKey}:${crypto.randomUUID()}` });
  }
}
