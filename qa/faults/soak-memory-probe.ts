// Resource usage of a running process, measured from outside.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';

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

/** Memory of a process in MB; 0 if it has exited. */
function residentMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

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

const SPACES = `JSON.stringify(process.getBuiltinModule('node:v8').getHeapSpaceStatistics())`;
/** Machine code, and bytecode with its metadata. */
const OF_CODE = /^(code|trusted|read_only)_/;

type Answer = { result?: { value?: string } };

/** A Node process whose garbage collection can be run and whose heap can be measured. */
export type MemoryProbe = { sample: () => Promise<Sample>; close: () => void };

/** `port`: where its inspector listens once it is activated, as in `--inspect-port`. */
export async function createMemoryProbe(pid: number, port: number): Promise<MemoryProbe> {
  process.kill(pid, 'SIGUSR1');
  const socket = await inspectorAt(port);
  let last = 0;
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: Answer };
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  const ask = (method: string, params = {}): Promise<Answer> =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  const started = performance.now();
  const sample = async (): Promise<Sample> => {
    // Objects that the inspector holds: a garbage collection releases them.
    const rssMb = residentMb(pid);
    await ask('HeapProfiler.collectGarbage');
    const { result } = await ask('Runtime.evaluate', { expression: SPACES });
    const spaces = JSON.parse(result?.value ?? '[]') as { space_name: string; space_used_size: number }[];
    const usedBy = (isMeant: (name: string) => boolean) =>
      spaces.reduce((sum, one) => sum + (isMeant(one.space_name) ? one.space_used_size : 0), 0) / MB;
    return {
      at: (performance.now() - started) / 60_000,
      rssMb,
      childrenMb: childrenOf(pid).reduce((sum, child) => sum + residentMb(child), 0),
      heapMb: usedBy((name) => !OF_CODE.test(name)),
      codeMb: usedBy((name) => OF_CODE.test(name)),
    };
  };
  return { sample, close: () => socket.close() };
}

async function inspectorAt(port: number): Promise<WebSocket> {
  for (let tries = 0; ; tries++) {
    try {
      const [target] = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as {
        webSocketDebuggerUrl: string;
      }[];
      const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '');
      await new Promise((resolve, reject) => {
        socket.addEventListener('open', resolve);
        socket.addEventListener('error', reject);
      });
      return socket;
    } catch (error) {
      if (tries > 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** The growth of a metric in ten minutes: least squares over all samples. */
export function getSlopePerTenMinutes(samples: readonly Sample[], of: 'heapMb' | 'rssMb'): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(samples.map(({ at }) => at)), mean(samples.map((sample) => sample[of]))];
  const across = samples.reduce((sum, sample) => sum + (sample.at - x) * (sample[of] - y), 0);
  const along = samples.reduce((sum, { at }) => sum + (at - x) ** 2, 0);
  return along === 0 ? 0 : (across / along) * 10;
}

/** Reads a metric of /metrics. */
export async function readMetric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? NaN);
}
