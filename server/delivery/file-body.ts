import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

import type { DownloadStreams } from './download-streams.ts';

/** A reader that has not taken a byte for this long is disconnected, so that its stream serves another one. */
export const STALL_TIMEOUT_MS = 30_000;

type BodyOptions = {
  source: Readable;
  /** Length of the source in bytes. */
  length: number;
  streams: Pick<DownloadStreams, 'reserve'>;
  /** Called after each portion that the reader has taken. */
  onProgress: () => void;
  /** Called once, when everything was taken, the reader has gone, or reading has failed. */
  onEnd: (sent: number) => void;
  onReadError: (error: unknown) => void;
  /** Closes the reader's connection. Without it, the body fails, and an HTTP adapter would append the error to the file. */
  disconnect?: (() => void) | undefined;
};

type Controller = ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;

/** Body of a response that reads the source only as fast as it is taken and as FILES_MBIT allows. */
export function createFileBody(options: BodyOptions): ReadableStream<Uint8Array<ArrayBuffer>> {
  const { source, length, streams, onProgress, onEnd, onReadError, disconnect } = options;
  const portions = source[Symbol.asyncIterator]() as AsyncIterator<Uint8Array<ArrayBuffer>>;
  let [sent, isEnded]: [number, boolean] = [0, false];
  let stallTimer: NodeJS.Timeout | undefined;
  const end = () => {
    if (isEnded) return;
    isEnded = true;
    clearTimeout(stallTimer);
    source.destroy();
    onEnd(sent);
  };
  const fail = (controller: Controller, error: unknown) => {
    end();
    if (disconnect) disconnect();
    else controller.error(error);
  };
  const waitForReader = (controller: Controller) => {
    stallTimer = setTimeout(
      () => fail(controller, new Error('The reader has made no progress')),
      STALL_TIMEOUT_MS,
    ).unref();
  };
  const pull = async (controller: Controller) => {
    clearTimeout(stallTimer);
    const { done, value } = await portions.next();
    if (isEnded) return;
    if (done) {
      if (sent < length) throw new Error(`A stored file ended after ${sent} of ${length} bytes`);
      controller.close();
      return end();
    }
    const delayMs = streams.reserve(value.byteLength, performance.now());
    if (delayMs > 0) await wait(delayMs, undefined, { ref: false });
    if (isEnded) return;
    sent += value.byteLength;
    controller.enqueue(value);
    onProgress();
    waitForReader(controller);
  };
  return new ReadableStream(
    {
      start: waitForReader,
      pull: async (controller) => {
        try {
          await pull(controller);
        } catch (error) {
          // A reader that has gone destroys the source.
          if (isEnded) return;
          onReadError(error);
          fail(controller, error);
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}
