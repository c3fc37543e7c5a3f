import { REAUTH_MINUTES, SESSION_IDLE_DAYS, SESSION_MAX_DAYS, REAUTH_STEPS, type ReauthStep } from '#domain/account.ts';
import { DAY_MS } from '#domain/time-units.ts';
import { findSession, type SessionRow } from '#server/auth/queries/sessions.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';

/** A session ends after a week without a refresh, and after a month at the latest. */
const SESSION_IDLE_MS = SESSION_IDLE_DAYS * DAY_MS;
export const MAX_SESSION_MS = SESSION_MAX_DAYS * DAY_MS;
export const MAX_SESSIONS_PER_USER = 20;

/** Superseded tokens stay valid this long: running requests finish, and other tabs receive the new token. */
const SUPERSEDED_GRACE_MS = 20_000;
/** Tolerance: tokens have whole seconds, and the clocks of two processes differ slightly. */
const CLOCK_SKEW_MS = 2000;

export const isLiveSession = (
  session: Pick<SessionRow, 'createdAt' | 'refreshedAt' | 'revokedAt'>,
  now: Date,
): boolean =>
  session.revokedAt === null &&
  now.getTime() - session.refreshedAt.getTime() <= SESSION_IDLE_MS &&
  now.getTime() - session.createdAt.getTime() <= MAX_SESSION_MS;

/** Returns true when the user has reauthenticated since the token was issued and the grace period is over. */
export const isSuperseded = ({ confirmedAt }: Pick<SessionRow, 'confirmedAt'>, issuedAt: number, now: Date): boolean =>
  confirmedAt !== null &&
  issuedAt * 1000 < confirmedAt.getTime() - CLOCK_SKEW_MS &&
  now.getTime() - confirmedAt.getTime() > SUPERSEDED_GRACE_MS;

/** Finds the session of a user. Returns null when it has ended. */
export async function findLiveSession(
  { realNow }: Pick<Context, 'realNow'>,
  db: Db,
  id: string,
  userId: string,
): Promise<SessionRow | null> {
  const session = await findSession(db, id);
  return session?.userId === userId && isLiveSession(session, realNow()) ? session : null;
}

/** Returns true when the authentication is recent enough for a sensitive change. */
const isRecent = (verifiedAt: number, now: Date): boolean => now.getTime() - verifiedAt < REAUTH_MINUTES * 60_000;

/**
 * Lists the factors that the user must prove again before a sensitive change. Users with a second factor prove both
 * (OWASP ASVS 7.5.1).
 */
export const missingFactors = (
  { amr, confirmedAt }: Pick<SessionRow, 'amr' | 'confirmedAt'>,
  hasFactor: boolean,
  now: Date,
): ReauthStep[] =>
  hasFactor
    ? REAUTH_STEPS.filter(
        (factor) => !amr.some((entry) => provesFactor(factor, entry.method) && isRecent(entry.timestamp * 1000, now)),
      )
    : isRecent(confirmedAt?.getTime() ?? 0, now)
      ? []
      : ['first'];

/** A passkey counts as both factors: the device, and the fingerprint or PIN that unlocks it. */
const provesFactor = (factor: ReauthStep, method: string): boolean =>
  method === 'passkey' || (factor === 'second') === (method === 'totp' || method.startsWith('mfa/'));
