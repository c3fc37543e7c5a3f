import type { Store } from './store.ts';

/** The sandbox's clock. It dates everything that Stripe would date. */
export type Clock = { now: () => Date; seconds: () => number };

export type MovableClock = Clock & {
  /** The app's time: the same as `now`, except for a simulated clock drift. */
  appNow: () => Date;
  /** Moves the app's time forward; real time continues from there. */
  setTo: (to: Date) => void;
  /** Runs `work` with the clock fixed at `seconds`. */
  standingAt: <T>(seconds: number, work: () => T) => T;
};

const keptOffset = (store: Store): number => {
  const row = store.sql('SELECT ahead FROM clock').get();
  return typeof row?.['ahead'] === 'number' ? row['ahead'] : 0;
};

const keepOffset = (store: Store, ahead: number): void => {
  store
    .sql('INSERT INTO clock (id, ahead) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET ahead = ?')
    .run(ahead, ahead);
};

/**
 * Creates a clock that runs ahead of real time by a stored offset, the sum of all its moves. `driftMs` is an additional
 * error that only Stripe's side of the clock has, to simulate a clock that disagrees with the app.
 */
export const openClock = (
  store: Store,
  realTime: () => number = Date.now,
  driftMs: () => number = () => 0,
): MovableClock => {
  let ahead = keptOffset(store);
  let standing: number | null = null;
  const appTime = (): number => realTime() + ahead;
  const milliseconds = (): number => standing ?? appTime() + driftMs();
  return {
    now: () => new Date(milliseconds()),
    appNow: () => new Date(standing ?? appTime()),
    seconds: () => Math.floor(milliseconds() / 1000),
    setTo: (to) => {
      if (!(to.getTime() >= appTime())) throw new RangeError('The clock moves forward only.');
      ahead = to.getTime() - realTime();
      keepOffset(store, ahead);
    },
    standingAt: (seconds, work) => {
      standing = seconds * 1000;
      try {
        return work();
      } finally {
        standing = null;
      }
    },
  };
};
