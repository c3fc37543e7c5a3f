import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import {
  deleteSignInDelay,
  deleteSignInDelaysBefore,
  findNextTry,
  upsertFailure,
} from '#server/db/sign-in-delays.ts';
import { HOUR_MS, limitFactor, MINUTE_MS } from '#server/http/rate-limits.ts';

import { AuthError } from './auth-error.ts';

/** The third wrong password in a row makes wait one second, each further one twice as long. */
const FAILURES_AT_ONCE = 3;
const LONGEST_WAIT_S = 60;
const FORGOTTEN_AFTER_MS = HOUR_MS;
const PRUNE_EVERY_MS = 10 * MINUTE_MS;

const prunedAt = new WeakMap<Db, number>();

/** One e-mail address as it is tried from one place: nobody else has to wait for these failures. */
export type SignInTry = { email: string; address: string };

const keyOf = ({ secrets }: Context, { email, address }: SignInTry) => secrets.hash(`${email} ${address}`);

/** Throws AuthError 'over_request_rate_limit' while the last failure makes wait. */
export async function refuseTooEarly(context: Context, tried: SignInTry): Promise<void> {
  if (limitFactor(context) === null) return;
  const now = context.realNow();
  const nextAt = await findNextTry(context.db, keyOf(context, tried), now);
  if (!nextAt) return;
  const retryAfterS = Math.ceil((nextAt.getTime() - now.getTime()) / 1000);
  throw new AuthError('over_request_rate_limit', { retryAfterS });
}

export async function countFailure(context: Context, tried: SignInTry): Promise<void> {
  const factor = limitFactor(context);
  if (factor === null) return;
  const now = context.realNow();
  await prune(context.db, now);
  const expiresAt = new Date(now.getTime() + FORGOTTEN_AFTER_MS);
  await upsertFailure(context.db, { key: keyOf(context, tried), now, expiresAt }, (failures) => {
    const beyond = failures - FAILURES_AT_ONCE * factor;
    return beyond < 0 ? 0 : Math.min(LONGEST_WAIT_S, 2 ** beyond) * 1000;
  });
}

/** For the transaction of the sign-in. */
export const forgetFailures = (context: Context, tx: Db, tried: SignInTry): Promise<void> =>
  deleteSignInDelay(tx, keyOf(context, tried));

async function prune(db: Db, now: Date): Promise<void> {
  if (now.getTime() - (prunedAt.get(db) ?? 0) < PRUNE_EVERY_MS) return;
  prunedAt.set(db, now.getTime());
  await deleteSignInDelaysBefore(db, now);
}
