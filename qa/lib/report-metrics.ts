const failedMetrics: string[] = [];

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** Prints a metric beside its limit and records whether it is within the limit. */
export function reportMetric(name: string, value: number, limit: number, bound: 'at least' | 'at most'): void {
  const isMet = bound === 'at least' ? value >= limit : value <= limit;
  if (!isMet) failedMetrics.push(name);
  console.log(`  ${isMet ? 'ok   ' : 'SHORT'} ${name}: ${value.toFixed(2)} (${bound} ${limit})`);
}

/** The exit code: 1 when any metric missed its limit. */
export function getExitCode(): 0 | 1 {
  console.log(failedMetrics.length === 0 ? '\nAll limits are kept' : `\nMissed: ${failedMetrics.join('; ')}`);
  return failedMetrics.length === 0 ? 0 : 1;
}
