// Hears every question that this process asks of PostgreSQL, and on whose behalf.
import { AsyncLocalStorage } from 'node:async_hooks';

import pg from 'pg';

export type Asked = { door: string; text: string; params: unknown[]; ms: number };

const door = new AsyncLocalStorage<string>();
/** What nobody at a door has asked: the workers, each second. */
export const BY_ITSELF = 'workers, each second';

let only: string | null = null;

/** Everything that is asked within `act` is asked for this door; `alone`: what is asked beside it meanwhile, too. */
export async function at<T>(name: string, act: () => Promise<T>, { alone }: { alone: boolean }): Promise<T> {
  only = alone ? name : null;
  try {
    return await door.run(name, act);
  } finally {
    only = null;
  }
}

/** Hears everything from now on. */
export function listen(hear: (asked: Asked) => void): void {
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function heard(this: pg.Client, ...args: unknown[]) {
    const [first, second] = args as [string | { text: string; values?: unknown[] }, unknown];
    const text = typeof first === 'string' ? first : first.text;
    const params = Array.isArray(second) ? second : typeof first === 'string' ? [] : (first.values ?? []);
    const name = door.getStore() ?? only ?? BY_ITSELF;
    const started = performance.now();
    const done = () => hear({ door: name, text, params, ms: performance.now() - started });
    const last = args.at(-1);
    if (typeof last === 'function')
      args[args.length - 1] = (...told: unknown[]) => {
        done();
        Reflect.apply(last as () => void, null, told);
      };
    const answer: unknown = Reflect.apply(query, this, args);
    if (answer instanceof Promise) void answer.then(done, done);
    return answer as never;
  };
}
