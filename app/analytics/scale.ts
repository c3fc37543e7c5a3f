/** Where values of an axis stand: marked in round steps, zero always among them. */
export type Axis = { min: number; max: number; ticks: number[] };

const STEPS = [1, 2, 2.5, 4, 5, 7.5, 10];

/** The smallest round step that is not less; `whole`: nothing stands between two whole numbers. */
export function roundStep(least: number, whole: boolean): number {
  if (!(least > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = STEPS.map((one) => one * power).find(
    // What is a power of ten apart by rounding alone is the same.
    (one) => one >= least * (1 - 1e-9) && (!whole || Number.isInteger(one)),
  );
  return step ?? (whole ? 1 : 10 * power);
}

/**
 * An axis for these values with about so many lines. `unit`: the smallest amount that a line may stand for, e.g. 100
 * for dollars that are counted in cents.
 */
export function axisFor(values: readonly number[], lines: number, unit = 1): Axis {
  const low = Math.min(0, ...values) / unit;
  const high = Math.max(0, ...values) / unit;
  const step = roundStep((high - low || lines) / lines, true);
  const first = Math.floor(low / step);
  const last = Math.max(Math.ceil(high / step), first + 1);
  const ticks = Array.from({ length: last - first + 1 }, (_, place) => (first + place) * step * unit + 0);
  return { min: first * step * unit + 0, max: last * step * unit, ticks };
}

/** How far from the top a value stands, of a height. */
export const heightOf = (value: number, { min, max }: Axis, height: number): number =>
  height - ((value - min) / (max - min)) * height;

/** How far from the left the point of a place stands; a single one in the middle. */
export const placeOf = (place: number, count: number, width: number): number =>
  count < 2 ? width / 2 : (place / (count - 1)) * width;

/** The place that is nearest to somewhere. */
export function nearestPlace(x: number, count: number, width: number): number {
  if (count < 2 || !(width > 0)) return 0;
  return Math.min(count - 1, Math.max(0, Math.round((x / width) * (count - 1))));
}

/** Each so many-th place is named: from the end, where what is newest is to be, or from the beginning. */
export function namedPlaces(count: number, most: number, from: 'start' | 'end'): number[] {
  const least = Math.ceil(count / Math.max(1, most));
  const step = EVERY[from].find((few) => few >= least) ?? least;
  const rest = from === 'start' ? 0 : (count - 1) % step;
  return Array.from({ length: count }, (_, place) => place).filter((place) => place % step === rest);
}

/** Days end with the newest, and hours begin with the day, of which they are a part. */
const EVERY = { end: [1, 2, 3, 4, 5, 7, 10, 14, 28, 56], start: [1, 2, 3, 4, 6, 8, 12, 24] };
