import { isShopError, ShopError } from '#domain/errors.ts';

import { isDatabaseAway } from '#server/db/away.ts';
import { sqlStateOf } from '#server/db/client.ts';

/** Retry-After while the database is unavailable, in seconds: a restart usually takes this long. */
export const BACK_IN_S = 2;

/** SQLSTATEs of text that no column can store: NUL, or half a surrogate pair. */
const UNTEXTLY = ['22021', '22P05'];

/** Whether the database rejected a value as invalid text. */
export const isNoText = (error: unknown): boolean => UNTEXTLY.includes(sqlStateOf(error) ?? '');

/**
 * Maps any error to a AppError: unavailable database, invalid text as a bad request, and everything unexpected as an
 * internal error.
 */
export function knownError(error: unknown): ShopError {
  if (isShopError(error)) return error;
  if (isNoText(error)) return new ShopError('invalid_request', { cause: error });
  if (!isDatabaseAway(error)) return new ShopError('internal', { cause: error });
  return new ShopError('unavailable', { facts: { retryAfter: BACK_IN_S }, cause: error });
}
