/** What each run shares: its options, its statistics, its limits, and its exit code. */
import { parseArgs } from 'node:util';

import PQueue from 'p-queue';

type Defaults = Record<string, string | number | boolean>;
type Options<T extends Defaults> = {
  [Name in keyof T]: T[Name] extends number ? number : T[Name] extends boolean ? boolean : string;
};

/** Reads the options of the command line. The type of each default value says how its option is read. */
export function readOptions<T extends Defaults>(defaults: T): Options<T> {
  const types = Object.entries(defaults).map(([name, value]) => [
    name,
    { type: typeof value === 'boolean' ? ('boolean' as const) : ('string' as const) },
  ]);
  const { values } = parseArgs({ options: Object.fromEntries(types) as Record<string, { type: 'string' }> });
  const read = Object.entries(defaults).map(([name, value]) => {
    const given = values[name];
    return [name, given === undefined ? value : typeof value === 'number' ? Number(given) : given];
  });
  return Object.fromEntries(read) as Options<T>;
}

/** The smallest value that this percentage of the sample does not exceed; 0 for an empty sample. */
export function getPercentile(sample: readonly number[], percent: number): number {
  const sorted = sample.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0;
}

export const median = (sample: readonly number[]): number => getPercentile(sample, 50);

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Runs an action and returns its duration in milliseconds. */
export async function measureMs(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await action();
  return performance.now() - start;
}

/** Random numbers from 0 up to but excluding 1 that depend only on the seed. */
export function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

/** A seed for a run without `--seed`, which the run prints so that it can be repeated. */
export const newSeed = (): number => Date.now() % 1_000_000;

/** Runs `work` for each item with limited concurrency. */
export const mapConcurrently = <T, R>(
  items: readonly T[],
  concurrency: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> => new PQueue({ concurrency }).addAll(items.map((item, index) => () => work(item, index)));

export type DatabaseKind = 'postgres' | 'embedded';

/** The databases that the option `--database` names: one of them, or both. */
export const listDatabases = (option: string): DatabaseKind[] =>
  (['postgres', 'embedded'] as const).filter((kind) => option === kind || option === 'both');

const failures: string[] = [];

/** Prints a metric beside its limit and records whether it is within the limit. */
export function reportMetric(name: string, value: number, limit: number, bound: 'at least' | 'at most'): void {
  const isMet = bound === 'at least' ? value >= limit : value <= limit;
  if (!isMet) failures.push(name);
  console.log(`  ${isMet ? 'ok   ' : 'SHORT'} ${name}: ${value.toFixed(2)} (${bound} ${limit})`);
}

/** Prints and records the first faults, or prints that there are none. */
export function reportFaults(faults: readonly string[], success: string): void {
  for (const fault of faults.slice(0, 20)) console.log(`  - ${fault}`);
  console.log(faults.length === 0 ? `  ${success}` : `  ${faults.length} faults.`);
  if (faults.length > 0) failures.push(`${faults.length} faults`);
}

/**
 * Performs a run and ends the process: with 1 when a metric missed its limit or a fault was reported. `repeatCommand`:
 * the command that repeats it with the same seed.
 */
export async function runAndExit(run: () => Promise<void>, repeatCommand?: string): Promise<never> {
  await run();
  console.log(failures.length === 0 ? '\nAll limits are kept' : `\nMissed: ${failures.join('; ')}`);
  if (failures.length > 0 && repeatCommand) console.log(`Repeat: ${repeatCommand}`);
  process.exit(failures.length === 0 ? 0 : 1);
}
