/** How fast the provider may be asked by whoever is in no hurry. */
export type Pace = {
  /** Resolves when one more request may go out. */
  take: () => Promise<void>;
  /** The provider wants to be asked less often. */
  slow: () => void;
};

type Timing = { now: () => number; wait: (ms: number) => Promise<void> };

export const REQUESTS_PER_SECOND = 5;
const GAP_MS = 1000 / REQUESTS_PER_SECOND;
/** Shorter than the patience of whoever waits, several at once. */
const LONGEST_GAP_MS = 1000;
/** For so long nothing was refused: twice as fast again. */
const RECOVERY_MS = 30_000;

const REAL: Timing = {
  now: () => performance.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms).unref()),
};

export const UNHURRIED: Pace = { take: () => Promise.resolve(), slow: () => undefined };

/** Five requests a second, and fewer for a while after each refusal. */
export function openPace({ now, wait }: Timing = REAL): Pace {
  let gap = GAP_MS;
  let slowedAt = 0;
  /** When the next request may go out. */
  let next = now();

  function recover(at: number): void {
    while (gap > GAP_MS && at - slowedAt >= RECOVERY_MS) {
      gap = Math.max(GAP_MS, gap / 2);
      slowedAt += RECOVERY_MS;
    }
  }

  /** Whoever came last; each has its turn when the one before has had it. */
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

/** A way to the provider on which every request waits for its turn, those that are made again too. */
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
