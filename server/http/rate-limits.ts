import { isIP, type BlockList } from 'node:net';

import type { Context as Call } from 'hono';
import { LRUCache } from 'lru-cache';

import type { RateLimitLevel } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { isDatabaseAway } from '#server/db/away.ts';
import type { Db } from '#server/db/client.ts';
import { forLog } from '#server/db/failed-query.ts';
import {
  deleteRateBucketsBefore,
  updateRateBucketsGivenBack,
  upsertRateBuckets,
} from '#server/db/rate-buckets.ts';

import { behindProxies, isLoopback, peerOf, trustedIn } from './peer-address.ts';

/** Allows at most `limit` per window of `windowMs`; the key names action and subject, as 'verify:ip:203.0.113.7'. */
export type Bucket = { key: string; limit: number; windowMs: number };
export type Taken = { allowed: boolean; retryAfterS: number };

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Default limits; `userId` is null for unauthenticated callers. */
export const everydayLimits = (userId: string | null, address: string): Bucket[] => [
  ...(userId === null ? [] : [{ key: `any:user:${userId}`, limit: 120, windowMs: MINUTE_MS }]),
  { key: `any:ip:${address}`, limit: 600, windowMs: MINUTE_MS },
];

type Window = { key: string; limit: number; windowEnd: Date };
type Memory = {
  /** Used-up windows by their end, so that they need no further query. */
  usedUp: LRUCache<string, number>;
  /** Counts of this process, used while the database is unavailable. */
  counts: LRUCache<string, number>;
  prunedAt: number;
};

const FACTORS: Record<RateLimitLevel, number | null> = { live: 1, wide: 100, off: null };
/** Factor of the configured level for every limit; null: limits are off. */
export const limitFactor = ({ config }: Context): number | null => FACTORS[config.rateLimits];

const KEYS_REMEMBERED = 20_000;
const PRUNE_EVERY_MS = 10 * MINUTE_MS;

const memories = new WeakMap<Db, Memory>();

/**
 * Takes one from each bucket; refused when any is used up. All processes share the buckets through the database. While it
 * is unavailable, this process allows half of each limit on its own. Must not be called in a transaction.
 */
export async function takeFrom(context: Context, buckets: readonly Bucket[]): Promise<Taken> {
  const factor = limitFactor(context);
  if (factor === null) return { allowed: true, retryAfterS: 0 };
  const now = context.realNow().getTime();
  const filled = await fill(context, windowsOf(buckets, factor, now), now);
  const usedUp = filled.filter(({ left }) => left < 0).map(({ window }) => window);
  return usedUp.length > 0 ? refusal(usedUp, now) : { allowed: true, retryAfterS: 0 };
}

/** State of one bucket: its limit, what is left, and the seconds until it is full again. */
export type Counted = Taken & { limit: number; left: number; resetS: number };

/** Takes one from a bucket and returns its state; without limits it stays full. */
export async function takeCounted(context: Context, bucket: Bucket): Promise<Counted> {
  const now = context.realNow().getTime();
  const factor = limitFactor(context);
  const windows = windowsOf([bucket], factor ?? 1, now);
  const { retryAfterS: resetS } = refusal(windows, now);
  const limit = bucket.limit * (factor ?? 1);
  if (factor === null) return { allowed: true, retryAfterS: 0, limit, left: limit, resetS };
  const left = Math.min(...(await fill(context, windows, now)).map((one) => one.left));
  return { allowed: left >= 0, retryAfterS: left < 0 ? resetS : 0, limit, left: Math.max(0, left), resetS };
}

/** Uses of a bucket in its window, its limit, and the seconds until it is full again. */
export type Pressed = { count: number; limit: number; resetS: number };

/** Counts one in each bucket even when it is used up, for graduated responses; null: limits are off. */
export async function countIn(context: Context, buckets: readonly Bucket[]): Promise<Pressed[] | null> {
  const factor = limitFactor(context);
  if (factor === null) return null;
  const now = context.realNow().getTime();
  const counted = await count(context, memoryOf(context.db), windowsOf(buckets, factor, now), now);
  return counted.map(({ window, left }) => ({
    count: window.limit - left,
    limit: window.limit,
    resetS: refusal([window], now).retryAfterS,
  }));
}

