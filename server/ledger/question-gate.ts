import Stripe from 'stripe';

const MOST_AT_ONCE = 8;
const MOST_PER_ACCOUNT = 4;
/** The caller waits at most this long; the request itself may still complete afterwards. */
const PATIENCE_MS = 6000;
/** After a 429 no request starts for this long, and the limit is halved. */
const PAUSE_MS = 1000;
/** The limit grows by one after this many responses. */
const TRUST_AFTER = 20;

type Waiting = { accountId: string; go: () => void };

/** Stripe did not respond in time. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

/**
 * Limits the number of concurrent reads from Stripe for the whole process, and lowers the limit after a 429. Reads that
 * a user waits for (`urgent`) run before background work.
 */
export class QuestionGate {
  #urgent: Waiting[] = [];
  #background: Waiting[] = [];
  #out = new Map<string, number>();
  #running = 0;
  #most = MOST_AT_ONCE;
  #answered = 0;
  #pause: NodeJS.Timeout | null = null;

  async ask<T>(accountId: string, urgent: boolean, question: () => Promise<T>): Promise<T> {
    await new Promise<void>((go) => {
      (urgent ? this.#urgent : this.#background).push({ accountId, go });
      this.#letGo();
    });
    try {
      return await inTime(question());
    } catch (error) {
      if (error instanceof Stripe.errors.StripeRateLimitError) this.slowDown();
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
      waiting.go();
    }
  }

  #takeNext(queue: Waiting[]): Waiting | undefined {
    const next = queue.findIndex(({ accountId }) => this.#outOf(accountId) < MOST_PER_ACCOUNT);
    return next < 0 ? undefined : queue.splice(next, 1)[0];
  }

  #outOf(accountId: string): number {
    return this.#out.get(accountId) ?? 0;
  }

  #comeBack(accountId: string): void {
    this.#running--;
    const left = this.#outOf(accountId) - 1;
    if (left > 0) this.#out.set(accountId, left);
    else this.#out.delete(accountId);
    if (++this.#answered % TRUST_AFTER === 0) this.#most = Math.min(MOST_AT_ONCE, this.#most + 1);
    this.#letGo();
  }

  /** Call after Stripe answered 429 to a read or to a buyer's checkout. */
  slowDown(): void {
    this.#most = Math.max(1, Math.floor(this.#most / 2));
    this.#pause ??= setTimeout(() => {
      this.#pause = null;
      this.#letGo();
    }, PAUSE_MS);
  }
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const tooLate = () => late.reject(new NoAnswer('The provider did not answer in time'));
  const alarm = setTimeout(tooLate, PATIENCE_MS);
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(alarm));
}
