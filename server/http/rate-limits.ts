import { isIP, type BlockList } from 'node:net';

import type { Context as Call } from 'hono';
import { LRUCache } from 'lru-cache';

import { AppError } from '#domain/errors.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';
import type { RateLimitLevel } from '#server/core/config.ts';
import type { Context } from '#server/core/context.ts';
import { isDatabaseUnavailable, forLog } from '#server/db/database-errors.ts';
import {
  decrementRateBuckets,
  deleteRateBucketsBefore,
  findLastWindowEnd,
  upsertRateBuckets,
} from '#server/http/queries/rate-buckets.ts';

import { clientBehindProxies, isLoopback, peerOf, trustedProxiesOf } from './peer-address.ts';

/** Allows at most `limit` per window of `windowMs`; the key names action and subject, as 'verify:ip:203.0.113.7'. */
export type Bucket = { key: string; limit: number; windowMs: number };
type LimitResult = { allowed: boolean; retryAfterS: number };

/** Default limits; `userId` is null for unauthenticated callers. */
export const defaultLimits = (userId: string | null, address: string): Bucket[] => [
  ...(userId === null ? [] : [{ key: `any:user:${userId}`, limit: 120, windowMs: MINUTE_MS }]),
  { key: `any:ip:${address}`, limit: 600, windowMs: MINUTE_MS },
];

type Window = { key: string; limit: number; windowEnd: Date };
/** What one process knows about limits. */
export type RateLimitCache = {
  /** Used-up windows by their end, so that they need no further query. */
  exhausted: LRUCache<string, number>;
  /** Counts of this process, used while the database is unavailable. */
  counts: LRUCache<string, number>;
  prunedAt: number;
};

const FACTORS: Record<RateLimitLevel, number | null> = { live: 1, wide: 100, off: null };
/** Factor of the configured level for every limit; null: limits are off. */
export const limitFactor = ({ config }: Context): number | null => FACTORS[config.rateLimits];

const MAX_CACHED_KEYS = 20_000;
const PRUNE_INTERVAL_MS = 10 * MINUTE_MS;

export const createRateLimitCache = (): RateLimitCache => ({
  exhausted: new LRUCache({ max: MAX_CACHED_KEYS }),
  counts: new LRUCache({ max: MAX_CACHED_KEYS }),
  prunedAt: 0,
});

/**
 * Takes one from each bucket; refused when any is used up. All processes share the buckets through the database. While it
 * is unavailable, this process allows half of each limit on its own. Must not be called in a transaction.
 */
export async function consumeLimits(context: Context, buckets: readonly Bucket[]): Promise<LimitResult> {
  const factor = limitFactor(context);
  if (factor === null || buckets.length === 0) return { allowed: true, retryAfterS: 0 };
  const now = context.realNow().getTime();
  const states = await consumeWindows(context, windowsOf(buckets, factor, now), now);
  const exhausted = states.filter(({ remaining }) => remaining < 0).map(({ window }) => window);
  return { allowed: exhausted.length === 0, retryAfterS: secondsUntilEnd(exhausted, now) };
}

/** Takes one from each bucket. Throws AppError 'rate_limited' when one is used up. */
export async function enforceRateLimits(context: Context, buckets: readonly Bucket[]): Promise<void> {
  const { allowed, retryAfterS: retryAfter } = await consumeLimits(context, buckets);
  if (!allowed) throw new AppError('rate_limited', { facts: { retryAfter } });
}

/** State of one bucket: its limit, what is left, and the seconds until it is full again. */
type LimitState = LimitResult & { limit: number; remaining: number; resetS: number };

/** Takes one from a bucket and returns its state; without limits it stays full. */
export async function consumeLimit(context: Context, bucket: Bucket): Promise<LimitState> {
  const now = context.realNow().getTime();
  const factor = limitFactor(context);
  const windows = windowsOf([bucket], factor ?? 1, now);
  const resetS = secondsUntilEnd(windows, now);
  const limit = bucket.limit * (factor ?? 1);
  if (factor === null) return { allowed: true, retryAfterS: 0, limit, remaining: limit, resetS };
  const remaining = Math.min(...(await consumeWindows(context, windows, now)).map((state) => state.remaining));
  return {
    allowed: remaining >= 0,
    retryAfterS: remaining < 0 ? resetS : 0,
    limit,
    remaining: Math.max(0, remaining),
    resetS,
  };
}

