import type { Store } from './store.ts';

/** What may happen to the deliveries of an event. The same seed gives the same weather. */
export type Storm = {
  seed: number;
  /** Of a thousand deliveries, those that never leave. Resending one by hand still works. */
  dropped: number;
  /** Of a thousand, those that leave twice. */
  doubled: number;
  /** Milliseconds over which they leave at random, so that they overtake each other. */
  spread: number;
};

/** After how many milliseconds each delivery of the next event leaves; none: it never does. */
export type Weather = () => number[];
export type DeliveryFigures = Record<'waiting' | 'delivered' | 'failed' | 'dropped', number>;
export type StormKeys = {
  weather: Weather;
  now: () => Storm;
  /** What is on its way already is not touched. */
  set: (storm: Storm) => void;
  figures: () => DeliveryFigures;
};

const fair: Storm = { seed: 1, dropped: 0, doubled: 0, spread: 0 };
export const calm: Weather = () => [0];

/** A small generator (mulberry32): numbers from 0 to under 1 that only the seed decides. */
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
    // All four are drawn each time: what one figure is does not move the others.
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
