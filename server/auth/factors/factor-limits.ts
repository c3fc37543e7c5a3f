import type { Context } from '#server/context.ts';
import { DAY_MS, giveBackTo, HOUR_MS, MINUTE_MS, takeFrom, type Bucket } from '#server/http/rate-limits.ts';

import { AuthError, type AuthErrorCode } from '../auth-error.ts';

const QUARTER_MS = 15 * MINUTE_MS;

/** One try at verifying a second factor. */
export type Attempt = {
  /** Returns the try to its buckets, so that correct answers do not count. */
  wasRight: () => Promise<void>;
};

/** Throws AuthError with the given code after five wrong tries of a user, or twenty from one IP address. */
export async function takeAttempt(
  context: Context,
  { userId, address }: { userId: string; address: string },
  code: AuthErrorCode = 'over_request_rate_limit',
): Promise<Attempt> {
  const buckets = [
    { key: `second-step:user:${userId}`, limit: 5, windowMs: QUARTER_MS },
    { key: `second-step:ip:${address}`, limit: 20, windowMs: QUARTER_MS },
  ];
  await take(context, buckets, code);
  return { wasRight: () => giveBackTo(context, buckets) };
}

export const limitChallenges = (context: Context, userId: string): Promise<void> =>
  take(context, [{ key: `challenge:user:${userId}`, limit: 30, windowMs: QUARTER_MS }]);

/** SMS messages cost money and may wake their recipients. */
export const limitMessages = (context: Context, userId: string, phone: string): Promise<void> => {
  const keys = [`sms:user:${userId}`, `sms:phone:${context.secrets.hash(phone)}`];
  const buckets = keys.flatMap((key) => [
    { key, limit: 3, windowMs: HOUR_MS },
    { key, limit: 20, windowMs: DAY_MS },
  ]);
  return take(context, buckets, 'over_sms_send_rate_limit');
};

/** Limits requests to resend messages, which need no session. */
export const limitMessagesFrom = (context: Context, address: string): Promise<void> =>
  take(context, [{ key: `sms:ip:${address}`, limit: 20, windowMs: HOUR_MS }], 'over_sms_send_rate_limit');

/** Limits requests for passkey options, and passkey responses. */
export const limitPasskeys = (context: Context, act: 'ask' | 'answer', address: string): Promise<void> =>
  take(context, [{ key: `passkey-${act}:ip:${address}`, limit: 20, windowMs: QUARTER_MS }]);

async function take(
  context: Context,
  buckets: readonly Bucket[],
  code: AuthErrorCode = 'over_request_rate_limit',
): Promise<void> {
  const { allowed, retryAfterS } = await takeFrom(context, buckets);
  if (!allowed) throw new AuthError(code, { retryAfterS });
}
