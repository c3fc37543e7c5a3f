import { AppError } from '#domain/errors.ts';

/** Streams of one buyer's file, or of one seller, as download managers open them. */
const MAX_STREAMS_PER_READER = 3;
const RETRY_AFTER_S = 60;

/** The downloads that this process is sending: how many there are, and how fast they are together. */
export class DownloadStreams {
  readonly #maxStreams: number;
  readonly #bytesPerMs: number;
  readonly #streamsByReader = new Map<string, number>();
  #streams = 0;
  /** When the bytes that were reserved so far have been sent at the highest rate. */
  #sentAt = 0;

  constructor({ streams, mbit }: { streams: number; mbit: number | null }) {
    this.#maxStreams = streams;
    this.#bytesPerMs = mbit === null ? Infinity : (mbit * 1e6) / 8 / 1000;
  }

  get count(): number {
    return this.#streams;
  }

  /** Takes a stream for a reader; returns a function that gives it back. Throws AppError 'downloads_busy'. */
  take(reader: string): () => void {
    const ownStreams = this.#streamsByReader.get(reader) ?? 0;
    if (this.#streams >= this.#maxStreams || ownStreams >= MAX_STREAMS_PER_READER)
      throw new AppError('downloads_busy', { facts: { retryAfter: RETRY_AFTER_S } });
    this.#streams += 1;
    this.#streamsByReader.set(reader, ownStreams + 1);
    return () => {
      this.#streams -= 1;
      const left = (this.#streamsByReader.get(reader) ?? 1) - 1;
      if (left > 0) this.#streamsByReader.set(reader, left);
      else this.#streamsByReader.delete(reader);
    };
  }

  /** Reserves the sending of these bytes; returns the milliseconds to wait before. `now`: as `performance.now()`. */
  reserve(bytes: number, now: number): number {
    const start = Math.max(now, this.#sentAt);
    this.#sentAt = start + bytes / this.#bytesPerMs;
    return start - now;
  }
}
