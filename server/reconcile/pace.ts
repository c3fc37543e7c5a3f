import Stripe from 'stripe';

import type { Context } from '#server/context.ts';

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
const LONGEST_GAP_MS = 10_000;
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

  return {
    take: async () => {
      const at = now();
      recover(at);
      next = Math.max(next, at);
      const delay = next - at;
      next += gap;
      if (delay > 0) await wait(delay);
    },
    slow: () => {
      slowedAt = now();
      gap = Math.min(LONGEST_GAP_MS, gap * 2);
      next = Math.max(next, slowedAt + gap);
    },
  };
}

/** The same context, whose every request to the provider waits for its turn. Lists are promised page by page. */
export const pacedContext = (context: Context, pace: Pace): Context => ({
  ...context,
  stripe: paced(context.stripe, pace),
  sellerStripe: (accountId) => paced(context.sellerStripe(accountId), pace),
});

function paced<T extends object>(target: T, pace: Pace): T {
  return new Proxy(target, {
    get(of, property) {
      const value: unknown = Reflect.get(of, property, of);
      if (typeof value === 'function') {
        return async (...args: unknown[]): Promise<unknown> => {
          await pace.take();
          try {
            return (await Reflect.apply(value, of, args)) as unknown;
          } catch (error) {
            if (error instanceof Stripe.errors.StripeRateLimitError) pace.slow();
            throw error;
          }
        };
      }
      return typeof value === 'object' && value !== null ? paced(value, pace) : value;
    },
  });
}
