import {
  CONFIRMED_MINUTES,
  SESSION_IDLE_DAYS,
  SESSION_LONGEST_DAYS,
  SHOWN_STEPS,
  type ShownStep,
} from '#domain/account.ts';

const DAY_MS = 24 * 3600 * 1000;

/** A session ends after a week without a refresh, and after a month at the latest. */
export const SESSION_IDLE_MS = SESSION_IDLE_DAYS * DAY_MS;
export const SESSION_LONGEST_MS = SESSION_LONGEST_DAYS * DAY_MS;
export const SESSIONS_PER_USER = 20;

/** Superseded tokens stay valid this long: running requests finish, and other tabs receive the new token. */
const SUPERSEDED_AFTER_MS = 20_000;
/** Tolerance: tokens have whole seconds, and the clocks of two processes differ slightly. */
const SAME_MOMENT_MS = 2000;

type SessionTimes = { createdAt: Date; refreshedAt: Date; revokedAt: Date | null };

export const isLiveSession = (session: SessionTimes, now: Date): boolean =>
  session.revokedAt === null &&
  now.getTime() - session.refreshedAt.getTime() <= SESSION_IDLE_MS &&
  now.getTime() - session.createdAt.getTime() <= SESSION_LONGEST_MS;

/** Returns true when the user has reauthenticated since the token was issued and the grace period is over. */
export const isSuperseded = (
  { confirmedAt }: { confirmedAt: Date | null },
  issuedAt: number,
  now: Date,
): boolean =>
  confirmedAt !== null &&
  issuedAt * 1000 < confirmedAt.getTime() - SAME_MOMENT_MS &&
  now.getTime() - confirmedAt.getTime() > SUPERSEDED_AFTER_MS;

type Ways = { amr: readonly { method: string; timestamp: number }[]; confirmedAt: Date | null };

/** Returns true when the authentication is recent enough for a sensitive change. */
const isFresh = (shownAt: number, now: Date): boolean => now.getTime() - shownAt < CONFIRMED_MINUTES * 60_000;

/**
 * Lists the factors that the user must prove again before a sensitive change. Users with a second factor prove both
 * (OWASP ASVS 7.5.1).
 */
export const unshownSteps = ({ amr, confirmedAt }: Ways, hasFactor: boolean, now: Date): ShownStep[] =>
  hasFactor
    ? SHOWN_STEPS.filter(
        (step) => !amr.some((way) => isStep(step, way.method) && isFresh(way.timestamp * 1000, now)),
      )
    : isFresh(confirmedAt?.getTime() ?? 0, now)
      ? []
      : ['first'];

/** A passkey counts as both factors: the device, and the fingerprint or PIN that unlocks it. */
const isStep = (step: ShownStep, method: string): boolean =>
  method === 'passkey' || (step === 'second') === (method === 'totp' || method.startsWith('mfa/'));
