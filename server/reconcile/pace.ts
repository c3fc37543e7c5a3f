/** Rate of background requests to Stripe. */
export type Pace = {
  /** Resolves when the next request may be sent. */
  take: () => Promise<void>;
  /** Reports a 429 from Stripe. */
  slow: () => void;
};

type Timing = { now: () => number; wait: (ms: number) => Promise<void> };

export const REQUESTS_PER_SECOND = 5;
const GAP_MS = 1000 / REQUESTS_PER_SECOND;
/** Shorter than the timeout of callers, even if several wait. */
const LONGEST_GAP_MS = 1000;
/** After this time without a 429 the rate doubles again. */
const RECOVERY_MS = 30_000;

const REAL: Timing = {
  now: () => performance.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms).unref()),
};

export const UNHURRIED: Pace = { take: () => Promise.resolve(), slow: () => undefined };

/** Allows five requests a second, and fewer for a while after each 429. */
export function openPace({ now, wait }: Timing = REAL): Pace {
  let gap = GAP_MS;
  let slowedAt = 0;
  /** Time at which the next request may be sent. */
  let next = now();

  function recover(at: number): void {
    while (gap > GAP_MS && at - slowedAt >= RECOVERY_MS) {
      gap = Math.max(GAP_MS, gap / 2);
      slowedAt += RECOVERY_MS;
    }
  }

  /** End of the queue; each caller waits for the one before. */
  let last = Promise.resolve();

  async function turn(): Promise<void> {
    for (let delay = next - now(); delay > 0; delay = next - now()) await wait(delay);
    recover(now());
    next = now() + gap;
  }

  return {
    take: () => (last = last.then(turn)),
    slow: () => {
      slowedAt = now();
      gap = Math.min(LONGEST_GAP_MS, gap * 2);
      next = Math.max(next, slowedAt + gap);
    },
  };
}

/** Delays every request, including retries, to the given rate. */
const pacedFetch =
  (pace: Pace, next: typeof fetch): typeof fetch =>
  async (input, init) => {
    await pace.take();
    const answer = await next(input, init);
    if (answer.status === 429) pace.slow();
    return answer;
  };

export const atPace =
  (pace: Pace = openPace()) =>
  (next: typeof fetch): typeof fetch =>
    pacedFetch(pace, next);
