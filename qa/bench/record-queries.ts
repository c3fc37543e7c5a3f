// Records every PostgreSQL query of this process and the operation that it belongs to.
import { AsyncLocalStorage } from 'node:async_hooks';

import pg from 'pg';

export type RecordedQuery = { operation: string; text: string; params: unknown[]; ms: number };

const operation = new AsyncLocalStorage<string>();
/** Queries outside any request: those of the workers, which run each second. */
export const BACKGROUND_OPERATION = 'workers, each second';

let only: string | null = null;

/**
 * Attributes all queries within `act` to this operation; `alone`: also the queries that run concurrently outside
 * it.
 */
export async function recordAs<T>(
  name: string,
  action: () => Promise<T>,
  { isExclusive }: { isExclusive: boolean },
): Promise<T> {
  only = isExclusive ? name : null;
  try {
    return await operation.run(name, action);
  } finally {
    only = null;
  }
}

/** Records all queries from now on. */
export function recordQueries(onQuery: (recorded: RecordedQuery) => void): void {
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function recordedQuery(this: pg.Client, ...args: unknown[]) {
    const [first, second] = args as [string | { text: string; values?: unknown[] }, unknown];
    const text = typeof first === 'string' ? first : first.text;
    const params = Array.isArray(second) ? second : typeof first === 'string' ? [] : (first.values ?? []);
    const name = operation.getStore() ?? only ?? BACKGROUND_OPERATION;
    const started = performance.now();
    const done = () => onQuery({ operation: name, text, params, ms: performance.now() - started });
    const last = args.at(-1);
    if (typeof last === 'function')
      args[args.length - 1] = (...callbackArgs: unknown[]) => {
        done();
        Reflect.apply(last as () => void, null, callbackArgs);
      };
    const answer: unknown = Reflect.apply(query, this, args);
    if (answer instanceof Promise) void answer.then(done, done);
    return answer as never;
  };
}
