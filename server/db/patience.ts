import { AsyncLocalStorage } from 'node:async_hooks';

import { DatabaseAway } from './away.ts';

/** So long one request waits for the database, over all that it asks: its answer comes within three seconds. */
const PATIENCE_MS = 2500;
/** So long each question of everybody else may take: somewhat longer than the server lets a statement run. */
const QUESTION_MS = 6000;
/** What is asked when all patience is used up, such as to roll back, may still be answered by a server that is well. */
const LAST_MS = 50;

const current = new AsyncLocalStorage<Patience | null>();

/** What a request has left to wait for the database. Time in which it waits for something else does not count. */
class Patience {
  #leftMs = PATIENCE_MS;
  #waiting = 0;
  #since = 0;
  isOver = false;

  /** Of several questions at once, the time counts once. */
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

/** Everything that is asked of the database in the course of this has patience for 2.5 seconds in all. */
export async function impatiently<T>(run: () => Promise<T>): Promise<T> {
  const patience = new Patience();
  try {
    // Awaited in here: a question is asked only when somebody waits for it.
    return await current.run(patience, async () => await run());
  } finally {
    // What goes on in the background is in no hurry any more.
    patience.isOver = true;
  }
}

/** What somebody in a hurry sets off, or asks for that takes its time: each question has the usual time of its own. */
export const patiently = <T>(run: () => T): T => current.run(null, run);

/** An answer that comes in time, else DatabaseAway is thrown; `late` is told, whose matter the rest is. */
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