/** Uses of a bucket in its window, its limit, and the seconds until it is full again. */
export type LimitUsage = { count: number; limit: number; resetS: number };

/** Counts one in each bucket even when it is used up, for graduated responses; null: limits are off. */
export async function countUses(context: Context, buckets: readonly Bucket[]): Promise<LimitUsage[] | null> {
  const factor = limitFactor(context);
  if (factor === null) return null;
  const now = context.realNow().getTime();
  const windowStates = await countWindows(context, windowsOf(buckets, factor, now), now);
  return windowStates.map(({ window, remaining }) => ({
    count: window.limit - remaining,
    limit: window.limit,
    resetS: secondsUntilEnd([window], now),
  }));
}

/** Returns what was taken, where only failures count. A used-up bucket stays so until its window ends. */
export async function refundLimits(context: Context, buckets: readonly Bucket[]): Promise<void> {
  const factor = limitFactor(context);
  if (factor === null) return;
  try {
    await decrementRateBuckets(context.db, windowsOf(buckets, factor, context.realNow().getTime()));
  } catch (error) {
    if (!isDatabaseUnavailable(error)) context.log.error({ err: forLog(error) }, 'rate_limit_refund_failed');
  }
}

const toBlockKey = ({ key }: Bucket): string => `${key}/block`;

/** Counts a failure. When the bucket is used up, `assertNotBlocked` refuses its subject for the length of a window. */
export async function countFailure(context: Context, bucket: Bucket): Promise<void> {
  const [usage] = (await countUses(context, [bucket])) ?? [];
  if (!usage || usage.count < usage.limit) return;
  const windowEnd = new Date(context.realNow().getTime() + bucket.windowMs);
  await upsertRateBuckets(context.db, [{ key: toBlockKey(bucket), windowEnd }]);
}

/** Throws AppError 'rate_limited' while the subject of a bucket is blocked, because it failed too often. */
export async function assertNotBlocked(context: Context, bucket: Bucket): Promise<void> {
  if (limitFactor(context) === null) return;
  const now = context.realNow();
  const blockedUntil = await findLastWindowEnd(context.db, toBlockKey(bucket), now);
  if (!blockedUntil) return;
  countRefusal(context, bucket);
  throw new AppError('rate_limited', {
    facts: { retryAfter: Math.ceil((blockedUntil.getTime() - now.getTime()) / 1000) },
  });
}

/** Counts refusals by the first part of the key, which never identifies a person. */
const countRefusal = ({ metrics }: Context, { key }: { key: string }): void =>
  metrics.count('requests_rate_limited', { kind: key.split(':', 1)[0] ?? '' });

/** Current window of each bucket; the same key may have several window lengths. */
function windowsOf(buckets: readonly Bucket[], factor: number, now: number): Window[] {
  const windows = buckets.map(({ key, limit, windowMs }) => ({
    key: `${key}/${windowMs}`,
    limit: limit * factor,
    windowEnd: new Date((Math.floor(now / windowMs) + 1) * windowMs),
  }));
  return [...new Map(windows.map((window) => [window.key, window])).values()];
}

/** Seconds until the last of the windows ends; 0 for none. */
const secondsUntilEnd = (windows: readonly Window[], now: number): number =>
  Math.ceil((Math.max(now, ...windows.map(({ windowEnd }) => windowEnd.getTime())) - now) / 1000);

/** Remaining uses of each window after this one; negative when it is used up. */
type WindowState = { window: Window; remaining: number };

