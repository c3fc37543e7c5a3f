import { AsyncLocalStorage } from 'node:async_hooks';

import { DatabaseAway } from './away.ts';

/** Total database time of one request, so that its response comes within three seconds. */
const PATIENCE_MS = 2500;
/** Timeout of each query outside requests: slightly longer than the server's statement timeout. */
const QUESTION_MS = 6000;
/** Minimum timeout of a query when the budget is used up, so that a rollback can still succeed on a healthy server. */
const LAST_MS = 50;

const current = new AsyncLocalStorage<Patience | null>();

/** Remaining database time of a request. Time spent on anything else does not count. */
class Patience {
  #leftMs = PATIENCE_MS;
  #waiting = 0;
  #since = 0;
  isOver = false;

  /** Concurrent queries count once. */
  begin(): void {
    this.#waiting += 1;
    if (this.#waiting === 1) this.#since = performance.now();
  }

  end(): void {
    this.#waiting -= 1;
    if (this.#waiting === 0) this.#leftMs -= performance.now() - this.#since;
  }

  leftMs(): number {
    return this.#leftMs - (this.#waiting > 0 ? performance.now() - this.#since : 0);
  }
}

/** Limits the total time of all database queries of `run` to 2.5 seconds. */
export async function impatiently<T>(run: () => Promise<T>): Promise<T> {
  const patience = new Patience();
  try {
    // Await inside the context: a lazy query starts only when it is awaited.
    return await current.run(patience, async () => await run());
  } finally {
    // Background work that outlives the request gets the usual query timeout.
    patience.isOver = true;
  }
}

/** Runs background or long work of a request with the usual timeout per query. */
export const patiently = <T>(run: () => T): T => current.run(null, run);

/** Resolves with the query's result. After the timeout, throws DatabaseUnavailable and calls `onTimeout` with the query. */
export async function inTime<T>(
  ask: () => Promise<T>,
  late: (answer: Promise<T>) => void,
  limitMs = QUESTION_MS,
): Promise<T> {
  const patience = current.getStore();
  const hurry = patience && !patience.isOver ? patience : null;
  hurry?.begin();
  let timer: NodeJS.Timeout | undefined;
  try {
    const answer = ask();
    const tooLate = new Promise<never>((_, reject) => {
      const ms = Math.min(limitMs, hurry ? Math.max(LAST_MS, hurry.leftMs()) : Infinity);
      timer = setTimeout(() => {
        late(answer);
        reject(new DatabaseAway('The database did not answer in time'));
      }, ms);
    });
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
    hurry?.end();
  }
}
