import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';
import type { Context } from '#server/core/context.ts';
import { defaultLimits, consumeLimits, refundLimits, type Bucket } from '#server/http/rate-limits.ts';

import { AuthError, type AuthErrorCode } from './auth-error.ts';

const perMinute = (key: string, limit: number): Bucket => ({ key, limit, windowMs: MINUTE_MS });
const perQuarterHour = (key: string, limit: number): Bucket => ({ key, limit, windowMs: 15 * MINUTE_MS });
const perHour = (key: string, limit: number): Bucket => ({ key, limit, windowMs: HOUR_MS });
const perDay = (key: string, limit: number): Bucket => ({ key, limit, windowMs: DAY_MS });

/** Bucket keys contain the keyed hash of an email address, never the address itself. */
const emailKey = (context: Context, action: string, email: string) => `${action}:email:${context.secrets.hash(email)}`;

export const limitRequests = (context: Context, userId: string | null, address: string): Promise<void> =>
  consumeBuckets(context, defaultLimits(userId, address));

export const limitSignInByAddress = (context: Context, address: string, email: string): Promise<void> =>
  consumeBuckets(context, [
    perQuarterHour(emailKey(context, 'sign-in', `${email} ${address}`), 10),
    perQuarterHour(`sign-in:ip:${address}`, 50),
  ]);

/**
 * Limits sign-in tries from all IP addresses together. Callers skip it for IP addresses that the user recently signed
 * in from, so that guesses from elsewhere do not lock the user out. The buckets are consumed one after the other: a try
 * that the first refuses does not count in the global one.
 */
export async function limitSignInGlobally(context: Context, email: string): Promise<void> {
  await consumeBuckets(context, [perQuarterHour(emailKey(context, 'sign-in', email), 50)]);
  await consumeBuckets(context, [{ key: 'sign-in:all', limit: 20, windowMs: 1000 }]);
}

export const limitSignUp = (context: Context, email: string, address: string): Promise<void> =>
  consumeBuckets(context, [
    perHour(emailKey(context, 'sign-up', email), 3),
    perHour(`sign-up:ip:${address}`, 5),
    perDay(`sign-up:ip:${address}`, 20),
  ]);

/** `email`: the address whose digits are tried; null for a link. */
export const limitVerify = (context: Context, address: string, email: string | null): Promise<void> =>
  consumeBuckets(context, [
    perQuarterHour(`verify:ip:${address}`, 20),
    ...(email === null ? [] : [perQuarterHour(emailKey(context, 'verify', email), 5)]),
  ]);

/** Limits reauthentication by any method. */
export const reauthenticationBuckets = (userId: string, address: string): Bucket[] => [
  perQuarterHour(`confirm:user:${userId}`, 5),
  perQuarterHour(`confirm:ip:${address}`, 20),
];

export const limitReauthentication = (context: Context, userId: string, address: string): Promise<void> =>
  consumeBuckets(context, reauthenticationBuckets(userId, address));

/** Limits changes of password, email address and phone number. */
export const limitUserChanges = (context: Context, userId: string): Promise<void> =>
  consumeBuckets(context, [perHour(`update-user:${userId}`, 10)]);

/** Mails per address and day. The last five are reserved for account recovery. */
const MAX_MAILS_PER_DAY = 20;
const RESERVED_FOR_RECOVERY = 5;

/** Buckets of the day, to be consumed one after the other. */
const dailyMailBuckets = (context: Context, email: string): [nonRecovery: Bucket, all: Bucket] => [
  perDay(emailKey(context, 'mail-other', email), MAX_MAILS_PER_DAY - RESERVED_FOR_RECOVERY),
  perDay(emailKey(context, 'mail', email), MAX_MAILS_PER_DAY),
];

/** Limits mails that a request asks for, whether or not one is sent. */
export const limitMailRequests = (
  context: Context,
  action: MailAction,
  email: string,
  address: string,
): Promise<void> => {
  const buckets = [perHour(emailKey(context, action, email), 3), perHour(`mail:ip:${address}`, 20)];
  return consumeBuckets(context, buckets, MAIL_LIMIT_ERROR);
};

type MailAction = 'recover' | 'resend' | 'reauthenticate' | 'email-change';
const MAIL_LIMIT_ERROR = { code: 'over_email_send_rate_limit' } as const;
const SMS_LIMIT_ERROR = { code: 'over_sms_send_rate_limit' } as const;

