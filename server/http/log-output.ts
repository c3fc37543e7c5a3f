import { pino, type DestinationStream } from 'pino';

/** Maximum buffered bytes while output is blocked (full disk, hanging reader). Further lines are dropped. */
const MAX_BUFFERED_BYTES = 256 * 1024;

/**
 * Destination of log lines, standard output by default. Writing never throws and never blocks, even when the disk is full
 * or the reader is gone.
 */
export function openLogOutput(fd = 1): DestinationStream {
  const output = pino.destination({
    dest: fd,
    sync: true,
    maxLength: MAX_BUFFERED_BYTES,
    retryEAGAIN: () => false,
  });
  output.on('error', () => undefined);
  return output;
}

/** Ignores write errors on standard output and error when their reader is gone. */
export function ignoreBrokenPipe(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
