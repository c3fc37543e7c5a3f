import {
  deleteSignInDelay,
  deleteSignInDelaysBefore,
  findNextTryTime,
  recordSignInFailure,
} from '#server/auth/queries/sign-in-delays.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { HOUR_MS, limitFactor, MINUTE_MS } from '#server/http/rate-limits.ts';

import { AuthError } from './auth-error.ts';

/** The third consecutive wrong password causes a delay of one second. Each further one doubles it. */
const MAX_FAILURES_WITHOUT_DELAY = 3;
const MAX_DELAY_S = 60;
const FAILURE_TTL_MS = HOUR_MS;
const PRUNE_INTERVAL_MS = 10 * MINUTE_MS;

/** An email address tried from one IP address. Other IP addresses are not delayed by these failures. */
export type SignInTry = { email: string; address: string };

const getDelayKey = ({ secrets }: Context, { email, address }: SignInTry) => secrets.hash(`${email} ${address}`);

/** Throws AuthError 'over_request_rate_limit' while a delay is running. */
export async function assertNotDelayed(context: Context, signInTry: SignInTry): Promise<void> {
  if (limitFactor(context) === null) return;
  const now = context.realNow().getTime();
  const key = getDelayKey(context, signInTry);
  const { delayedUntil } = context.caches.signInDelays;
  const cachedUntil = delayedUntil.get(key) ?? 0;
  const nextAt = cachedUntil > now ? cachedUntil : (await findNextTryTime(context.db, key, new Date(now)))?.getTime();
  if (nextAt === undefined) return;
  delayedUntil.set(key, nextAt);
  throw new AuthError('over_request_rate_limit', { retryAfterS: Math.ceil((nextAt - now) / 1000) });
}

export async function countFailure(context: Context, signInTry: SignInTry): Promise<void> {
  const factor = limitFactor(context);
  if (factor === null) return;
  const now = context.realNow();
  await prune(context, now);
  const expiresAt = new Date(now.getTime() + FAILURE_TTL_MS);
  await recordSignInFailure(context.db, { key: getDelayKey(context, signInTry), now, expiresAt }, (failures) => {
    const excess = failures - MAX_FAILURES_WITHOUT_DELAY * factor;
    return excess < 0 ? 0 : Math.min(MAX_DELAY_S, 2 ** excess) * 1000;
  });
}

/** Runs in the transaction of the sign-in. */
export const clearFailures = (context: Context, tx: Db, signInTry: SignInTry): Promise<void> =>
  deleteSignInDelay(tx, getDelayKey(context, signInTry));

async function prune({ db, caches }: Context, now: Date): Promise<void> {
  const { signInDelays } = caches;
  if (now.getTime() - signInDelays.prunedAt < PRUNE_INTERVAL_MS) return;
  signInDelays.prunedAt = now.getTime();
  await deleteSignInDelaysBefore(db, now);
}
