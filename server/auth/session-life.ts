import { CONFIRMED_MINUTES, SESSION_IDLE_DAYS, SESSION_LONGEST_DAYS } from '#domain/account.ts';

const DAY_MS = 24 * 3600 * 1000;

/** A session that nobody refreshes ends after a week; one that is used ends after a month. */
export const SESSION_IDLE_MS = SESSION_IDLE_DAYS * DAY_MS;
export const SESSION_LONGEST_MS = SESSION_LONGEST_DAYS * DAY_MS;
export const SESSIONS_PER_USER = 20;

/** What was asked for with a token that is over goes on, and other tabs hear of the new one. */
const SUPERSEDED_AFTER_MS = 20_000;
/** Tokens tell whole seconds, and two processes a little different ones. */
const SAME_MOMENT_MS = 2000;

type SessionTimes = { createdAt: Date; refreshedAt: Date; revokedAt: Date | null };

export const isLiveSession = (session: SessionTimes, now: Date): boolean =>
  session.revokedAt === null &&
  now.getTime() - session.refreshedAt.getTime() <= SESSION_IDLE_MS &&
  now.getTime() - session.createdAt.getTime() <= SESSION_LONGEST_MS;

/** Whether a token is older than the last time that its user showed who they are: then another has taken its place. */
export const isSuperseded = (
  { confirmedAt }: { confirmedAt: Date | null },
  issuedAt: number,
  now: Date,
): boolean =>
  confirmedAt !== null &&
  issuedAt * 1000 < confirmedAt.getTime() - SAME_MOMENT_MS &&
  now.getTime() - confirmedAt.getTime() > SUPERSEDED_AFTER_MS;

/** Until when nothing more is asked before a sensitive change; null when it is asked now. */
export function confirmedUntil({ confirmedAt }: { confirmedAt: Date | null }, now: Date): Date | null {
  const until = new Date((confirmedAt?.getTime() ?? 0) + CONFIRMED_MINUTES * 60_000);
  return until > now ? until : null;
}

export const isConfirmed = (session: { confirmedAt: Date | null }, now: Date): boolean =>
  confirmedUntil(session, now) !== null;
