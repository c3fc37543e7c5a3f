/** Whether this process has more to do than it can. */
export type LoopWatch = {
  isLate: () => boolean;
  /** The same long before: whatever takes several turns takes long. */
  isBehind: () => boolean;
  close: () => void;
};

const LOOK_EACH_MS = 50;
/** The middle one of so many looks counts: one stall is over when it is noticed, and sending people away helps nobody. */
const LOOKS = 3;
/** From here on it is late, and below half of it no more. */
const LATE_MS = 500;
const BEHIND_MS = 100;

/** Watches how long what is due waits for its turn. */
export function watchLoop(): LoopWatch {
  const waits: number[] = [];
  let [isLate, isBehind] = [false, false];
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    waits.push(now - last - LOOK_EACH_MS);
    last = now;
    if (waits.length > LOOKS) waits.shift();
    const middle = waits.toSorted((one, other) => one - other)[Math.floor(LOOKS / 2)] ?? 0;
    isLate = middle > (isLate ? LATE_MS / 2 : LATE_MS);
    isBehind = middle > BEHIND_MS;
  }, LOOK_EACH_MS).unref();
  return { isLate: () => isLate, isBehind: () => isBehind, close: () => clearInterval(timer) };
}
