import type { Store } from './store.ts';

/** The sandbox's clock. It dates everything that Stripe would date. */
export type Clock = { now: () => Date; seconds: () => number };

export type MovableClock = Clock & {
  /** The app's time: the same as `now`, except for a simulated clock drift. */
  appNow: () => Date;
  /** Moves the app's time forward; real time continues from there. */
  moveTo: (to: Date) => void;
  /** Runs `work` with the clock fixed at `seconds`. */
  runAt: <T>(seconds: number, work: () => T) => T;
};

/**
 * Creates a clock that runs ahead of real time by a stored offset, the sum of all its moves. `driftMs` is an additional
 * error that only Stripe's side of the clock has, to simulate a clock that disagrees with the app.
 */
export const createClock = (
  store: Store,
  realTime: () => number = Date.now,
  driftMs: () => number = () => 0,
): MovableClock => {
  let offsetMs = Number(store.sql('SELECT ahead FROM clock').get()?.['ahead'] ?? 0);
  let fixedMs: number | null = null;
  const appTime = (): number => realTime() + offsetMs;
  const milliseconds = (): number => fixedMs ?? appTime() + driftMs();
  return {
    now: () => new Date(milliseconds()),
    appNow: () => new Date(fixedMs ?? appTime()),
    seconds: () => Math.floor(milliseconds() / 1000),
    moveTo: (to) => {
      if (!(to.getTime() >= appTime())) throw new RangeError('The clock only moves forward.');
      offsetMs = to.getTime() - realTime();
      const saveSql =
        'INSERT INTO clock (id, ahead) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET ahead = excluded.ahead';
      store.sql(saveSql).run(offsetMs);
    },
    runAt: (seconds, work) => {
      fixedMs = seconds * 1000;
      try {
        return work();
      } finally {
        fixedMs = null;
      }
    },
  };
};
