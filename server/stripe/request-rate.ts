/** Rate of background requests to Stripe. */
export type RequestRate = {
  /** Resolves when the next request may be sent. */
  acquire: () => Promise<void>;
  /** Reports a 429 from Stripe. */
  slowDown: () => void;
};

type Timing = { now: () => number; sleep: (ms: number) => Promise<void> };

export const REQUESTS_PER_SECOND = 5;
const MIN_INTERVAL_MS = 1000 / REQUESTS_PER_SECOND;
/** Shorter than the timeout of callers, even if several wait. */
const MAX_INTERVAL_MS = 1000;
/** After this time without a 429 the rate doubles again. */
const RECOVERY_MS = 30_000;

const REAL: Timing = {
  now: () => performance.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms).unref()),
};

export const UNLIMITED: RequestRate = { acquire: () => Promise.resolve(), slowDown: () => undefined };

/** Allows five requests a second, and fewer for a while after each 429. */
export function createRequestRate({ now, sleep }: Timing = REAL): RequestRate {
  let intervalMs = MIN_INTERVAL_MS;
  let slowedAt = 0;
  /** Time at which the next request may be sent. */
  let nextAt = now();

  function recover(timeMs: number): void {
    while (intervalMs > MIN_INTERVAL_MS && timeMs - slowedAt >= RECOVERY_MS) {
      intervalMs = Math.max(MIN_INTERVAL_MS, intervalMs / 2);
      slowedAt += RECOVERY_MS;
    }
  }

  /** End of the queue; each caller waits for the one before. */
  let queueTail = Promise.resolve();

  async function waitForSlot(): Promise<void> {
    for (let delay = nextAt - now(); delay > 0; delay = nextAt - now()) await sleep(delay);
    recover(now());
    nextAt = now() + intervalMs;
  }

  return {
    acquire: () => (queueTail = queueTail.then(waitForSlot)),
    slowDown: () => {
      slowedAt = now();
      intervalMs = Math.min(MAX_INTERVAL_MS, intervalMs * 2);
      nextAt = Math.max(nextAt, slowedAt + intervalMs);
    },
  };
}

/** Delays every request, including retries, to the given rate. */
const limitFetch =
  (requestRate: RequestRate, innerFetch: typeof fetch): typeof fetch =>
  async (input, init) => {
    await requestRate.acquire();
    const response = await innerFetch(input, init);
    if (response.status === 429) requestRate.slowDown();
    return response;
  };

export const rateLimitedFetch =
  (requestRate: RequestRate = createRequestRate()) =>
  (innerFetch: typeof fetch): typeof fetch =>
    limitFetch(requestRate, innerFetch);
