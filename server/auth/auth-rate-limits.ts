import type { Context } from '#server/core/context.ts';
import { DAY_MS, defaultLimits, HOUR_MS, MINUTE_MS, consumeLimits, type Bucket } from '#server/http/rate-limits.ts';

import { AuthError, type AuthErrorCode } from './auth-error.ts';

const QUARTER_HOUR_MS = 15 * MINUTE_MS;

/** Bucket keys contain the keyed hash of an email address, never the address itself. */
const emailKey = (context: Context, action: string, email: string) => `${action}:email:${context.secrets.hash(email)}`;

export const limitRequests = (context: Context, userId: string | null, address: string): Promise<void> =>
  consumeBuckets(context, defaultLimits(userId, address));

export const limitSignInByAddress = (context: Context, address: string, email: string): Promise<void> =>
  consumeBuckets(context, [
    { key: emailKey(context, 'sign-in', `${email} ${address}`), limit: 10, windowMs: QUARTER_HOUR_MS },
    { key: `sign-in:ip:${address}`, limit: 50, windowMs: QUARTER_HOUR_MS },
  ]);

/**
 * Limits sign-in tries from all IP addresses together. Callers skip it for IP addresses that the user recently signed
 * in from, so that guesses from elsewhere do not lock the user out. The buckets are consumed one after the other: a try
 * that the first refuses does not count in the global one.
 */
export async function limitSignInGlobally(context: Context, email: string): Promise<void> {
  await consumeBuckets(context, [{ key: emailKey(context, 'sign-in', email), limit: 50, windowMs: QUARTER_HOUR_MS }]);
  await consumeBuckets(context, [{ key: 'sign-in:all', limit: 20, windowMs: 1000 }]);
}

export const limitSignUp = (context: Context, email: string, address: string): Promise<void> =>
  consumeBuckets(context, [
    { key: emailKey(context, 'sign-up', email), limit: 3, windowMs: HOUR_MS },
    { key: `sign-up:ip:${address}`, limit: 5, windowMs: HOUR_MS },
    { key: `sign-up:ip:${address}`, limit: 20, windowMs: DAY_MS },
  ]);

/** `email`: the address whose digits are tried; null for a link. */
export const limitVerify = (context: Context, address: string, email: string | null): Promise<void> =>
  consumeBuckets(context, [
    { key: `verify:ip:${address}`, limit: 20, windowMs: QUARTER_HOUR_MS },
    ...(email === null ? [] : [{ key: emailKey(context, 'verify', email), limit: 5, windowMs: QUARTER_HOUR_MS }]),
  ]);

/** Limits reauthentication by any method. */
export const reauthenticationBuckets = (userId: string, address: string): Bucket[] => [
  { key: `confirm:user:${userId}`, limit: 5, windowMs: QUARTER_HOUR_MS },
  { key: `confirm:ip:${address}`, limit: 20, windowMs: QUARTER_HOUR_MS },
];

export const limitReauthentication = (context: Context, userId: string, address: string): Promise<void> =>
  consumeBuckets(context, reauthenticationBuckets(userId, address));

/** Limits changes of password, email address and phone number. */
export const limitUserChanges = (context: Context, userId: string): Promise<void> =>
  consumeBuckets(context, [{ key: `update-user:${userId}`, limit: 10, windowMs: HOUR_MS }]);

/** Mails per address and day. The last five are reserved for account recovery. */
const MAX_MAILS_PER_DAY = 20;
const RESERVED_FOR_RECOVERY = 5;

const nonRecoveryMailBuckets = (context: Context, email: string): Bucket[] => [
  {
    key: emailKey(context, 'mail-other', email),
    limit: MAX_MAILS_PER_DAY - RESERVED_FOR_RECOVERY,
    windowMs: DAY_MS,
  },
];

const dailyMailBuckets = (context: Context, email: string): Bucket[] => [
  { key: emailKey(context, 'mail', email), limit: MAX_MAILS_PER_DAY, windowMs: DAY_MS },
];

const mailRequestBuckets = (context: Context, action: MailAction, email: string, address: string): Bucket[] => [
  { key: emailKey(context, action, email), limit: 3, windowMs: HOUR_MS },
  { key: `mail:ip:${address}`, limit: 20, windowMs: HOUR_MS },
];

type MailAction = 'recover' | 'resend' | 'reauthenticate' | 'email-change';
const MAIL_LIMIT_ERROR = { code: 'over_email_send_rate_limit' } as const;

/**
 * Limits mails that a request triggers, whether or not the address has an account. The buckets are consumed one after
 * the other: a request that one refuses does not count in the next.
 */
export async function limitMails(context: Context, action: MailAction, email: string, address: string): Promise<void> {
  await consumeBuckets(context, mailRequestBuckets(context, action, email, address), MAIL_LIMIT_ERROR);
  if (action !== 'recover') await consumeBuckets(context, nonRecoveryMailBuckets(context, email), MAIL_LIMIT_ERROR);
  await consumeBuckets(context, dailyMailBuckets(context, email), MAIL_LIMIT_ERROR);
}

/** Limits requests to resend a mail, whether or not one is sent. */
export const limitResends = (context: Context, email: string, address: string): Promise<void> =>
  consumeBuckets(context, mailRequestBuckets(context, 'resend', email, address), MAIL_LIMIT_ERROR);

/** Counts a resent mail. Returns false when the address has used up its mails of the day. */
export async function consumeResendAllowance(context: Context, email: string): Promise<boolean> {
  const { allowed } = await consumeLimits(context, nonRecoveryMailBuckets(context, email));
  return allowed && (await consumeLimits(context, dailyMailBuckets(context, email))).allowed;
}

/** Limits recovery from an IP address that the user has recently signed in from. Others do not use it up. */
export const limitRecoveryByAddress = (context: Context, email: string, address: string): Promise<void> => {
  const key = emailKey(context, 'recover', `${email} ${address}`);
  const buckets = [
    { key, limit: 3, windowMs: HOUR_MS },
    { key, limit: 10, windowMs: DAY_MS },
  ];
  return consumeBuckets(context, buckets, MAIL_LIMIT_ERROR);
};

/** Limits each route of the provider sign-in separately. */
export const limitProviderRoutes = (
  context: Context,
  route: 'authorize' | 'callback' | 'exchange' | 'id-token',
  address: string,
): Promise<void> =>
  consumeBuckets(context, [{ key: `provider-${route}:ip:${address}`, limit: 60, windowMs: QUARTER_HOUR_MS }]);

// The client signs its user out when a refresh fails for good, so refresh limits answer 503, which it retries.

export const limitRefreshes = (context: Context, address: string): Promise<void> =>
  consumeBuckets(context, [{ key: `refresh:ip:${address}`, limit: 300, windowMs: MINUTE_MS }], {
    status: 503,
  });

export const limitSessionRefreshes = (context: Context, sessionId: string): Promise<void> =>
  consumeBuckets(context, [{ key: `refresh:session:${sessionId}`, limit: 30, windowMs: MINUTE_MS }], {
    status: 503,
  });

async function consumeBuckets(
  context: Context,
  buckets: readonly Bucket[],
  { code = 'over_request_rate_limit', status = 429 }: { code?: AuthErrorCode; status?: number } = {},
): Promise<void> {
  const { allowed, retryAfterS } = await consumeLimits(context, buckets);
  if (!allowed) throw new AuthError(code, { status, retryAfterS });
}
