import { ShopError } from '#domain/errors.ts';

import type { ImageAnswer, ImageJob } from './image-job.ts';
import { ImageWorker, type ImageLimits } from './image-worker.ts';

/** Pool of child processes that render images, with a queue of jobs. */
export type ImageWorkers = {
  /** Throws AppError `unavailable` when the queue is full, when no process starts, and after `close`. */
  draw(job: ImageJob): Promise<ImageAnswer>;
  /** Ids of the running processes. */
  pids(): number[];
  /** Ends every process; running jobs answer `unreadable`, queued ones are rejected. */
  close(): Promise<void>;
};

export type ImageWorkersOptions = { size: number; waiting?: number; idle?: number } & Partial<ImageLimits>;

type Waiting = { job: ImageJob; resolve: (answer: ImageAnswer) => void; reject: (error: unknown) => void };

const LIMITS: ImageLimits = { raster: 5_000, svg: 2_000, social: 5_000, memory: 300 * 1024 * 1024 };

class Pool implements ImageWorkers {
  readonly #options: Required<ImageWorkersOptions>;
  readonly #workers = new Set<ImageWorker>();
  readonly #idle = new Map<ImageWorker, NodeJS.Timeout>();
  #waiting: Waiting[] = [];
  #closed = false;

  constructor(options: Required<ImageWorkersOptions>) {
    this.#options = options;
  }

  async draw(job: ImageJob): Promise<ImageAnswer> {
    if (this.#closed || this.#waiting.length >= this.#options.waiting) throw new ShopError('unavailable');
    const { promise, resolve, reject } = Promise.withResolvers<ImageAnswer>();
    this.#waiting.push({ job, resolve, reject });
    this.#hand();
    return promise;
  }

  pids(): number[] {
    return [...this.#workers].map((worker) => worker.pid);
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(new ShopError('unavailable'));
    await Promise.all([...this.#workers].map((worker) => worker.end()));
  }

  /** Assigns queued jobs to free workers, in order. */
  #hand(): void {
    while (this.#waiting.length > 0) {
      const worker = this.#freeWorker();
      if (!worker) return;
      const next = this.#waiting.shift();
      if (next) void this.#serve(worker, next);
    }
  }

  #freeWorker(): ImageWorker | null {
    for (const [worker, timer] of this.#idle) {
      clearTimeout(timer);
      this.#idle.delete(worker);
      return worker;
    }
    return this.#workers.size < this.#options.size ? this.#start() : null;
  }

  #start(): ImageWorker {
    const worker = new ImageWorker(this.#options);
    this.#workers.add(worker);
    void worker.ended.then(() => {
      clearTimeout(this.#idle.get(worker));
      this.#idle.delete(worker);
      this.#workers.delete(worker);
      this.#hand();
    });
    return worker;
  }

  async #serve(worker: ImageWorker, { job, resolve, reject }: Waiting): Promise<void> {
    await worker.run(job).then(resolve, reject);
    if (!worker.usable) return worker.stop();
    this.#idle.set(worker, setTimeout(() => this.#dismiss(worker), this.#options.idle).unref());
    this.#hand();
  }

  #dismiss(worker: ImageWorker): void {
    this.#idle.delete(worker);
    worker.stop();
  }
}

/** No process starts before the first image. `idleMs` and the timeouts of jobs in milliseconds, `memory` in bytes. */
export const openImageWorkers = (options: ImageWorkersOptions): ImageWorkers =>
  new Pool({ waiting: 50, idle: 30_000, ...LIMITS, ...options });
