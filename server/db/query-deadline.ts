import { AsyncLocalStorage } from 'node:async_hooks';

import { DatabaseUnavailable } from './database-errors.ts';

/** Total database time of one request, so that its response comes within three seconds. */
const REQUEST_TIMEOUT_MS = 2500;
/** Timeout of each query outside requests: slightly longer than the server's statement timeout. */
const QUERY_TIMEOUT_MS = 6000;
/** Minimum timeout of a query when the budget is used up, so that a rollback can still succeed on a healthy server. */
const MIN_QUERY_TIMEOUT_MS = 50;

const currentBudget = new AsyncLocalStorage<RequestTimeBudget | null>();

/** Remaining database time of a request. Time spent on anything else does not count. */
class RequestTimeBudget {
  #remainingMs = REQUEST_TIMEOUT_MS;
  #waiting = 0;
  #since = 0;
  isExpired = false;

  /** Concurrent queries count once. */
  begin(): void {
    this.#waiting += 1;
    if (this.#waiting === 1) this.#since = performance.now();
  }

  end(): void {
    this.#waiting -= 1;
    if (this.#waiting === 0) this.#remainingMs -= performance.now() - this.#since;
  }

  remainingMs(): number {
    return this.#remainingMs - (this.#waiting > 0 ? performance.now() - this.#since : 0);
  }
}

/** Limits the total time of all database queries of `run` to 2.5 seconds. */
export async function withRequestDeadline<T>(run: () => Promise<T>): Promise<T> {
  const budget = new RequestTimeBudget();
  try {
    // Await inside the context: a lazy query starts only when it is awaited.
    return await currentBudget.run(budget, async () => await run());
  } finally {
    // Background work that outlives the request gets the usual query timeout.
    budget.isExpired = true;
  }
}

/** Runs background or long work of a request with the usual timeout per query. */
export const withoutRequestDeadline = <T>(run: () => T): T => currentBudget.run(null, run);

/** Resolves with the query's result. After the timeout, throws DatabaseUnavailable and calls `onTimeout` with the query. */
export async function withQueryTimeout<T>(
  runQuery: () => Promise<T>,
  onTimeout: (result: Promise<T>) => void,
  maxMs = QUERY_TIMEOUT_MS,
): Promise<T> {
  const budget = currentBudget.getStore();
  const activeBudget = budget && !budget.isExpired ? budget : null;
  activeBudget?.begin();
  let timer: NodeJS.Timeout | undefined;
  try {
    const result = runQuery();
    const timeout = new Promise<never>((_, reject) => {
      const ms = Math.min(maxMs, activeBudget ? Math.max(MIN_QUERY_TIMEOUT_MS, activeBudget.remainingMs()) : Infinity);
      timer = setTimeout(() => {
        onTimeout(result);
        reject(new DatabaseUnavailable('The database did not answer in time'));
      }, ms);
    });
    return await Promise.race([result, timeout]);
  } finally {
    clearTimeout(timer);
    activeBudget?.end();
  }
}
