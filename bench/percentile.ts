/** The value below which so many percent of the sample lie: `percentile(times, 99)`. */
export function getPercentile(sample: readonly number[], percent: number): number {
  const sorted = sample.toSorted((one, second) => one - second);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0;
}
