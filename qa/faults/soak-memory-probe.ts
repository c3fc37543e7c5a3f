// Resource usage of a running process, measured from outside.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import type { HeapSpaceInfo } from 'node:v8';

import { sum } from '../lib/harness.ts';
import { readMemoryMb } from '../lib/pinned-processes.ts';
import type { AppProcess } from '../lib/test-env.ts';

export type Sample = {
  /** Minutes since the first sample. */
  at: number;
  /** Before the garbage collection. */
  rssMb: number;
  childrenMb: number;
  /** The heap that remains after a garbage collection. */
  heapMb: number;
  /** Compiled code: the engine goes on compiling frequently used functions. */
  codeMb: number;
};

const MB = 1024 * 1024;

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

/** Open file descriptors, without files in the data folder: the embedded database keeps those open once used. */
export function countDescriptors({ pid, dataDir }: Pick<AppProcess, 'pid' | 'dataDir'>): number {
  const folder = `/proc/${pid()}/fd`;
  return readdirSync(folder).filter((name) => {
    try {
      return !readlinkSync(path.join(folder, name)).startsWith(dataDir);
    } catch {
      // Closed since the listing.
      return false;
    }
  }).length;
}

/** Machine code, and bytecode with its metadata. */
const OF_CODE = /^(code|trusted|read_only)_/;

/** The environment of a Node process that loads qa/faults/report-heap.ts. */
export const probeEnv = (port: number): Record<string, string> => ({
  NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'report-heap.ts')}`,
  HEAP_REPORT_PORT: String(port),
});

/** Returns a function that measures this process, whose heap is reported at the port. */
export function createSampler(pid: number, port: number): () => Promise<Sample> {
  const started = performance.now();
  return async () => {
    const rssMb = readMemoryMb(pid);
    const spaces = (await (await fetch(`http://127.0.0.1:${port}`)).json()) as HeapSpaceInfo[];
    const usedBy = (isMeant: (name: string) => boolean) =>
      sum(spaces.filter((one) => isMeant(one.space_name)).map((one) => one.space_used_size)) / MB;
    return {
      at: (performance.now() - started) / 60_000,
      rssMb,
      childrenMb: sum(childrenOf(pid).map(readMemoryMb)),
      heapMb: usedBy((name) => !OF_CODE.test(name)),
      codeMb: usedBy((name) => OF_CODE.test(name)),
    };
  };
}

/** The growth of a metric in ten minutes: least squares over all samples. */
export function getSlopePerTenMinutes(samples: readonly Sample[], of: 'heapMb' | 'rssMb'): number {
  const mean = (values: number[]) => sum(values) / values.length;
  const [x, y] = [mean(samples.map(({ at }) => at)), mean(samples.map((sample) => sample[of]))];
  const across = sum(samples.map((sample) => (sample.at - x) * (sample[of] - y)));
  const along = sum(samples.map(({ at }) => (at - x) ** 2));
  return along === 0 ? 0 : (across / along) * 10;
}

/** Reads a metric of /metrics. */
export async function readMetric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? NaN);
}
