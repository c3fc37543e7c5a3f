import { setImmediate } from 'node:timers';

type TickBudgetOptions = {
  /** Milliseconds of a monotonic clock. */
  now?: (() => number) | undefined;
  /** Called at the end of each event-loop tick in which the budget was used. */
  onTick?: () => void;
};

/** Time budget in milliseconds per event-loop tick for one kind of work that could block the loop. */
export class TickBudget {
  #remainingMs: number;
  #isRenewed = false;
  readonly #ms: number;
  readonly #now: () => number;
  readonly #onTick: () => void;

  constructor(ms: number, { now = () => performance.now(), onTick = () => undefined }: TickBudgetOptions = {}) {
    this.#ms = ms;
    this.#remainingMs = ms;
    this.#now = now;
    this.#onTick = onTick;
  }

  hasRemaining(): boolean {
    return this.#remainingMs > 0;
  }

  /** Runs the work even when the budget is used up, and subtracts its duration. */
  run<T>(work: () => T): T {
    const startedAt = this.#now();
    if (!this.#isRenewed) setImmediate(this.#renew);
    this.#isRenewed = true;
    const result = work();
    this.#remainingMs -= this.#now() - startedAt;
    return result;
  }

  readonly #renew = (): void => {
    this.#remainingMs = this.#ms;
    this.#isRenewed = false;
    this.#onTick();
  };
}
