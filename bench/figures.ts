const shortfalls: string[] = [];

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** Prints a figure beside the limit that it keeps or does not. */
export function report(name: string, value: number, limit: number, keeps: 'at least' | 'at most'): void {
  const kept = keeps === 'at least' ? value >= limit : value <= limit;
  if (!kept) shortfalls.push(name);
  console.log(`  ${kept ? 'ok   ' : 'SHORT'} ${name}: ${value.toFixed(2)} (${keeps} ${limit})`);
}

/** The exit code: 1 when any figure fell short. */
export function verdict(): 0 | 1 {
  console.log(shortfalls.length === 0 ? '\nEverything holds' : `\nShort: ${shortfalls.join('; ')}`);
  return shortfalls.length === 0 ? 0 : 1;
}
