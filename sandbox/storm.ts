import type { Store } from './store.ts';

/** Faults of event deliveries. The same seed produces the same faults. */
export type Storm = {
  seed: number;
  /** Deliveries per thousand that are never sent. Resending one by hand still works. */
  dropped: number;
  /** Deliveries per thousand that are sent twice. */
  doubled: number;
  /** Milliseconds over which deliveries are spread at random, so that they arrive out of order. */
  spread: number;
};

/** Returns the delays in milliseconds of the next event's deliveries; an empty list drops the event. */
export type Weather = () => number[];
export type DeliveryFigures = Record<'waiting' | 'delivered' | 'failed' | 'dropped', number>;
export type StormKeys = {
  weather: Weather;
  now: () => Storm;
  /** Does not affect deliveries that are already queued. */
  set: (storm: Storm) => void;
  figures: () => DeliveryFigures;
};

const fair: Storm = { seed: 1, dropped: 0, doubled: 0, spread: 0 };
export const calm: Weather = () => [0];

/** Creates a seeded random generator (mulberry32) of numbers from 0 to below 1. */
const chanceFrom = (seed: number): (() => number) => {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const weatherOf = ({ seed, dropped, doubled, spread }: Storm): Weather => {
  const chance = chanceFrom(seed);
  return () => {
    // All four numbers are drawn every time, so that one setting does not change the effect of another.
    const [fate, twice, first, second] = [chance(), chance(), chance(), chance()];
    if (fate * 1000 < dropped) return [];
    const delays = twice * 1000 < doubled ? [first, second] : [first];
    return delays.map((delay) => Math.floor(delay * spread));
  };
};

const figuresOf = (store: Store): DeliveryFigures => {
  const rows = store.sql('SELECT state, count(*) AS count FROM deliveries GROUP BY state').all();
  const counted = Object.fromEntries(rows.map((row) => [String(row['state']), Number(row['count'])]));
  return { waiting: 0, delivered: 0, failed: 0, dropped: 0, ...counted };
};

export const openWeather = (store: Store, first: Storm = fair): StormKeys => {
  let [storm, weather] = [first, weatherOf(first)];
  return {
    weather: () => weather(),
    now: () => storm,
    set: (next) => {
      [storm, weather] = [next, weatherOf(next)];
    },
    figures: () => figuresOf(store),
  };
};
