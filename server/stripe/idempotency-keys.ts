import { createHash } from 'node:crypto';

import { isFinalRefusal } from './provider-errors.ts';

/** A short fingerprint of a request parameter: Stripe refuses a key that comes with other parameters than before. */
export const fingerprint = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16);

/**
 * Creates an object that several processes may create at once, under a key that they share. Stripe repeats a refusal for a
 * day under its key, so a final refusal is followed by one try with a new key; after a time-out the key stays.
 */
export async function createWithSharedKey<T>(
  idempotencyKey: string,
  create: (options: { idempotencyKey: string }) => Promise<T>,
): Promise<T> {
  try {
    return await create({ idempotencyKey });
  } catch (error) {
    if (!isFinalRefusal(error)) throw error;
    return create({ idempotencyKey: `${idempotencyKey}:${crypto.randomUUID()}` });
  }
}
