import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';

import type { Db } from './client.ts';

const EVERY_MS = 5000;
/** Clock difference of a machine above which an error is logged. */
const MOST_OFF_MS = 60_000;

export type SharedClock = {
  /** The database's time, as far as its answers allow. */
  now: () => Date;
  /** Reads the database's time again; throws when it does not answer. */
  read: () => Promise<void>;
  close: () => Promise<void>;
};

type Options = {
  db: Db;
  log: Logger;
  /** This machine's clock in milliseconds. Default: `Date.now`. */
  wallTime?: () => number;
  /** A monotonic clock in milliseconds. Default: `performance.now`. */
  evenTime?: () => number;
};

/**
 * System clock of an app with several processes: the database's time. Leases, rate-limit windows and session expiry agree
 * in all processes even when machine clocks are wrong or jump. Between answers and during outages it advances
 * monotonically. Throws when the first read fails.
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
    // The server read its clock between query and answer: adjust only by what this interval proves.
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
