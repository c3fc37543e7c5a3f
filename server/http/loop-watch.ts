/** Overload of this process. */
export type LoopWatch = {
  isLate: () => boolean;
  /** Reached long before `isHardOverloaded`: requests with several ticks or queries become slow. */
  isBehind: () => boolean;
  close: () => void;
};

const LOOK_EACH_MS = 50;
/** Number of samples whose median counts: a single stall is already over when it is noticed. */
const LOOKS = 3;
/** Event-loop delay from which on the process is overloaded; it recovers below half of it. */
const LATE_MS = 500;
const BEHIND_MS = 100;
/** Queries waiting for a database connection from which on waiting takes longer than the query. */
const LONG_LINE = 24;

const middleOf = (looks: readonly number[]): number =>
  looks.toSorted((one, other) => one - other)[Math.floor(LOOKS / 2)] ?? 0;

/** Measures the event-loop delay by a monotonic clock (ms) and the queue of database queries (`readQueueLength`). */
export function watchLoop(line: () => number = () => 0, clock = () => performance.now()): LoopWatch {
  const [waits, lines]: [number[], number[]] = [[], []];
  let [isLate, isBehind] = [false, false];
  let last = clock();
  const timer = setInterval(() => {
    const now = clock();
    waits.push(now - last - LOOK_EACH_MS);
    last = now;
    lines.push(line());
    for (const looks of [waits, lines]) if (looks.length > LOOKS) looks.shift();
    const middle = middleOf(waits);
    isLate = middle > (isLate ? LATE_MS / 2 : LATE_MS);
    isBehind = middle > BEHIND_MS || middleOf(lines) >= LONG_LINE;
  }, LOOK_EACH_MS).unref();
  return { isLate: () => isLate, isBehind: () => isBehind, close: () => clearInterval(timer) };
}
