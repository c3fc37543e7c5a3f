import type { Context } from '#server/core/context.ts';
import { DAY_MS, refundLimits, HOUR_MS, MINUTE_MS, consumeLimits, type Bucket } from '#server/http/rate-limits.ts';

import { AuthError, type AuthErrorCode } from '../auth-error.ts';

const QUARTER_HOUR_MS = 15 * MINUTE_MS;

/** One try at verifying a second factor. */
export type FactorTry = {
  /** Returns the try to its buckets, so that correct answers do not count. */
  markCorrect: () => Promise<void>;
};

/** Throws AuthError with the given code after five wrong tries of a user, or twenty from one IP address. */
export async function consumeFactorTry(
  context: Context,
  { userId, address }: { userId: string; address: string },
  code: AuthErrorCode = 'over_request_rate_limit',
): Promise<FactorTry> {
  const buckets = [
    { key: `second-step:user:${userId}`, limit: 5, windowMs: QUARTER_HOUR_MS },
    { key: `second-step:ip:${address}`, limit: 20, windowMs: QUARTER_HOUR_MS },
  ];
  await consumeBuckets(context, buckets, code);
  return { markCorrect: () => refundLimits(context, buckets) };
}

export const limitChallenges = (context: Context, userId: string): Promise<void> =>
  consumeBuckets(context, [{ key: `challenge:user:${userId}`, limit: 30, windowMs: QUARTER_HOUR_MS }]);

/** SMS messages cost money and may wake their recipients. */
export const limitSms = (context: Context, userId: string, phone: string): Promise<void> => {
  const keys = [`sms:user:${userId}`, `sms:phone:${context.secrets.hash(phone)}`];
  const buckets = keys.flatMap((key) => [
    { key, limit: 3, windowMs: HOUR_MS },
    { key, limit: 20, windowMs: DAY_MS },
  ]);
  return consumeBuckets(context, buckets, 'over_sms_send_rate_limit');
};

/** Limits requests to resend messages, which need no session. */
export const limitSmsByAddress = (context: Context, address: string): Promise<void> =>
  consumeBuckets(context, [{ key: `sms:ip:${address}`, limit: 20, windowMs: HOUR_MS }], 'over_sms_send_rate_limit');

/** Limits requests for passkey options, and passkey responses. */
export const limitPasskeys = (context: Context, action: 'ask' | 'answer', address: string): Promise<void> =>
  consumeBuckets(context, [{ key: `passkey-${action}:ip:${address}`, limit: 20, windowMs: QUARTER_HOUR_MS }]);

async function consumeBuckets(
  context: Context,
  buckets: readonly Bucket[],
  code: AuthErrorCode = 'over_request_rate_limit',
): Promise<void> {
  const { allowed, retryAfterS } = await consumeLimits(context, buckets);
  if (!allowed) throw new AuthError(code, { retryAfterS });
}
