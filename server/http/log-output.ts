import { pino, type DestinationStream } from 'pino';

/** What is kept while nobody takes it: a full disk, a reader that hangs. What is more is lost. */
const MOST_KEPT = 256 * 1024;

/**
 * Where log lines go, standard output if nothing else is named. Whatever becomes of them there (a full disk, a reader
 * that is gone), writing one never throws and never waits.
 */
export function openLogOutput(fd = 1): DestinationStream {
  const output = pino.destination({ dest: fd, sync: true, maxLength: MOST_KEPT, retryEAGAIN: () => false });
  output.on('error', () => undefined);
  return output;
}

/** The same for what is printed for people: once nobody reads along, it is said to nobody. */
export function ignoreBrokenTerminal(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
