import { fork, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import PQueue from 'p-queue';

import { AppError } from '#domain/errors.ts';
import type { ImageUse } from '#domain/image.ts';
import type { SocialJob } from '#server/images/social-image/compose-social-image.ts';

/** One uploaded file whose bytes match its kind. `width` in pixels limits the image further than its use does. */
export type FileJob = { kind: 'raster' | 'svg'; use: ImageUse; bytes: Uint8Array; width?: number };

/** A request to the child process. */
export type ImageJob = FileJob | SocialJob;

/** A WebP of an upload or a PNG for social networks, without metadata. Width and height in pixels. */
export type RenderedImage = { bytes: Uint8Array; width: number; height: number };

/** `unreadable`: a file that cannot be decoded, or not within the limits. */
export type ImageAnswer = { image: RenderedImage } | { error: 'unreadable' };

const PROGRAM = fileURLToPath(new URL('./image-worker.ts', import.meta.url));
const START_TIMEOUT_MS = 20_000;
const MEMORY_CHECK_INTERVAL_MS = 50;

/** Timeout in milliseconds for each kind of job, and the memory limit of the child process in bytes. */
type ImageLimits = Record<ImageJob['kind'] | 'memory', number>;

/** Messages of the child process: `ready` once, then the answer to each job with the resident memory after it. */
type ChildMessage = 'ready' | { answer: ImageAnswer; rss: number };

const startChild = (): ChildProcess =>
  fork(PROGRAM, {
    execPath: process.execPath,
    execArgv: ['--max-old-space-size=96', '--disable-warning=ExperimentalWarning'],
    env: { MALLOC_ARENA_MAX: '2' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });

/** Resident memory of a process in bytes, as Linux reports it; 0 on other systems. */
async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}

/** One child process that runs one job at a time. A job that exceeds its limits ends together with the process. */
class ImageWorker {
  /** Resolves when the process has exited. */
  readonly ended: Promise<void>;
  readonly #child = startChild();
  readonly #ready = Promise.withResolvers<void>();
  readonly #limits: ImageLimits;
  #resolveAnswer: ((answer: ImageAnswer) => void) | null = null;
  #isAlive = true;
  #rss = 0;

  constructor(limits: ImageLimits) {
    this.#limits = limits;
    this.#ready.promise.catch(() => undefined);
    const exited = Promise.withResolvers<void>();
    this.ended = exited.promise;
    const onEnd = () => {
      this.#isAlive = false;
      this.#ready.reject(new Error('The image process ended before it was ready'));
      this.#resolveAnswer?.({ error: 'unreadable' });
      exited.resolve();
    };
    this.#child.on('exit', onEnd).on('error', onEnd);
    this.#child.on('message', (message) => this.#handleMessage(message as ChildMessage));
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Returns whether the process can run another job; one that uses too much memory is replaced. */
  get isUsable(): boolean {
    return this.#isAlive && this.#rss < this.#limits.memory * 0.6;
  }

  #handleMessage(message: ChildMessage): void {
    if (message === 'ready') return this.#ready.resolve();
    this.#rss = message.rss;
    this.#resolveAnswer?.(message.answer);
  }

  /** Never rejects because of the file; throws AppError `unavailable` when the process cannot start. */
  async run(job: ImageJob): Promise<ImageAnswer> {
    this.#keepProcessAlive(true);
    const startTimer = setTimeout(() => this.stop(), START_TIMEOUT_MS);
    try {
      await this.#ready.promise;
    } catch (cause) {
      throw new AppError('unavailable', { cause });
    } finally {
      clearTimeout(startTimer);
    }
    return this.#runJob(job);
  }

  async #runJob(job: ImageJob): Promise<ImageAnswer> {
    const { promise, resolve } = Promise.withResolvers<ImageAnswer>();
    this.#resolveAnswer = resolve;
    const deadline = setTimeout(() => this.stop(), this.#limits[job.kind]);
    const memoryTimer = setInterval(() => void this.#checkMemory(), MEMORY_CHECK_INTERVAL_MS);
    try {
      if (this.#isAlive) this.#child.send(job, (error) => error && this.stop());
      else resolve({ error: 'unreadable' });
      return await promise;
    } finally {
      clearTimeout(deadline);
      clearInterval(memoryTimer);
      this.#resolveAnswer = null;
      this.#keepProcessAlive(false);
    }
  }

  async #checkMemory(): Promise<void> {
    const bytes = await residentBytes(this.pid);
    if (this.#resolveAnswer && bytes > this.#limits.memory) this.stop();
  }

  /** An idle child process does not keep our process alive; a working one does. */
  #keepProcessAlive(isReferenced: boolean): void {
    if (!this.#isAlive) return;
    const change = isReferenced ? 'ref' : 'unref';
    this.#child[change]();
    this.#child.channel?.[change]();
  }

  stop(): void {
    this.#child.kill('SIGKILL');
  }

  /** Stops the child process and keeps ours alive until it has exited. */
  async terminate(): Promise<void> {
    this.#keepProcessAlive(true);
    this.stop();
    await this.ended;
  }
}

/** Pool of child processes that render images, with a queue of jobs. */
export type ImageWorkers = {
  /** Throws AppError `unavailable` when the queue is full, when no process starts, and after `close`. */
  render(job: ImageJob): Promise<ImageAnswer>;
  /** Ids of the running processes. */
  pids(): number[];
  /** Ends every process; running jobs answer `unreadable`, queued ones are rejected. */
  close(): Promise<void>;
};

export type ImageWorkersOptions = { size: number; maxQueued?: number; idleMs?: number } & Partial<ImageLimits>;

const DEFAULT_LIMITS: ImageLimits = { raster: 5_000, svg: 2_000, social: 5_000, memory: 300 * 1024 * 1024 };

/** No process starts before the first image. `idleMs` and the timeouts of jobs in milliseconds, `memory` in bytes. */
export function createImageWorkers(options: ImageWorkersOptions): ImageWorkers {
  const { size, maxQueued = 50, idleMs = 30_000, ...limits } = options;
  const queue = new PQueue({ concurrency: size });
  const workers = new Set<ImageWorker>();
  const idleTimers = new Map<ImageWorker, NodeJS.Timeout>();
  let isClosed = false;

  const leaveIdle = (worker: ImageWorker) => {
    clearTimeout(idleTimers.get(worker));
    idleTimers.delete(worker);
  };
  const startWorker = (): ImageWorker => {
    const worker = new ImageWorker({ ...DEFAULT_LIMITS, ...limits });
    workers.add(worker);
    void worker.ended.then(() => {
      leaveIdle(worker);
      workers.delete(worker);
    });
    return worker;
  };
  const runJob = async (job: ImageJob): Promise<ImageAnswer> => {
    if (isClosed) throw new AppError('unavailable');
    const [idleWorker] = idleTimers.keys();
    const worker = idleWorker ?? startWorker();
    leaveIdle(worker);
    try {
      return await worker.run(job);
    } finally {
      if (worker.isUsable) idleTimers.set(worker, setTimeout(() => worker.stop(), idleMs).unref());
      else await worker.terminate();
    }
  };
  return {
    render: async (job) => {
      if (isClosed || queue.size >= maxQueued) throw new AppError('unavailable');
      return queue.add(() => runJob(job));
    },
    pids: () => [...workers].map((worker) => worker.pid),
    close: async () => {
      isClosed = true;
      await Promise.all([...workers].map((worker) => worker.terminate()));
    },
  };
}
