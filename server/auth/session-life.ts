import {
  CONFIRMED_MINUTES,
  SESSION_IDLE_DAYS,
  SESSION_LONGEST_DAYS,
  SHOWN_STEPS,
  type ShownStep,
} from '#domain/account.ts';

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

type Ways = { amr: readonly { method: string; timestamp: number }[]; confirmedAt: Date | null };

/** Whether it was as lately as counts before a sensitive change. */
const isFresh = (shownAt: number, now: Date): boolean => now.getTime() - shownAt < CONFIRMED_MINUTES * 60_000;

/**
 * What a session's user must show again before a sensitive change: who has a second step shows both (OWASP ASVS 7.5.1).
 */
export const unshownSteps = ({ amr, confirmedAt }: Ways, hasFactor: boolean, now: Date): ShownStep[] =>
  hasFactor
    ? SHOWN_STEPS.filter(
        (step) => !amr.some((way) => isStep(step, way.method) && isFresh(way.timestamp * 1000, now)),
      )
    : isFresh(confirmedAt?.getTime() ?? 0, now)
      ? []
      : ['first'];

/** A passkey is both: the device, and the finger or PIN that opens it. */
const isStep = (step: ShownStep, method: string): boolean =>
  method === 'passkey' || (step === 'second') === (method === 'totp' || method.startsWith('mfa/'));
