import { monitorEventLoopDelay } from 'node:perf_hooks';

import type { MiddlewareHandler } from 'hono';

import { AppError, getHttpStatus } from '#domain/errors.ts';
import type { Context } from '#server/core/context.ts';

/** Load of this process. `waitingQueries`: queries that wait for a database connection. */
export type Load = { delayMs: number; waitingQueries: number };

export type LoadMonitor = { read: () => Load; close: () => void };

const RESOLUTION_MS = 10;
const SAMPLE_INTERVAL_MS = 250;
/** Delays whose median counts: a single stall is already over when it is noticed. */
const MIN_DELAYS = 3;

/** Measures the event-loop delay, and the queue of queries by the shorter of its last two lengths. */
export function startLoadMonitor(countWaitingQueries: () => number = () => 0): LoadMonitor {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  let [delayMs, waitingQueries, previousWaitingQueries] = [0, 0, 0];
  const timer = setInterval(() => {
    previousWaitingQueries = waitingQueries;
    waitingQueries = countWaitingQueries();
    // The histogram loses the first delay after each reset, so resetting it in every long tick would hide all of them.
    if (histogram.count < MIN_DELAYS) return;
    delayMs = Math.max(0, histogram.percentile(50) / 1e6 - RESOLUTION_MS);
    histogram.reset();
  }, SAMPLE_INTERVAL_MS).unref();
  return {
    read: () => ({ delayMs, waitingQueries: Math.min(waitingQueries, previousWaitingQueries) }),
    close: () => {
      clearInterval(timer);
      histogram.disable();
    },
  };
}

/** Under a load above `delayMs` or `waitingQueries`, at most `maxActive` requests of a class run at a time. */
type LoadLimits = Load & { maxActive: number };

/** RPC and API requests: each needs several queries and can be retried in a second. */
const RETRYABLE: LoadLimits = { delayMs: 100, waitingQueries: 24, maxActive: 32 };
/** Checkout requests and Stripe events are rejected last: buyers rarely retry. */
const CHECKOUT: LoadLimits = { delayMs: 500, waitingQueries: 48, maxActive: 64 };

const CHECKOUT_PATH = /^\/(?:functions\/v1\/(?:create-checkout-session|apply-coupon)|webhooks\/stripe\/\w+)$/;
const RETRYABLE_PATH = /^\/(?:functions|api)\/v1\//;

const RETRY_AFTER_S = 1;
const OVERLOADED = new AppError('unavailable', { facts: { retryAfter: RETRY_AFTER_S } });

/**
 * Load shedding: rejects requests with 503 and Retry-After while this process is overloaded. Documents are never rejected.
 * `renderError` builds the body that clients of a path expect.
 */
export function shedLoad(
  { metrics }: Pick<Context, 'metrics'>,
  readLoad: LoadMonitor['read'],
  renderError: (path: string, error: AppError) => object,
): MiddlewareHandler {
  const active = new Map([RETRYABLE, CHECKOUT].map((limits) => [limits, 0]));
  const isExceeded = ({ delayMs, waitingQueries }: LoadLimits) => {
    const load = readLoad();
    return load.delayMs > delayMs || load.waitingQueries >= waitingQueries;
  };
  return async (c, next) => {
    const { path } = c.req;
    const limits = CHECKOUT_PATH.test(path) ? CHECKOUT : RETRYABLE_PATH.test(path) ? RETRYABLE : null;
    if (!limits) return next();
    const count = active.get(limits) ?? 0;
    if (count >= limits.maxActive && isExceeded(limits)) {
      metrics.count('requests_shed', { kind: path.split('/', 2)[1] ?? '' });
      c.header('Cache-Control', 'no-store');
      c.header('Retry-After', String(RETRY_AFTER_S));
      return c.json(renderError(path, OVERLOADED), getHttpStatus(OVERLOADED.code) as 503);
    }
    active.set(limits, count + 1);
    try {
      await next();
    } finally {
      active.set(limits, (active.get(limits) ?? 1) - 1);
    }
  };
}
