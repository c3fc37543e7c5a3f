const DAY_MS = 86_400_000;
/** Monday: 1970 began on a Thursday. */
const WEEK_BEGINS_MS = 4 * DAY_MS;

/** Of how many hours, days and weeks that have one, counted back, the newest is kept. UTC. */
const KEPT: readonly [count: number, bucketOf: (at: number) => number][] = [
  [24, (at) => Math.floor(at / 3_600_000)],
  [7, (at) => Math.floor(at / DAY_MS)],
  [4, (at) => Math.floor((at - WEEK_BEGINS_MS) / (7 * DAY_MS))],
];

/** Of backups by their times, those that need not be kept; what was made after `now` is. */
export function whichToForget<T extends { at: Date }>(backups: readonly T[], now: Date): T[] {
  const kept = new Set<T>();
  const newestFirst = backups.toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const [newest] = newestFirst;
  if (newest) kept.add(newest);
  for (const [count, bucketOf] of KEPT) {
    const current = bucketOf(now.getTime());
    const seen = new Set<number>();
    for (const one of newestFirst) {
      const bucket = bucketOf(one.at.getTime());
      if (seen.has(bucket) || bucket <= current - count) continue;
      seen.add(bucket);
      kept.add(one);
    }
  }
  return backups.filter((one) => !kept.has(one));
}
