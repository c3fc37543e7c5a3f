/** The smallest value that at least this share of the values do not exceed; 0 for an empty list. */
export function getQuantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

export const getMedian = (times: readonly number[]): number => getQuantile(times, 0.5);

/** The value below which this percentage of the sample lies: `percentile(times, 99)`. */
export function getPercentile(sample: readonly number[], percent: number): number {
  const sorted = sample.toSorted((one, second) => one - second);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0;
}