/**
 * Limits mails that a request triggers, whether or not the address has an account. The buckets are consumed one after
 * the other: a request that one refuses does not count in the next.
 */
export async function limitMails(context: Context, action: MailAction, email: string, address: string): Promise<void> {
  await limitMailRequests(context, action, email, address);
  const [nonRecovery, all] = dailyMailBuckets(context, email);
  if (action !== 'recover') await consumeBuckets(context, [nonRecovery], MAIL_LIMIT_ERROR);
  await consumeBuckets(context, [all], MAIL_LIMIT_ERROR);
}

/** Counts a resent mail. Returns false when the address has used up its mails of the day. */
export async function consumeResendAllowance(context: Context, email: string): Promise<boolean> {
  for (const bucket of dailyMailBuckets(context, email)) {
    if (!(await consumeLimits(context, [bucket])).allowed) return false;
  }
  return true;
}

/** Limits recovery from an IP address that the user has recently signed in from. Others do not use it up. */
export const limitRecoveryByAddress = (context: Context, email: string, address: string): Promise<void> => {
  const key = emailKey(context, 'recover', `${email} ${address}`);
  const buckets = [perHour(key, 3), perDay(key, 10)];
  return consumeBuckets(context, buckets, MAIL_LIMIT_ERROR);
};

/** Limits each route of the provider sign-in separately. */
export const limitProviderRoutes = (
  context: Context,
  route: 'authorize' | 'callback' | 'exchange' | 'id-token',
  address: string,
): Promise<void> => consumeBuckets(context, [perQuarterHour(`provider-${route}:ip:${address}`, 60)]);

/** The client signs its user out when a refresh fails for good, so refresh limits answer 503, which it retries. */
const REFRESH_LIMIT_ERROR = { status: 503 };

export const limitRefreshes = (context: Context, address: string): Promise<void> =>
  consumeBuckets(context, [perMinute(`refresh:ip:${address}`, 300)], REFRESH_LIMIT_ERROR);

export const limitSessionRefreshes = (context: Context, sessionId: string): Promise<void> =>
  consumeBuckets(context, [perMinute(`refresh:session:${sessionId}`, 30)], REFRESH_LIMIT_ERROR);

/**
 * Counts one try at verifying a second factor. Throws AuthError with the given code after five wrong tries of a user,
 * or twenty from one IP address. Call the returned function after a correct answer, which does not count.
 */
export async function consumeFactorTry(
  context: Context,
  { userId, address }: { userId: string; address: string },
  code: AuthErrorCode = 'over_request_rate_limit',
): Promise<() => Promise<void>> {
  const buckets = [perQuarterHour(`second-step:user:${userId}`, 5), perQuarterHour(`second-step:ip:${address}`, 20)];
  await consumeBuckets(context, buckets, { code });
  return () => refundLimits(context, buckets);
}

export const limitChallenges = (context: Context, userId: string): Promise<void> =>
  consumeBuckets(context, [perQuarterHour(`challenge:user:${userId}`, 30)]);

/** SMS messages cost money and may wake their recipients. */
export const limitSms = (context: Context, userId: string, phone: string): Promise<void> => {
  const keys = [`sms:user:${userId}`, `sms:phone:${context.secrets.hash(phone)}`];
  const buckets = keys.flatMap((key) => [perHour(key, 3), perDay(key, 20)]);
  return consumeBuckets(context, buckets, SMS_LIMIT_ERROR);
};

/** Limits requests to resend messages, which need no session. */
export const limitSmsByAddress = (context: Context, address: string): Promise<void> =>
  consumeBuckets(context, [perHour(`sms:ip:${address}`, 20)], SMS_LIMIT_ERROR);

/** Limits requests for passkey options, and passkey responses. */
export const limitPasskeys = (context: Context, action: 'ask' | 'answer', address: string): Promise<void> =>
  consumeBuckets(context, [perQuarterHour(`passkey-${action}:ip:${address}`, 20)]);

async function consumeBuckets(
  context: Context,
  buckets: readonly Bucket[],
  { code = 'over_request_rate_limit', status = 429 }: { code?: AuthErrorCode; status?: number } = {},
): Promise<void> {
  const { allowed, retryAfterS } = await consumeLimits(context, buckets);
  if (!allowed) throw new AuthError(code, { status, retryAfterS });
}
