import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';

import type { Db } from './client.ts';

const READ_INTERVAL_MS = 5000;
/** Clock difference of a machine above which an error is logged. */
const MAX_CLOCK_SKEW_MS = 60_000;

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
  machineTime?: () => number;
  /** A monotonic clock in milliseconds. Default: `performance.now`. */
  monotonicTime?: () => number;
};

/**
 * System clock of an app with several processes: the database's time. Leases, rate-limit windows and session expiry agree
 * in all processes even when machine clocks are wrong or jump. Between answers and during outages it advances
 * monotonically. Throws when the first read fails.
 */
export async function openSharedClock({
  db,
  log,
  machineTime = () => Date.now(),
  monotonicTime = () => performance.now(),
}: Options): Promise<SharedClock> {
  let offsetMs: number | null = null;
  let isSkewed = false;
  let pendingRead: Promise<void> | null = null;

  async function readDatabaseTime(): Promise<void> {
    const queriedAt = monotonicTime();
    const { rows } = (await db.execute(sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`)) as {
      rows: { now: number }[];
    };
    const now = Number(rows[0]?.now);
    // The server read its clock between query and answer: adjust only by what this interval proves.
    const [minOffset, maxOffset] = [now - monotonicTime(), now - queriedAt];
    offsetMs = Math.min(Math.max(offsetMs ?? (minOffset + maxOffset) / 2, minOffset), maxOffset);
    logSkew(machineTime() - now);
  }

  function logSkew(skewMs: number): void {
    const wasSkewed = isSkewed;
    isSkewed = Math.abs(skewMs) > MAX_CLOCK_SKEW_MS;
    if (isSkewed && !wasSkewed) log.error({ skewMs: Math.round(skewMs) }, 'clock_skew');
  }

  const read = (): Promise<void> =>
    (pendingRead ??= readDatabaseTime().finally(() => {
      pendingRead = null;
    }));
  await read();
  const timer = setInterval(() => void read().catch(() => undefined), READ_INTERVAL_MS).unref();
  return {
    now: () => new Date(monotonicTime() + (offsetMs ?? 0)),
    read,
    close: async () => {
      clearInterval(timer);
      await pendingRead?.catch(() => undefined);
    },
  };
}
