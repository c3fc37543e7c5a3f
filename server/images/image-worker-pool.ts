import { AppError } from '#domain/errors.ts';

import { type ImageAnswer, type ImageJob, ImageWorker, type ImageLimits } from './image-worker.ts';

/** Pool of child processes that render images, with a queue of jobs. */
export type ImageWorkers = {
  /** Throws AppError `unavailable` when the queue is full, when no process starts, and after `close`. */
  render(job: ImageJob): Promise<ImageAnswer>;
  /** Ids of the running processes. */
  pids(): number[];
  /** Ends every process; running jobs answer `unreadable`, queued ones are rejected. */
  close(): Promise<void>;
};

export type ImageWorkersOptions = {
  size: number;
  maxQueued?: number;
  idleMs?: number;
} & Partial<ImageLimits>;

type QueuedJob = { job: ImageJob; resolve: (answer: ImageAnswer) => void; reject: (error: unknown) => void };

const DEFAULT_LIMITS: ImageLimits = { raster: 5_000, svg: 2_000, social: 5_000, memory: 300 * 1024 * 1024 };

class ImageWorkerPool implements ImageWorkers {
  readonly #options: Required<ImageWorkersOptions>;
  readonly #workers = new Set<ImageWorker>();
  readonly #idle = new Map<ImageWorker, NodeJS.Timeout>();
  #queue: QueuedJob[] = [];
  #closed = false;

  constructor(options: Required<ImageWorkersOptions>) {
    this.#options = options;
  }

  async render(job: ImageJob): Promise<ImageAnswer> {
    if (this.#closed || this.#queue.length >= this.#options.maxQueued) throw new AppError('unavailable');
    const { promise, resolve, reject } = Promise.withResolvers<ImageAnswer>();
    this.#queue.push({ job, resolve, reject });
    this.#dispatch();
    return promise;
  }

  pids(): number[] {
    return [...this.#workers].map((worker) => worker.pid);
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { reject } of this.#queue.splice(0)) reject(new AppError('unavailable'));
    await Promise.all([...this.#workers].map((worker) => worker.terminate()));
  }

  /** Assigns queued jobs to free workers, in order. */
  #dispatch(): void {
    while (this.#queue.length > 0) {
      const worker = this.#takeWorker();
      if (!worker) return;
      const next = this.#queue.shift();
      if (next) void this.#runJob(worker, next);
    }
  }

  #takeWorker(): ImageWorker | null {
    for (const [worker, timer] of this.#idle) {
      clearTimeout(timer);
      this.#idle.delete(worker);
      return worker;
    }
    return this.#workers.size < this.#options.size ? this.#startWorker() : null;
  }

  #startWorker(): ImageWorker {
    const worker = new ImageWorker(this.#options);
    this.#workers.add(worker);
    void worker.ended.then(() => {
      clearTimeout(this.#idle.get(worker));
      this.#idle.delete(worker);
      this.#workers.delete(worker);
      this.#dispatch();
    });
    return worker;
  }

  async #runJob(worker: ImageWorker, { job, resolve, reject }: QueuedJob): Promise<void> {
    await worker.run(job).then(resolve, reject);
    if (!worker.isUsable) return worker.stop();
    this.#idle.set(worker, setTimeout(() => this.#stopIdle(worker), this.#options.idleMs).unref());
    this.#dispatch();
  }

  #stopIdle(worker: ImageWorker): void {
    this.#idle.delete(worker);
    worker.stop();
  }
}

/** No process starts before the first image. `idleMs` and the timeouts of jobs in milliseconds, `memory` in bytes. */
export const createImageWorkers = (options: ImageWorkersOptions): ImageWorkers =>
  new ImageWorkerPool({ maxQueued: 50, idleMs: 30_000, ...DEFAULT_LIMITS, ...options });
