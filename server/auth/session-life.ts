const DAY_MS = 24 * 3600 * 1000;

/** A session that nobody refreshes ends after a week; one that is used ends after a month. */
export const SESSION_IDLE_MS = 7 * DAY_MS;
export const SESSION_LONGEST_MS = 30 * DAY_MS;
export const SESSIONS_PER_USER = 20;

type SessionTimes = { createdAt: Date; refreshedAt: Date; revokedAt: Date | null };

export const isLiveSession = (session: SessionTimes, now: Date): boolean =>
  session.revokedAt === null &&
  now.getTime() - session.refreshedAt.getTime() <= SESSION_IDLE_MS &&
  now.getTime() - session.createdAt.getTime() <= SESSION_LONGEST_MS;
