import { withTimeout } from '../core/concurrency.ts';
import type { Context } from '../core/context.ts';
import { forLog, isDatabaseUnavailable } from '../db/database-errors.ts';
import { withoutRequestDeadline } from '../db/query-deadline.ts';
import { runOutsideRequest } from '../http/request-context.ts';
import { CrashLoopError, runGuarded } from './crash-guard.ts';

const POLL_INTERVAL_MS = 1000;
/** A queue without a job for a minute polls only every fifth time. */
const IDLE_AFTER_POLLS = 60;
const IDLE_POLL_EVERY = 5;
/** Delay of a job that crashed the process too often. */
export const CRASH_DELAY_MS = 6 * 3_600_000;

export type Worker = {
  wake: () => void;
  /** Resolves when nothing is due and nothing runs. */
  waitUntilIdle: () => Promise<void>;
  /** Claims nothing more; resolves when running jobs have ended. */
  close: () => Promise<void>;
};

export type QueueOptions<Job> = {
  name: string;
  /** Leases due jobs, at most `limit`; see `leaseRows`. Each lease counts as a try. `running`: unfinished jobs of this process. */
  claim: (limit: number, running: readonly Job[]) => Promise<readonly Job[]>;
  isDue: (running: readonly Job[]) => Promise<boolean>;
  concurrency: number;
  /** After this time a run counts as failed. Its late result is ignored. */
  timeoutMs: number;
  /** Records a failed job: reschedules or dead-letters it. Without it, the job is tried again when its lease ends. */
  onError?: (job: Job, error: unknown) => Promise<void>;
  /** Jobs with a common key never run at the same time; later ones wait in this process. */
  keysOf?: (job: Job) => readonly string[];
  /** For jobs that take longer than a lease: extends the leases of jobs that run or wait here, at this interval. */
  leases?: { intervalMs: number; extend: (jobs: readonly Job[]) => Promise<void> };
  /**
   * Crash guard for jobs that count their tries: fails a job that was leased more than `max` times, because the process may
   * have died in each try.
   */
  tries?: { max: number; countOf: (job: Job) => number };
  /** Polls once a second even while idle: for work in memory. */
  neverIdles?: boolean;
  /** Name of a job, for logs and the crash guard. */
  nameOf?: (job: Job) => string;
  /** Crash guard for other jobs: counts the starts of a job by its name; see `runGuarded`. Postpones what crashes. */
  crashGuard?: { delayMs?: number; postpone: (job: Job, delayMs: number) => Promise<void> };
} & (
  | { run: (job: Job) => Promise<unknown> }
  | { batchSize: number; runBatch: (jobs: readonly Job[]) => Promise<unknown> }
);

/**
 * Opens the worker of a queue. It runs due jobs when it is woken, and it polls once a second, in case a wake-up was lost or
 * another process died; while idle, every five seconds. The rows are the queue; waking only saves polling time. A job is
 * marked done in the transaction that writes its result.
 */
export const openQueue = <Job>(context: Context, options: QueueOptions<Job>): Worker => new Queue(context, options);

class Queue<Job> implements Worker {
  readonly #context: Context;
  readonly #options: QueueOptions<Job>;
  readonly #runs = new Map<Promise<void>, readonly Job[]>();
  readonly #pollTimer = setInterval(() => this.#poll(), POLL_INTERVAL_MS).unref();
  #pollsWithoutJob = 0;
  #leaseTimer: NodeJS.Timeout | null = null;
  /** Claimed jobs whose key is busy. */
  #waiting: readonly Job[] = [];
  #starting: Promise<void> | null = null;
  #isWoken = false;
  #closed = false;
  #endedRuns = 0;

  constructor(context: Context, options: QueueOptions<Job>) {
    this.#context = context;
    this.#options = options;
  }

