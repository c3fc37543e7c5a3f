/** Whether this process has more to do than it can. */
export type LoopWatch = {
  isLate: () => boolean;
  /** Long before that: whatever takes several turns, or several questions, takes long. */
  isBehind: () => boolean;
  close: () => void;
};

const LOOK_EACH_MS = 50;
/** The middle one of so many looks counts: one stall is over when it is noticed, and sending people away helps nobody. */
const LOOKS = 3;
/** From here on it is late, and below half of it no more. */
const LATE_MS = 500;
const BEHIND_MS = 100;
/** So many questions wait for a connection to the database: each of them waits longer than it takes. */
const LONG_LINE = 24;

const middleOf = (looks: readonly number[]): number =>
  looks.toSorted((one, other) => one - other)[Math.floor(LOOKS / 2)] ?? 0;

/** Watches how long what is due waits for its turn by an even `clock` (ms), and how many questions (`line`) wait for theirs. */
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
