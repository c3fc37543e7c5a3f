import { toErrorBody, AppError, getHttpStatus } from '#domain/errors.ts';
import type { Context } from '#server/core/context.ts';
import type { Failure } from '#server/core/services.ts';

import { toAppError } from './app-error.ts';
import { consumeLimits, type Bucket } from './rate-limits.ts';

/** Runs a buyer's action and returns its error as a value. `title` is used where the error catalog has none. */
export async function toResult<T>(context: Context, title: string, action: () => Promise<T>): Promise<T | Failure> {
  try {
    return await action();
  } catch (error) {
    const appError = toAppError(error);
    if (appError.code === 'internal') context.log.error({ err: error }, 'buyer_action_failed');
    return { error: toErrorBody(appError, title).error, status: getHttpStatus(appError.code) };
  }
}

/** Throws AppError 'rate_limited' when one of the buckets is empty. */
export async function consumeRateLimit(context: Context, buckets: readonly Bucket[]): Promise<void> {
  const { allowed, retryAfterS: retryAfter } = await consumeLimits(context, buckets);
  if (!allowed) throw new AppError('rate_limited', { facts: { retryAfter } });
}