  wake = (): void => {
    this.#isWoken = true;
    if (this.#starting || this.#closed) return;
    // Runs outside the caller's request deadline and log context.
    this.#starting = runOutsideRequest(() => withoutRequestDeadline(() => this.#startUntilBusy()))
      .catch((error: unknown) => this.#logError(error, 'worker_failed'))
      .finally(() => {
        this.#starting = null;
        if (this.#isWoken && !this.#closed) setImmediate(this.wake);
      });
  };

  waitUntilIdle = async (): Promise<void> => {
    for (;;) {
      await this.#starting;
      if (this.#runs.size > 0) await Promise.race(this.#runs.keys());
      const endedBefore = this.#endedRuns;
      const isIdle = this.#closed || !(await this.#isDue());
      // A run that ended meanwhile may have made other jobs due.
      if (isIdle && !this.#starting && this.#runs.size === 0 && this.#endedRuns === endedBefore) return;
      if (!isIdle) this.wake();
    }
  };

  close = async (): Promise<void> => {
    this.#closed = true;
    clearInterval(this.#pollTimer);
    await this.#starting;
    await Promise.all(this.#runs.keys());
  };

  get #running(): Job[] {
    return [...this.#runs.values()].flat();
  }

  #poll(): void {
    this.#pollsWithoutJob += 1;
    const isIdle = !this.#options.neverIdles && this.#pollsWithoutJob > IDLE_AFTER_POLLS;
    if (!isIdle || this.#pollsWithoutJob % IDLE_POLL_EVERY === 0) this.wake();
  }

  async #isDue(): Promise<boolean> {
    if (this.#runs.size >= this.#options.concurrency) return false;
    return this.#waiting.length > 0 || this.#options.isDue(this.#running);
  }

  async #startUntilBusy(): Promise<void> {
    do {
      this.#isWoken = false;
      if (await this.#startDue()) this.#isWoken = true;
    } while (this.#isWoken && !this.#closed);
  }

  /** Claims and starts jobs. Returns whether there may be more. */
  async #startDue(): Promise<boolean> {
    const freeRuns = this.#options.concurrency - this.#runs.size;
    if (freeRuns <= 0) return false;
    const isBatched = 'runBatch' in this.#options;
    const limit = isBatched ? this.#options.batchSize : freeRuns;
    const claimed = await this.#options.claim(limit, this.#running);
    if (claimed.length > 0) this.#pollsWithoutJob = 0;
    const { keysOf = () => [] } = this.#options;
    const busyKeys = new Set(this.#running.flatMap(keysOf));
    const { ready = [], waiting = [] } = Object.groupBy([...this.#waiting, ...claimed], (job) => {
      const keys = keysOf(job);
      const isBusy = keys.some((key) => busyKeys.has(key));
      if (!isBatched && !isBusy) for (const key of keys) busyKeys.add(key);
      return isBusy ? 'waiting' : 'ready';
    });
    this.#waiting = waiting;
    if (!isBatched) for (const job of ready) this.#start([job]);
    else if (ready.length > 0) this.#start(ready);
    return claimed.length >= limit;
  }

  #start(jobs: readonly Job[]): void {
    const run = this.#run(jobs).finally(() => {
      this.#runs.delete(run);
      this.#endedRuns += 1;
      if (this.#runs.size === 0) this.#stopExtending();
      this.wake();
    });
    this.#runs.set(run, jobs);
    const { leases } = this.#options;
    if (leases)
      this.#leaseTimer ??= setInterval(() => void this.#extendLeases(leases.extend), leases.intervalMs).unref();
  }

  async #extendLeases(extend: (jobs: readonly Job[]) => Promise<void>): Promise<void> {
    try {
      await extend([...this.#running, ...this.#waiting]);
    } catch (error) {
      this.#logError(error, 'lease_extension_failed');
    }
  }

  #stopExtending(): void {
    if (this.#leaseTimer) clearInterval(this.#leaseTimer);
    this.#leaseTimer = null;
  }

  /** Never throws. */
  async #run(jobs: readonly Job[]): Promise<void> {
    const { tries } = this.#options;
    const { exhausted = [], ready = [] } = Object.groupBy(jobs, (job) =>
      tries && tries.countOf(job) > tries.max ? 'exhausted' : 'ready',
    );
    for (const job of exhausted) await this.#fail(job, new CrashLoopError());
    try {
      if ('run' in this.#options) for (const job of ready) await this.#runGuarded(job, this.#options.run);
      else if (ready.length > 0) await withTimeout(this.#options.timeoutMs, this.#options.runBatch(ready));
    } catch (error) {
      for (const job of ready) await this.#fail(job, error);
    }
  }

  async #runGuarded(job: Job, run: (job: Job) => Promise<unknown>): Promise<void> {
    const { crashGuard: guard, timeoutMs } = this.#options;
    const runWithTimeout = () => withTimeout(timeoutMs, run(job));
    if (!guard) await runWithTimeout();
    else if (!(await runGuarded(this.#context, this.#nameOf(job), runWithTimeout)))
      await guard.postpone(job, guard.delayMs ?? CRASH_DELAY_MS);
  }

  async #fail(job: Job, error: unknown): Promise<void> {
    const { onError, name } = this.#options;
    try {
      if (onError && !isDatabaseUnavailable(error)) await onError(job, error);
      else this.#context.log.warn({ err: forLog(error), worker: name, job: this.#nameOf(job) }, 'job_failed');
    } catch (failure) {
      this.#logError(failure, 'job_failure_not_recorded');
    }
  }

  #nameOf(job: Job): string {
    return this.#options.nameOf?.(job) ?? this.#options.name;
  }

  /** Database outages are logged once elsewhere. */
  #logError(error: unknown, event: string): void {
    if (!isDatabaseUnavailable(error)) this.#context.log.error({ err: error, worker: this.#options.name }, event);
  }
}

/** One worker for several queues whose jobs can make jobs of the others due. */
export const combineWorkers = (workers: readonly Worker[]): Worker => ({
  wake: () => {
    for (const worker of workers) worker.wake();
  },
  waitUntilIdle: async () => {
    for (let pass = 0; pass < 2; pass++) await Promise.all(workers.map((worker) => worker.waitUntilIdle()));
  },
  close: async () => void (await Promise.all(workers.map((worker) => worker.close()))),
});

/**
 * A worker without jobs in rows: `runOnce` does one portion of work and returns whether there may be more. `canIdle`: it may
 * be polled less often, because nothing waits in memory.
 */
export function openTask(
  context: Context,
  {
    name,
    runOnce,
    isDue,
    canIdle = false,
  }: { name: string; runOnce: () => Promise<boolean>; isDue: () => Promise<boolean>; canIdle?: boolean },
): Worker {
  let closed = false;
  const runUntilIdle = async (): Promise<never[]> => {
    while (!closed && (await runOnce()));
    return [];
  };
  const run = () => Promise.resolve();
  const options = { name, claim: runUntilIdle, isDue, concurrency: 1, timeoutMs: 0, neverIdles: !canIdle };
  const worker = openQueue<never>(context, { ...options, run });
  return {
    ...worker,
    close: () => {
      closed = true;
      return worker.close();
    },
  };
}
