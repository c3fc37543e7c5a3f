import { fork, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { ShopError } from '#domain/errors.ts';

import type { ImageAnswer, ImageJob } from './image-job.ts';

const PROGRAM = fileURLToPath(new URL('./image-child.ts', import.meta.url));
const START_MS = 20_000;
const WATCH_MS = 50;

/** Timeout in milliseconds for each kind of job, and the memory limit of the child process in bytes. */
export type ImageLimits = Record<ImageJob['kind'] | 'memory', number>;

/** Messages of the child process: `ready` once, then the answer to each job with the resident memory after it. */
type Word = 'ready' | { answer: ImageAnswer; rss: number };

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
export class ImageWorker {
  /** Resolves when the process has exited. */
  readonly ended: Promise<void>;
  readonly #child = startChild();
  readonly #ready = Promise.withResolvers<void>();
  readonly #limits: ImageLimits;
  #answer: ((answer: ImageAnswer) => void) | null = null;
  #alive = true;
  #rss = 0;

  constructor(limits: ImageLimits) {
    this.#limits = limits;
    this.#ready.promise.catch(() => undefined);
    const end = Promise.withResolvers<void>();
    this.ended = end.promise;
    const onEnd = () => {
      this.#alive = false;
      this.#ready.reject(new Error('The image process ended before it was ready'));
      this.#answer?.({ problem: 'unreadable' });
      end.resolve();
    };
    this.#child.on('exit', onEnd).on('error', onEnd);
    this.#child.on('message', (word) => this.#hear(word as Word));
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Returns whether the process can run another job; one that uses too much memory is replaced. */
  get usable(): boolean {
    return this.#alive && this.#rss < this.#limits.memory * 0.6;
  }

  #hear(word: Word): void {
    if (word === 'ready') return this.#ready.resolve();
    this.#rss = word.rss;
    this.#answer?.(word.answer);
  }

  /** Never rejects because of the file; throws AppError `unavailable` when the process cannot start. */
  async run(job: ImageJob): Promise<ImageAnswer> {
    this.#hold(true);
    const starting = setTimeout(() => this.stop(), START_MS);
    try {
      await this.#ready.promise;
    } catch (cause) {
      throw new ShopError('unavailable', { cause });
    } finally {
      clearTimeout(starting);
    }
    return this.#answerTo(job);
  }

  async #answerTo(job: ImageJob): Promise<ImageAnswer> {
    const { promise, resolve } = Promise.withResolvers<ImageAnswer>();
    this.#answer = resolve;
    const deadline = setTimeout(() => this.stop(), this.#limits[job.kind]);
    const watch = setInterval(() => void this.#weigh(), WATCH_MS);
    try {
      if (this.#alive) this.#child.send(job, (error) => error && this.stop());
      else resolve({ problem: 'unreadable' });
      return await promise;
    } finally {
      clearTimeout(deadline);
      clearInterval(watch);
      this.#answer = null;
      this.#hold(false);
    }
  }

  async #weigh(): Promise<void> {
    const held = await residentBytes(this.pid);
    if (this.#answer && held > this.#limits.memory) this.stop();
  }

  /** An idle child process does not keep our process alive; a working one does. */
  #hold(held: boolean): void {
    if (!this.#alive) return;
    if (held) this.#child.ref();
    else this.#child.unref();
    if (held) this.#child.channel?.ref();
    else this.#child.channel?.unref();
  }

  stop(): void {
    this.#child.kill('SIGKILL');
  }

  /** Stops the child process and keeps ours alive until it has exited. */
  async end(): Promise<void> {
    this.#hold(true);
    this.stop();
    await this.ended;
  }
}
