import { isShopError, ShopError } from '#domain/errors.ts';

import { isDatabaseAway } from '#server/db/away.ts';

/** In so many seconds a database that restarts is most likely back. */
export const BACK_IN_S = 2;

/** Any error as a refusal: a database that is away is told as such, and whatever nobody expected is our own fault. */
export function knownError(error: unknown): ShopError {
  if (isShopError(error)) return error;
  if (!isDatabaseAway(error)) return new ShopError('internal', { cause: error });
  return new ShopError('unavailable', { facts: { retryAfter: BACK_IN_S }, cause: error });
}