/** Takes one from each window. */
async function consumeWindows(context: Context, windows: readonly Window[], now: number): Promise<WindowState[]> {
  const { exhausted } = context.rateLimitCache;
  const exhaustedWindows = windows.filter((window) => exhausted.get(window.key) === window.windowEnd.getTime());
  const states =
    exhaustedWindows.length > 0
      ? exhaustedWindows.map((window) => ({ window, remaining: -1 }))
      : await countWindows(context, windows, now);
  for (const { window } of states.filter(({ remaining }) => remaining < 0)) {
    exhausted.set(window.key, window.windowEnd.getTime());
    countRefusal(context, window);
  }
  return states;
}

/** Counts in the database, or in memory when it does not answer. */
async function countWindows(context: Context, windows: readonly Window[], now: number): Promise<WindowState[]> {
  const cache = context.rateLimitCache;
  try {
    if (now - cache.prunedAt > PRUNE_INTERVAL_MS) {
      cache.prunedAt = now;
      await deleteRateBucketsBefore(context.db, new Date(now));
    }
    const counts = await upsertRateBuckets(context.db, windows);
    return windows.map((window) => ({ window, remaining: window.limit - (counts.get(window.key) ?? 0) }));
  } catch (error) {
    if (!isDatabaseUnavailable(error)) context.log.error({ err: forLog(error) }, 'rate_limits_counted_in_memory');
    return windows.map((window) => ({
      window,
      remaining: Math.max(1, Math.floor(window.limit / 2)) - countInMemory(cache, window),
    }));
  }
}

function countInMemory(cache: RateLimitCache, window: Window): number {
  const key = `${window.key}@${window.windowEnd.getTime()}`;
  const count = (cache.counts.get(key) ?? 0) + 1;
  cache.counts.set(key, count);
  return count;
}

/**
 * Client address as rate limits count it: an IPv4 address, or the /64 of an IPv6 one; 'unknown' without a socket.
 * X-Forwarded-For is used from trusted proxies only.
 */
export const clientAddress = (call: Call): string =>
  addressFrom(peerOf(call), call.req.header('x-forwarded-for'), trustedProxiesOf(call));

/** The same from the peer address (null or empty without a socket) and the raw header. */
export const addressFrom = (peer: string | null, forwardedFor: string | undefined, trusted: BlockList): string =>
  peer ? limitSubject(clientBehindProxies(peer, forwardedFor, trusted)) : 'unknown';

function limitSubject(address: string): string {
  if (isIP(address) === 4) return address;
  // Loopback of either family.
  if (isLoopback(address)) return '127.0.0.1';
  const [ipv6Head = '', ipv6Tail] = address.toLowerCase().split('::');
  const remaining = ipv6Head.split(':').filter(Boolean);
  const right = ipv6Tail?.split(':').filter(Boolean) ?? [];
  const groups =
    ipv6Tail === undefined
      ? remaining
      : [...remaining, ...Array<string>(8 - remaining.length - right.length).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/**
 * A rate limit of an RPC function, which the API reference prints: `limit` calls in `windowMs`, counted per seller, or per order
 * of the seller, or per client address. `isForRefresh`: only calls that fetch from Stripe count.
 */
export type RpcLimit = {
  name: string;
  limit: number;
  windowMs: number;
  per?: 'order' | 'address';
  isForRefresh?: true;
};

/** Buckets of a call with the parsed body of the function. */
export const toBuckets = (
  limits: readonly RpcLimit[],
  { caller, address }: { caller: { sellerId: string }; address: string },
  body: object,
): Bucket[] => {
  const { orderId = '', refresh = false } = body as { orderId?: string; refresh?: boolean };
  return limits
    .filter(({ isForRefresh = false }) => refresh || !isForRefresh)
    .map(({ name, per, limit, windowMs }) => {
      const seller = `${name}:${caller.sellerId}`;
      const key = per === 'address' ? `${name}:ip:${address}` : per === 'order' ? `${seller}:${orderId}` : seller;
      return { key, limit, windowMs };
    });
};

/** Rate limits of functions that call Stripe for a plan or an account: per function, and per client address. */
export const planRateLimits = (action: string): RpcLimit[] => [
  { name: `plan-${action}`, limit: 10, windowMs: HOUR_MS },
  { name: 'plan', limit: 30, windowMs: HOUR_MS, per: 'address' },
];
