import { Worker } from 'node:worker_threads';

import type { SubsetJob } from './subset-thread.ts';

const PROGRAM = new URL('./subset-thread.ts', import.meta.url);
const TIMEOUT_MS = 60_000;

/** Makes font files in a thread of their own, in the order of the jobs. */
export async function makeFontFiles(jobs: readonly SubsetJob[]): Promise<Uint8Array[]> {
  if (jobs.length === 0) return [];
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array[]>();
  const worker = new Worker(PROGRAM, { workerData: jobs });
  worker
    .once('message', resolve)
    .once('error', reject)
    .once('exit', () => reject(new Error('The font thread ended without a result')));
  const timer = setTimeout(() => void worker.terminate(), TIMEOUT_MS);
  return promise.finally(() => clearTimeout(timer));
}
