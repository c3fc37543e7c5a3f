import type { Store } from './store.ts';

/** Faults of event deliveries. The same seed produces the same faults. */
export type DeliveryFaults = {
  seed: number;
  /** Deliveries per thousand that are never sent. Resending one by hand still works. */
  dropped: number;
  /** Deliveries per thousand that are sent twice. */
  doubled: number;
  /** Milliseconds over which deliveries are spread at random, so that they arrive out of order. */
  spread: number;
};

/** Returns the delays in milliseconds of the next event's deliveries; an empty list drops the event. */
export type DeliveryPlanner = () => number[];
export type DeliveryStats = Record<'waiting' | 'delivered' | 'failed' | 'dropped', number>;
export type DeliveryFaultsControl = {
  planDeliveries: DeliveryPlanner;
  current: () => DeliveryFaults;
  /** Does not affect deliveries that are already queued. */
  set: (faults: DeliveryFaults) => void;
  stats: () => DeliveryStats;
};

const NO_FAULTS: DeliveryFaults = { seed: 1, dropped: 0, doubled: 0, spread: 0 };
export const planImmediateDelivery: DeliveryPlanner = () => [0];

/** Creates a seeded random generator (mulberry32) of numbers from 0 to below 1. */
const createRandom = (seed: number): (() => number) => {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const createPlanner = ({ seed, dropped, doubled, spread }: DeliveryFaults): DeliveryPlanner => {
  const random = createRandom(seed);
  return () => {
    // All four numbers are drawn every time, so that one setting does not change the effect of another.
    const [dropRoll, doubleRoll, firstDelay, secondDelay] = [random(), random(), random(), random()];
    if (dropRoll * 1000 < dropped) return [];
    const delays = doubleRoll * 1000 < doubled ? [firstDelay, secondDelay] : [firstDelay];
    return delays.map((delay) => Math.floor(delay * spread));
  };
};

const readStats = (store: Store): DeliveryStats => {
  const rows = store.sql('SELECT state, count(*) AS count FROM deliveries GROUP BY state').all();
  const counts = Object.fromEntries(rows.map((row) => [String(row['state']), Number(row['count'])]));
  return { waiting: 0, delivered: 0, failed: 0, dropped: 0, ...counts };
};

export const createDeliveryFaults = (store: Store, initial: DeliveryFaults = NO_FAULTS): DeliveryFaultsControl => {
  let [faults, planner] = [initial, createPlanner(initial)];
  return {
    planDeliveries: () => planner(),
    current: () => faults,
    set: (next) => {
      [faults, planner] = [next, createPlanner(next)];
    },
    stats: () => readStats(store),
  };
};
