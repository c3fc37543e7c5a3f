import Stripe from 'stripe';

const MAX_CONCURRENT = 8;
const MAX_CONCURRENT_PER_ACCOUNT = 4;
/** The caller waits at most this long; the request itself may still complete afterwards. */
const RESPONSE_TIMEOUT_MS = 6000;
/** After a 429 no request starts for this long, and the limit is halved. */
const RATE_LIMIT_PAUSE_MS = 1000;
/** The limit grows by one after this many responses. */
const RESPONSES_PER_INCREASE = 20;

type QueuedRequest = { accountId: string; start: () => void };

/** Stripe did not respond in time. */
export class StripeTimeoutError extends Error {
  override name = 'StripeTimeoutError';
}

/**
 * Limits the number of concurrent reads from Stripe for the whole process, and lowers the limit after a 429. Reads that
 * a user waits for (`urgent`) run before background work.
 */
export class StripeLimiter {
  #urgent: QueuedRequest[] = [];
  #background: QueuedRequest[] = [];
  #out = new Map<string, number>();
  #running = 0;
  #most = MAX_CONCURRENT;
  #answered = 0;
  #pause: NodeJS.Timeout | null = null;

  async schedule<T>(accountId: string, urgent: boolean, request: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      (urgent ? this.#urgent : this.#background).push({ accountId, start });
      this.#letGo();
    });
    try {
      return await withTimeout(request());
    } catch (error) {
      if (error instanceof Stripe.errors.StripeRateLimitError) this.reduceConcurrency();
      throw error;
    } finally {
      this.#comeBack(accountId);
    }
  }

  #letGo(): void {
    while (!this.#pause && this.#running < this.#most) {
      const waiting = this.#takeNext(this.#urgent) ?? this.#takeNext(this.#background);
      if (!waiting) return;
      this.#running++;
      this.#out.set(waiting.accountId, this.#outOf(waiting.accountId) + 1);
      waiting.start();
    }
  }

  #takeNext(queue: QueuedRequest[]): QueuedRequest | undefined {
    const next = queue.findIndex(({ accountId }) => this.#outOf(accountId) < MAX_CONCURRENT_PER_ACCOUNT);
    return next < 0 ? undefined : queue.splice(next, 1)[0];
  }

  #outOf(accountId: string): number {
    return this.#out.get(accountId) ?? 0;
  }

  #comeBack(accountId: string): void {
    this.#running--;
    const remaining = this.#outOf(accountId) - 1;
    if (remaining > 0) this.#out.set(accountId, remaining);
    else this.#out.delete(accountId);
    if (++this.#answered % RESPONSES_PER_INCREASE === 0) this.#most = Math.min(MAX_CONCURRENT, this.#most + 1);
    this.#letGo();
  }

  /** Call after Stripe answered 429 to a read or to a buyer's checkout. */
  reduceConcurrency(): void {
    this.#most = Math.max(1, Math.floor(this.#most / 2));
    this.#pause ??= setTimeout(() => {
      this.#pause = null;
      this.#letGo();
    }, RATE_LIMIT_PAUSE_MS);
  }
}

async function withTimeout<T>(response: Promise<T>): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  const rejectLate = () => timeout.reject(new StripeTimeoutError('The provider did not answer in time'));
  const timer = setTimeout(rejectLate, RESPONSE_TIMEOUT_MS);
  return Promise.race([response, timeout.promise]).finally(() => clearTimeout(timer));
}
