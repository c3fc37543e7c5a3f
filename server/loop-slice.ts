import { setImmediate } from 'node:timers';

type Parts = {
  /** Milliseconds of a monotonic clock. */
  now?: (() => number) | undefined;
  /** Called at the end of each event-loop tick in which the budget was used. */
  onTurn?: () => void;
};

/** Time budget in milliseconds per event-loop tick for one kind of work that could block the loop. */
export class LoopSlice {
  #leftMs: number;
  #isRenewed = false;
  readonly #ms: number;
  readonly #now: () => number;
  readonly #onTurn: () => void;

  constructor(ms: number, { now = () => performance.now(), onTurn = () => undefined }: Parts = {}) {
    this.#ms = ms;
    this.#leftMs = ms;
    this.#now = now;
    this.#onTurn = onTurn;
  }

  isLeft(): boolean {
    return this.#leftMs > 0;
  }

  /** Runs the work even when the budget is used up, and subtracts its duration. */
  spend<T>(work: () => T): T {
    const from = this.#now();
    if (!this.#isRenewed) setImmediate(this.#renew);
    this.#isRenewed = true;
    const done = work();
    this.#leftMs -= this.#now() - from;
    return done;
  }

  readonly #renew = (): void => {
    this.#leftMs = this.#ms;
    this.#isRenewed = false;
    this.#onTurn();
  };
}
