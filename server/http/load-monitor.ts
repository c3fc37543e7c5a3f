/** Overload of this process. */
export type LoadMonitor = {
  isHardOverloaded: () => boolean;
  /** Reached long before `isHardOverloaded`: requests with several ticks or queries become slow. */
  isSoftOverloaded: () => boolean;
  close: () => void;
};

const SAMPLE_INTERVAL_MS = 50;
/** Number of samples whose median counts: a single stall is already over when it is noticed. */
const SAMPLE_COUNT = 3;
/** Event-loop delay from which on the process is overloaded; it recovers below half of it. */
const HARD_DELAY_MS = 500;
const SOFT_DELAY_MS = 100;
/** Queries waiting for a database connection from which on waiting takes longer than the query. */
const SOFT_QUEUE_LENGTH = 24;

const medianOf = (samples: readonly number[]): number =>
  samples.toSorted((left, right) => left - right)[Math.floor(SAMPLE_COUNT / 2)] ?? 0;

/** Measures the event-loop delay by a monotonic clock (ms) and the queue of database queries (`readQueueLength`). */
export function startLoadMonitor(
  readQueueLength: () => number = () => 0,
  clock = () => performance.now(),
): LoadMonitor {
  const [delays, queueLengths]: [number[], number[]] = [[], []];
  let [isHardOverloaded, isSoftOverloaded] = [false, false];
  let lastSampleAt = clock();
  const timer = setInterval(() => {
    const now = clock();
    delays.push(now - lastSampleAt - SAMPLE_INTERVAL_MS);
    lastSampleAt = now;
    queueLengths.push(readQueueLength());
    for (const samples of [delays, queueLengths]) if (samples.length > SAMPLE_COUNT) samples.shift();
    const medianDelay = medianOf(delays);
    isHardOverloaded = medianDelay > (isHardOverloaded ? HARD_DELAY_MS / 2 : HARD_DELAY_MS);
    isSoftOverloaded = medianDelay > SOFT_DELAY_MS || medianOf(queueLengths) >= SOFT_QUEUE_LENGTH;
  }, SAMPLE_INTERVAL_MS).unref();
  return {
    isHardOverloaded: () => isHardOverloaded,
    isSoftOverloaded: () => isSoftOverloaded,
    close: () => clearInterval(timer),
  };
}
