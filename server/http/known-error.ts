import { isShopError, ShopError } from '#domain/errors.ts';

import { isDatabaseAway } from '#server/db/away.ts';
import { sqlStateOf } from '#server/db/client.ts';

/** In so many seconds a database that restarts is most likely back. */
export const BACK_IN_S = 2;

/** SQLSTATEs of text that no column can hold: a NUL, or half of a character. */
const UNTEXTLY = ['22021', '22P05'];

/** Whether the database refused something that cannot be text. */
export const isNoText = (error: unknown): boolean => UNTEXTLY.includes(sqlStateOf(error) ?? '');

/**
 * Any error as a refusal: a database that is away is told as such, what cannot be text is its sender's fault, and whatever
 * nobody expected is our own.
 */
export function knownError(error: unknown): ShopError {
  if (isShopError(error)) return error;
  if (isNoText(error)) return new ShopError('invalid_request', { cause: error });
  if (!isDatabaseAway(error)) return new ShopError('internal', { cause: error });
  return new ShopError('unavailable', { facts: { retryAfter: BACK_IN_S }, cause: error });
}
