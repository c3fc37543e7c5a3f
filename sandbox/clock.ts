import type { Store } from './store.ts';

/** The sandbox's clock: everything that Stripe would date is dated by it. */
export type Clock = { now: () => Date; seconds: () => number };

export type MovableClock = Clock & {
  /** What the app goes by: the same, unless the clock is wrong in its eyes. */
  appNow: () => Date;
  /** Sets the app's time forward; real time goes on from there. */
  setTo: (to: Date) => void;
  /** Has `work` done with the clock standing at `seconds`. */
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
 * A clock that is ahead of real time by as much as it was ever moved; the store remembers by how much. `driftMs` is by
 * how much it goes wrong besides, in the eyes of the app.
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