/** Returns what was taken, where only failures count. A used-up bucket stays so until its window ends. */
export async function giveBackTo(context: Context, buckets: readonly Bucket[]): Promise<void> {
  const factor = FACTORS[context.config.rateLimits];
  if (factor === null) return;
  try {
    await updateRateBucketsGivenBack(
      context.db,
      windowsOf(buckets, factor, context.realNow().getTime()).map(({ key, windowEnd }) => ({
        key,
        windowEnd,
      })),
    );
  } catch (error) {
    if (!isDatabaseAway(error)) context.log.error({ err: forLog(error) }, 'a rate limit was not given back');
  }
}

/** Current window of each bucket; the same key may have several window lengths. */
function windowsOf(buckets: readonly Bucket[], factor: number, now: number): Window[] {
  const windows = buckets.map(({ key, limit, windowMs }) => ({
    key: `${key}/${windowMs}`,
    limit: limit * factor,
    windowEnd: new Date((Math.floor(now / windowMs) + 1) * windowMs),
  }));
  return [...new Map(windows.map((window) => [window.key, window])).values()];
}

const refusal = (usedUp: readonly Window[], now: number): Taken => ({
  allowed: false,
  retryAfterS: Math.ceil((Math.max(...usedUp.map(({ windowEnd }) => windowEnd.getTime())) - now) / 1000),
});

/** Remaining uses of each window after this one; negative when it is used up. */
type Filled = { window: Window; left: number };

/** Counts refusals by the first part of the key, which never identifies a person. */
async function fill(context: Context, windows: readonly Window[], now: number): Promise<Filled[]> {
  const filled = await look(context, windows, now);
  for (const { window, left } of filled)
    if (left < 0) context.metrics.count('limits_refused', { kind: window.key.split(':', 1)[0] ?? '' });
  return filled;
}

async function look(context: Context, windows: readonly Window[], now: number): Promise<Filled[]> {
  const memory = memoryOf(context.db);
  const known = windows.filter((window) => memory.usedUp.get(window.key) === window.windowEnd.getTime());
  if (known.length > 0) return known.map((window) => ({ window, left: -1 }));
  const filled = await count(context, memory, windows, now);
  for (const { window, left } of filled)
    if (left < 0) memory.usedUp.set(window.key, window.windowEnd.getTime());
  return filled;
}

/** Counts in the database, or in memory when it does not answer. */
async function count(
  context: Context,
  memory: Memory,
  windows: readonly Window[],
  now: number,
): Promise<Filled[]> {
  try {
    if (now - memory.prunedAt > PRUNE_EVERY_MS) {
      memory.prunedAt = now;
      await deleteRateBucketsBefore(context.db, new Date(now));
    }
    const counts = await upsertRateBuckets(context.db, windows);
    return windows.map((window) => ({ window, left: window.limit - (counts.get(window.key) ?? 0) }));
  } catch (error) {
    if (!isDatabaseAway(error))
      context.log.error(
        { err: forLog(error) },
        'rate limits are counted in memory: the database did not answer',
      );
    return windows.map((window) => ({
      window,
      left: Math.max(1, Math.floor(window.limit / 2)) - countInMemory(memory, window),
    }));
  }
}

function countInMemory(memory: Memory, window: Window): number {
  const key = `${window.key}@${window.windowEnd.getTime()}`;
  const count = (memory.counts.get(key) ?? 0) + 1;
  memory.counts.set(key, count);
  return count;
}

function memoryOf(db: Db): Memory {
  const known = memories.get(db);
  if (known) return known;
  const memory: Memory = {
    usedUp: new LRUCache({ max: KEYS_REMEMBERED }),
    counts: new LRUCache({ max: KEYS_REMEMBERED }),
    prunedAt: 0,
  };
  memories.set(db, memory);
  return memory;
}

/**
 * Client address as rate limits count it: an IPv4 address, or the /64 of an IPv6 one; 'unknown' without a socket.
 * X-Forwarded-For is used from trusted proxies only.
 */
export const clientAddress = (call: Call): string =>
  addressFrom(peerOf(call), call.req.header('x-forwarded-for'), trustedIn(call));

/** The same from the peer address (null or empty without a socket) and the raw header. */
export const addressFrom = (
  peer: string | null,
  forwardedFor: string | undefined,
  trusted: BlockList,
): string => (peer ? subjectOf(behindProxies(peer, forwardedFor, trusted)) : 'unknown');

function subjectOf(address: string): string {
  if (isIP(address) === 4) return address;
  // Loopback of either family.
  if (isLoopback(address)) return '127.0.0.1';
  const [head = '', tail] = address.toLowerCase().split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail?.split(':').filter(Boolean) ?? [];
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
