import type { Context } from '#server/context.ts';
import {
  DAY_MS,
  everydayLimits,
  HOUR_MS,
  MINUTE_MS,
  takeFrom,
  type Bucket,
} from '#server/http/rate-limits.ts';

import { AuthError, type AuthErrorCode } from './auth-error.ts';

const QUARTER_MS = 15 * MINUTE_MS;

/** Bucket keys contain the keyed hash of an email address, never the address itself. */
const emailKey = (context: Context, action: string, email: string) =>
  `${action}:email:${context.secrets.hash(email)}`;

export const limitEveryday = (context: Context, userId: string | null, address: string): Promise<void> =>
  take(context, everydayLimits(userId, address));

export const limitSignInFrom = (context: Context, address: string, email: string): Promise<void> =>
  take(context, [
    { key: emailKey(context, 'sign-in', `${email} ${address}`), limit: 10, windowMs: QUARTER_MS },
    { key: `sign-in:ip:${address}`, limit: 50, windowMs: QUARTER_MS },
  ]);

/**
 * Limits sign-in tries from all IP addresses together. Callers skip it for IP addresses that the user recently signed
 * in from, so that guesses from elsewhere do not lock the user out. The buckets are consumed one after the other: a try
 * that the first refuses does not count in the global one.
 */
export async function limitSignInAnywhere(context: Context, email: string): Promise<void> {
  await take(context, [{ key: emailKey(context, 'sign-in', email), limit: 50, windowMs: QUARTER_MS }]);
  await take(context, [{ key: 'sign-in:all', limit: 20, windowMs: 1000 }]);
}

export const limitSignUp = (context: Context, email: string, address: string): Promise<void> =>
  take(context, [
    { key: emailKey(context, 'sign-up', email), limit: 3, windowMs: HOUR_MS },
    { key: `sign-up:ip:${address}`, limit: 5, windowMs: HOUR_MS },
    { key: `sign-up:ip:${address}`, limit: 20, windowMs: DAY_MS },
  ]);

/** `email`: the address whose digits are tried; null for a link. */
export const limitVerify = (context: Context, address: string, email: string | null): Promise<void> =>
  take(context, [
    { key: `verify:ip:${address}`, limit: 20, windowMs: QUARTER_MS },
    ...(email === null ? [] : [{ key: emailKey(context, 'verify', email), limit: 5, windowMs: QUARTER_MS }]),
  ]);

/** Limits reauthentication by any method. */
export const showingBuckets = (userId: string, address: string): Bucket[] => [
  { key: `confirm:user:${userId}`, limit: 5, windowMs: QUARTER_MS },
  { key: `confirm:ip:${address}`, limit: 20, windowMs: QUARTER_MS },
];

export const limitShowing = (context: Context, userId: string, address: string): Promise<void> =>
  take(context, showingBuckets(userId, address));

/** Limits changes of password, email address and phone number. */
export const limitUserChanges = (context: Context, userId: string): Promise<void> =>
  take(context, [{ key: `update-user:${userId}`, limit: 10, windowMs: HOUR_MS }]);

/** Mails per address and day. The last five are reserved for account recovery. */
const MAILS_A_DAY = 20;
const KEPT_FOR_RECOVERY = 5;

const otherMails = (context: Context, email: string): Bucket[] => [
  { key: emailKey(context, 'mail-other', email), limit: MAILS_A_DAY - KEPT_FOR_RECOVERY, windowMs: DAY_MS },
];

const allMails = (context: Context, email: string): Bucket[] => [
  { key: emailKey(context, 'mail', email), limit: MAILS_A_DAY, windowMs: DAY_MS },
];

const askedMails = (context: Context, action: MailAction, email: string, address: string): Bucket[] => [
  { key: emailKey(context, action, email), limit: 3, windowMs: HOUR_MS },
  { key: `mail:ip:${address}`, limit: 20, windowMs: HOUR_MS },
];

type MailAction = 'recover' | 'resend' | 'reauthenticate' | 'email-change';
const TOO_MANY_MAILS = { code: 'over_email_send_rate_limit' } as const;

/**
 * Limits mails that a request triggers, whether or not the address has an account. The buckets are consumed one after
 * the other: a request that one refuses does not count in the next.
 */
export async function limitMails(
  context: Context,
  action: MailAction,
  email: string,
  address: string,
): Promise<void> {
  await take(context, askedMails(context, action, email, address), TOO_MANY_MAILS);
  if (action !== 'recover') await take(context, otherMails(context, email), TOO_MANY_MAILS);
  await take(context, allMails(context, email), TOO_MANY_MAILS);
}

/** Limits requests to resend a mail, whether or not one is sent. */
export const limitResends = (context: Context, email: string, address: string): Promise<void> =>
  take(context, askedMails(context, 'resend', email, address), TOO_MANY_MAILS);

/** Counts a resent mail. Returns false when the address has used up its mails of the day. */
export async function takeResend(context: Context, email: string): Promise<boolean> {
  const { allowed } = await takeFrom(context, otherMails(context, email));
  return allowed && (await takeFrom(context, allMails(context, email))).allowed;
}

/** Limits recovery from an IP address that the user has recently signed in from. Others do not use it up. */
export const limitRecoveryFrom = (context: Context, email: string, address: string): Promise<void> => {
  const key = emailKey(context, 'recover', `${email} ${address}`);
  const buckets = [
    { key, limit: 3, windowMs: HOUR_MS },
    { key, limit: 10, windowMs: DAY_MS },
  ];
  return take(context, buckets, TOO_MANY_MAILS);
};

/** Limits each route of the provider sign-in separately. */
export const limitProviderDoors = (
  context: Context,
  door: 'authorize' | 'callback' | 'exchange' | 'id-token',
  address: string,
): Promise<void> =>
  take(context, [{ key: `provider-${door}:ip:${address}`, limit: 60, windowMs: QUARTER_MS }]);

// The client signs its user out when a refresh fails for good, so refresh limits answer 503, which it retries.

export const limitRefreshes = (context: Context, address: string): Promise<void> =>
  take(context, [{ key: `refresh:ip:${address}`, limit: 300, windowMs: MINUTE_MS }], { status: 503 });

export const limitRefreshesOf = (context: Context, sessionId: string): Promise<void> =>
  take(context, [{ key: `refresh:session:${sessionId}`, limit: 30, windowMs: MINUTE_MS }], { status: 503 });

async function take(
  context: Context,
  buckets: readonly Bucket[],
  { code = 'over_request_rate_limit', status = 429 }: { code?: AuthErrorCode; status?: number } = {},
): Promise<void> {
  const { allowed, retryAfterS } = await takeFrom(context, buckets);
  if (!allowed) throw new AuthError(code, { status, retryAfterS });
}
