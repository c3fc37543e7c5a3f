import { SESSION_IDLE_DAYS, SESSION_LONGEST_DAYS } from '#domain/account.ts';

const DAY_MS = 24 * 3600 * 1000;

/** A session that nobody refreshes ends after a week; one that is used ends after a month. */
export const SESSION_IDLE_MS = SESSION_IDLE_DAYS * DAY_MS;
export const SESSION_LONGEST_MS = SESSION_LONGEST_DAYS * DAY_MS;
export const SESSIONS_PER_USER = 20;

type SessionTimes = { createdAt: Date; refreshedAt: Date; revokedAt: Date | null };

export const isLiveSession = (session: SessionTimes, now: Date): boolean =>
  session.revokedAt === null &&
  now.getTime() - session.refreshedAt.getTime() <= SESSION_IDLE_MS &&
  now.getTime() - session.createdAt.getTime() <= SESSION_LONGEST_MS;
