import { setImmediate } from 'node:timers';

type Parts = {
  /** Milliseconds of a clock that only goes forwards. */
  now?: (() => number) | undefined;
  /** Called when the turn is over in which some of it was spent. */
  onTurn?: () => void;
};

/** So many milliseconds of each turn of the event loop, for one kind of work that would go on and on in it. */
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

  /** Does it at once, whether or not something is left, and counts how long that takes. */
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
