import type { Context } from '#server/context.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, takeFrom, type Bucket } from '#server/http/rate-limits.ts';

import { AuthError, type AuthErrorCode } from './auth-error.ts';

const QUARTER_MS = 15 * MINUTE_MS;

/** Buckets never hold an address in clear. */
const emailKey = (context: Context, action: string, email: string) =>
  `${action}:email:${context.secrets.hash(email)}`;

/**
 * One after the other, so that what one place is refused is not counted for everybody. From a place where the user has
 * signed in lately, guesses made elsewhere never keep them out.
 */
export async function limitSignIn(
  context: Context,
  { email, address }: { email: string; address: string },
  isSeenPlace: boolean,
): Promise<void> {
  await take(context, [
    { key: emailKey(context, 'sign-in', `${email} ${address}`), limit: 10, windowMs: QUARTER_MS },
    { key: `sign-in:ip:${address}`, limit: 50, windowMs: QUARTER_MS },
  ]);
  if (isSeenPlace) return;
  await take(context, [{ key: emailKey(context, 'sign-in', email), limit: 50, windowMs: QUARTER_MS }]);
  await take(context, [{ key: 'sign-in:all', limit: 20, windowMs: 1000 }]);
}

export const limitSignUp = (context: Context, email: string, address: string): Promise<void> =>
  take(context, [
    { key: emailKey(context, 'sign-up', email), limit: 3, windowMs: HOUR_MS },
    { key: `sign-up:ip:${address}`, limit: 5, windowMs: HOUR_MS },
    { key: `sign-up:ip:${address}`, limit: 20, windowMs: DAY_MS },
  ]);

/** `email`: whose digits are tried; null where it is a link. */
export const limitVerify = (context: Context, address: string, email: string | null): Promise<void> =>
  take(context, [
    { key: `verify:ip:${address}`, limit: 20, windowMs: QUARTER_MS },
    ...(email === null ? [] : [{ key: emailKey(context, 'verify', email), limit: 5, windowMs: QUARTER_MS }]),
  ]);

/** Showing once more who one is, by whatever means. */
export const showingBuckets = (userId: string, address: string): Bucket[] => [
  { key: `confirm:user:${userId}`, limit: 5, windowMs: QUARTER_MS },
  { key: `confirm:ip:${address}`, limit: 20, windowMs: QUARTER_MS },
];

export const limitShowing = (context: Context, userId: string, address: string): Promise<void> =>
  take(context, showingBuckets(userId, address));

/** New passwords and new addresses of a user. */
export const limitUserChanges = (context: Context, userId: string): Promise<void> =>
  take(context, [{ key: `update-user:${userId}`, limit: 10, windowMs: HOUR_MS }]);

/** Mails that somebody asks for: counted for any address alike, known or not. */
export const limitMails = (
  context: Context,
  action: 'recover' | 'resend' | 'reauthenticate' | 'email-change',
  email: string,
  address: string,
): Promise<void> =>
  take(
    context,
    [
      { key: emailKey(context, action, email), limit: 3, windowMs: HOUR_MS },
      { key: emailKey(context, 'mail', email), limit: 20, windowMs: DAY_MS },
      { key: `mail:ip:${address}`, limit: 20, windowMs: HOUR_MS },
    ],
    { code: 'over_email_send_rate_limit' },
  );

/** The doors of a way over another site, each by itself. */
export const limitProviderDoors = (
  context: Context,
  door: 'authorize' | 'callback' | 'exchange' | 'id-token',
  address: string,
): Promise<void> =>
  take(context, [{ key: `provider-${door}:ip:${address}`, limit: 60, windowMs: QUARTER_MS }]);

// The client signs its user out on a final refusal of a refresh: 'too often' must be one that it tries again.

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
