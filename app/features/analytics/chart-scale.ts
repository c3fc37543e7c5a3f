/** Range of an axis with its ticks at round values; zero is always included. */
export type Axis = { min: number; max: number; ticks: number[] };

const ROUND_STEPS = [1, 2, 2.5, 4, 5, 7.5, 10];

/** Smallest round step that is at least `minStep`; `integerOnly`: integers only. */
export function getRoundStep(minStep: number, integerOnly: boolean): number {
  if (!(minStep > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(minStep));
  const step = ROUND_STEPS.map((one) => one * power).find(
    // Tolerates floating-point errors of powers of ten.
    (one) => one >= minStep * (1 - 1e-9) && (!integerOnly || Number.isInteger(one)),
  );
  return step ?? (integerOnly ? 1 : 10 * power);
}

/** Axis for the values with about `tickCount` ticks. `unit`: smallest tick distance, such as 100 for dollars in cents. */
export function createAxis(values: readonly number[], tickCount: number, unit = 1): Axis {
  const low = Math.min(0, ...values) / unit;
  const high = Math.max(0, ...values) / unit;
  const step = getRoundStep((high - low || tickCount) / tickCount, true);
  const first = Math.floor(low / step);
  const last = Math.max(Math.ceil(high / step), first + 1);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step * unit + 0);
  return { min: first * step * unit + 0, max: last * step * unit, ticks };
}

/** Distance of a value from the top in pixels. */
export const getY = (value: number, { min, max }: Axis, height: number): number =>
  height - ((value - min) / (max - min)) * height;

/** Distance of a point from the left in pixels; a single point is centered. */
export const getX = (index: number, count: number, width: number): number =>
  count < 2 ? width / 2 : (index / (count - 1)) * width;

export function findNearestIndex(x: number, count: number, width: number): number {
  if (count < 2 || !(width > 0)) return 0;
  return Math.min(count - 1, Math.max(0, Math.round((x / width) * (count - 1))));
}

/** Indexes of the labeled points, counted from the end (newest) or from the start. */
export function getLabeledIndexes(count: number, maxLabels: number, from: 'start' | 'end'): number[] {
  const minStep = Math.ceil(count / Math.max(1, maxLabels));
  const step = LABEL_INTERVALS[from].find((interval) => interval >= minStep) ?? minStep;
  const remainder = from === 'start' ? 0 : (count - 1) % step;
  return Array.from({ length: count }, (_, index) => index).filter((index) => index % step === remainder);
}

/** Label intervals: days count back from the newest, hours start with the day and divide it. */
const LABEL_INTERVALS = { end: [1, 2, 3, 4, 5, 7, 10, 14, 28, 56], start: [1, 2, 3, 4, 6, 8, 12, 24] };
