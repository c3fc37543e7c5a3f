import { errorBodyOf, ShopError, statusOf } from '#domain/errors.ts';

import type { Context } from '#server/context.ts';
import { knownError } from '#server/http/known-error.ts';
import { takeFrom, type Bucket } from '#server/http/rate-limits.ts';
import type { Refused } from '#server/shop.ts';

/** Runs a buyer's action and returns its error as a value. `title` is used where the error catalog has none. */
export async function orRefused<T>(
  context: Context,
  title: string,
  act: () => Promise<T>,
): Promise<T | Refused> {
  try {
    return await act();
  } catch (error) {
    const known = knownError(error);
    if (known.code === 'internal') context.log.error({ err: error }, 'an act of a buyer failed');
    return { refused: errorBodyOf(known, title).error, status: statusOf(known.code) };
  }
}

/** Throws AppError 'rate_limited' when one of the buckets is empty. */
export async function take(context: Context, buckets: readonly Bucket[]): Promise<void> {
  const { allowed, retryAfterS: retryAfter } = await takeFrom(context, buckets);
  if (!allowed) throw new ShopError('rate_limited', { facts: { retryAfter } });
}
