import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';

import type { Db } from './client.ts';

const EVERY_MS = 5000;
/** So far a machine may be off by itself before somebody is told. */
const MOST_OFF_MS = 60_000;

export type SharedClock = {
  /** The database's time, as far as its answers tell. */
  now: () => Date;
  /** Asks once more; throws when the database does not answer. */
  read: () => Promise<void>;
  close: () => Promise<void>;
};

type Options = {
  db: Db;
  log: Logger;
  /** Of this machine, in ms. Left out: its own. */
  wallTime?: () => number;
  /** Goes on evenly whatever happens to the machine's clock. Left out: since the process began. */
  evenTime?: () => number;
};

/**
 * The real clock of a shop of several processes: the database's. Leases, windows of limits and the ends of sessions mean
 * the same moment in each of them, however wrong the clocks of their machines are and however they jump. Between two
 * answers it goes on evenly, and while the database is away as well. Throws when it does not answer at first.
 */
export async function openSharedClock({
  db,
  log,
  wallTime = () => Date.now(),
  evenTime = () => performance.now(),
}: Options): Promise<SharedClock> {
  let ahead: number | null = null;
  let isOff = false;
  let reading: Promise<void> | null = null;

  async function ask(): Promise<void> {
    const asked = evenTime();
    const { rows } = (await db.execute(
      sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
    )) as { rows: { now: number }[] };
    const now = Number(rows[0]?.now);
    // It was read at some moment between the question and the answer: no more than that is known, and moved for.
    const [least, most] = [now - evenTime(), now - asked];
    ahead = Math.min(Math.max(ahead ?? (least + most) / 2, least), most);
    tellWhenOff(wallTime() - now);
  }

  function tellWhenOff(offMs: number): void {
    const wasOff = isOff;
    isOff = Math.abs(offMs) > MOST_OFF_MS;
    if (isOff && !wasOff)
      log.error({ offMs: Math.round(offMs) }, 'this machine’s clock is not the database’s: put it right');
  }

  const read = (): Promise<void> =>
    (reading ??= ask().finally(() => {
      reading = null;
    }));
  await read();
  const timer = setInterval(() => void read().catch(() => undefined), EVERY_MS).unref();
  return {
    now: () => new Date(evenTime() + (ahead ?? 0)),
    read,
    close: async () => {
      clearInterval(timer);
      await reading?.catch(() => undefined);
    },
  };
}
