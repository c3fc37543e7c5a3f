/** What each run shares: its options, its statistics, its limits, and its exit code. */
import { appendFileSync } from 'node:fs';
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

/** One line of the table of `npm run bench`. Without a reference, the limit applies to the figure. */
export type BenchResult = {
  name: string;
  reference: number | null;
  figure: number;
  unit: string;
  ratio: number | null;
  bound: 'at least' | 'at most';
  limit: number;
  ok: boolean;
};

const failures: string[] = [];

/** Prints a result, records whether it is within its limit, and passes it to `npm run bench`. */
function recordResult(result: Omit<BenchResult, 'ok'>): void {
  const { name, reference, figure, unit, ratio, bound, limit } = result;
  const value = ratio ?? figure;
  const ok = bound === 'at least' ? value >= limit : value <= limit;
  if (!ok) failures.push(name);
  const compared =
    reference === null ? '' : `${formatFigure(figure)} ${unit}, reference ${formatFigure(reference)}, ratio `;
  console.log(`  ${ok ? 'ok   ' : 'SHORT'} ${name}: ${compared}${formatFigure(value)} (${bound} ${limit})`);
  const { BENCH_RESULTS } = process.env;
  if (BENCH_RESULTS) appendFileSync(BENCH_RESULTS, `${JSON.stringify({ ...result, ok })}\n`);
}

/** Formats a figure with three significant digits, or as an integer if it is large. */
export const formatFigure = (value: number): string =>
  Math.abs(value) >= 100 ? Math.round(value).toString() : String(Number(value.toPrecision(3)));

/** Prints a metric beside its limit and records whether it is within the limit. */
export const reportMetric = (
  name: string,
  figure: number,
  limit: number,
  bound: 'at least' | 'at most',
  unit = '',
): void => recordResult({ name, reference: null, figure, unit, ratio: null, bound, limit });

type RatioLimit = { unit: string } & ({ atLeast: number } | { atMost: number });

/**
 * Prints the ratio of a figure to a reference that was measured in the same run. Both are samples of rounds that
 * alternated, so that other load on the machine affects both alike; the ratio is that of their medians.
 */
export function reportRatio(
  name: string,
  figures: readonly number[],
  references: readonly number[],
  { unit, ...limits }: RatioLimit,
): void {
  const [figure, reference] = [median(figures), median(references)];
  const [bound, limit] =
    'atLeast' in limits ? (['at least', limits.atLeast] as const) : (['at most', limits.atMost] as const);
  recordResult({ name, reference, figure, unit, ratio: figure / reference, bound, limit });
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
