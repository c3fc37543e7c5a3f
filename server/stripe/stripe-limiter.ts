import Stripe from 'stripe';

import { withTimeout } from '#server/core/concurrency.ts';

const MAX_CONCURRENT = 8;
const MAX_CONCURRENT_PER_ACCOUNT = 4;
/** The caller waits at most this long; the request itself may still complete afterwards. */
const RESPONSE_TIMEOUT_MS = 6000;
/** After a 429 no request starts for this long, and the limit is halved. */
const RATE_LIMIT_PAUSE_MS = 1000;
/** The limit grows by one after this many responses. */
const RESPONSES_PER_INCREASE = 20;

type QueuedRequest = { accountId: string; start: () => void };

export class StripeTimeoutError extends Error {
  override name = 'StripeTimeoutError';
  override message = 'Stripe did not respond in time';
}

/**
 * Limits the number of concurrent reads from Stripe for the whole process, and lowers the limit after a 429. Reads that
 * a user waits for (`urgent`) run before background work.
 */
export class StripeLimiter {
  #urgent: QueuedRequest[] = [];
  #background: QueuedRequest[] = [];
  #runningByAccount = new Map<string, number>();
  #running = 0;
  #maxRunning = MAX_CONCURRENT;
  #responses = 0;
  #pause: NodeJS.Timeout | null = null;

  async schedule<T>(accountId: string, urgent: boolean, request: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      (urgent ? this.#urgent : this.#background).push({ accountId, start });
      this.#startNext();
    });
    try {
      return await withTimeout(RESPONSE_TIMEOUT_MS, request(), () => new StripeTimeoutError());
    } catch (error) {
      if (error instanceof Stripe.errors.StripeRateLimitError) this.reduceConcurrency();
      throw error;
    } finally {
      this.#endRequest(accountId);
    }
  }

  #startNext(): void {
    while (!this.#pause && this.#running < this.#maxRunning) {
      const waiting = this.#takeNext(this.#urgent) ?? this.#takeNext(this.#background);
      if (!waiting) return;
      this.#running++;
      this.#runningByAccount.set(waiting.accountId, this.#runningOf(waiting.accountId) + 1);
      waiting.start();
    }
  }

  #takeNext(queue: QueuedRequest[]): QueuedRequest | undefined {
    const next = queue.findIndex(({ accountId }) => this.#runningOf(accountId) < MAX_CONCURRENT_PER_ACCOUNT);
    return next < 0 ? undefined : queue.splice(next, 1)[0];
  }

  #runningOf(accountId: string): number {
    return this.#runningByAccount.get(accountId) ?? 0;
  }

  #endRequest(accountId: string): void {
    this.#running--;
    const remaining = this.#runningOf(accountId) - 1;
    if (remaining > 0) this.#runningByAccount.set(accountId, remaining);
    else this.#runningByAccount.delete(accountId);
    if (++this.#responses % RESPONSES_PER_INCREASE === 0)
      this.#maxRunning = Math.min(MAX_CONCURRENT, this.#maxRunning + 1);
    this.#startNext();
  }

  /** Call after Stripe answered 429 to a read or to a buyer's checkout. */
  reduceConcurrency(): void {
    this.#maxRunning = Math.max(1, Math.floor(this.#maxRunning / 2));
    this.#pause ??= setTimeout(() => {
      this.#pause = null;
      this.#startNext();
    }, RATE_LIMIT_PAUSE_MS);
  }
}
