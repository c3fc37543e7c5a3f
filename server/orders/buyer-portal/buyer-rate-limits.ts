import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';
import type { Context } from '#server/core/context.ts';
import { type Bucket } from '#server/http/rate-limits.ts';

const QUARTER_HOUR_MS = 15 * MINUTE_MS;

/** Bucket keys contain the keyed hash of an email address, never the address itself. */
const emailKey = (context: Context, action: string, email: string) =>
  `purchases-${action}:email:${context.secrets.hash(email)}`;

/** Limits requests for links, whether or not the address has purchases. */
export const linkRequestBuckets = (context: Context, email: string, address: string): Bucket[] => [
  { key: emailKey(context, 'link', email), limit: 3, windowMs: QUARTER_HOUR_MS },
  { key: emailKey(context, 'link', email), limit: 12, windowMs: DAY_MS },
  { key: `purchases-link:ip:${address}`, limit: 20, windowMs: HOUR_MS },
];

/** Limits tries to open a link. */
export const linkUseBuckets = (address: string): Bucket[] => [
  { key: `purchases-open:ip:${address}`, limit: 30, windowMs: QUARTER_HOUR_MS },
];

/** Limits actions that call Stripe or read all purchases. */
export const actionBuckets = (context: Context, email: string): Bucket[] => [
  { key: emailKey(context, 'act', email), limit: 30, windowMs: HOUR_MS },
];
