import type { Context } from '#server/context.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, takeFrom, type Bucket } from '#server/http/rate-limits.ts';

import { AuthError } from './auth-error.ts';

const QUARTER_MS = 15 * MINUTE_MS;

/** Buckets never hold an address in clear. */
const emailKey = (context: Context, action: string, email: string) =>
  `${action}:email:${context.secrets.hash(email)}`;

export const limitSignIn = (context: Context, email: string, address: string): Promise<void> =>
  take(context, [
    { key: emailKey(context, 'sign-in', email), limit: 10, windowMs: QUARTER_MS },
    { key: `sign-in:ip:${address}`, limit: 50, windowMs: QUARTER_MS },
  ]);

export const limitSignUp = (context: Context, email: string, address: string): Promise<void> =>
  take(context, [
    { key: emailKey(context, 'sign-up', email), limit: 3, windowMs: HOUR_MS },
    { key: `sign-up:ip:${address}`, limit: 5, windowMs: HOUR_MS },
    { key: `sign-up:ip:${address}`, limit: 20, windowMs: DAY_MS },
  ]);

export const limitVerify = (context: Context, address: string): Promise<void> =>
  take(context, [{ key: `verify:ip:${address}`, limit: 20, windowMs: QUARTER_MS }]);

/** The doors of a way over another site, each by itself. */
export const limitProviderDoors = (
  context: Context,
  door: 'authorize' | 'callback' | 'exchange' | 'id-token',
  address: string,
): Promise<void> =>
  take(context, [{ key: `provider-${door}:ip:${address}`, limit: 60, windowMs: QUARTER_MS }]);

// The client signs its user out on a final refusal of a refresh: 'too often' must be one that it tries again.

export const limitRefreshes = (context: Context, address: string): Promise<void> =>
  take(context, [{ key: `refresh:ip:${address}`, limit: 300, windowMs: MINUTE_MS }], 503);

export const limitRefreshesOf = (context: Context, sessionId: string): Promise<void> =>
  take(context, [{ key: `refresh:session:${sessionId}`, limit: 30, windowMs: MINUTE_MS }], 503);

async function take(context: Context, buckets: readonly Bucket[], status = 429): Promise<void> {
  const { allowed, retryAfterS } = await takeFrom(context, buckets);
  if (!allowed) throw new AuthError('over_request_rate_limit', { status, retryAfterS });
}
