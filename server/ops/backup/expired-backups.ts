const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Weeks begin on Monday; 1970 began on a Thursday. */
const WEEK_OFFSET_MS = 4 * DAY_MS;

const hourOf = (at: Date): number => Math.floor(at.getTime() / HOUR_MS);
const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS);
const weekOf = (at: Date): number => Math.floor((at.getTime() - WEEK_OFFSET_MS) / (7 * DAY_MS));

const [HOURS, DAYS, WEEKS] = [24, 7, 4];

/**
 * Backups that are not needed. Kept are the newest of each of the last hours and days, and of the last weeks that have one,
 * so that a long pause or a wrong clock costs no older backup. Backups from after `now` are kept. UTC.
 */
export function selectExpiredBackups<T extends { at: Date }>(backups: readonly T[], now: Date): T[] {
  const oldestFirst = backups.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const past = oldestFirst.filter(({ at }) => at <= now);
  const newestOfEach = (bucketOf: (at: Date) => number): T[] => [
    ...new Map(past.map((one) => [bucketOf(one.at), one])).values(),
  ];
  const needed = new Set([
    ...newestOfEach(hourOf).filter(({ at }) => hourOf(at) > hourOf(now) - HOURS),
    ...newestOfEach(dayOf).filter(({ at }) => dayOf(at) > dayOf(now) - DAYS),
    ...newestOfEach(weekOf).slice(-WEEKS),
  ]);
  return backups.filter((one) => one.at <= now && !needed.has(one));
}
