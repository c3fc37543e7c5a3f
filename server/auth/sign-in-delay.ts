import { LRUCache } from 'lru-cache';

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

/** The third consecutive wrong password causes a delay of one second. Each further one doubles it. */
const FAILURES_AT_ONCE = 3;
const LONGEST_WAIT_S = 60;
const FORGOTTEN_AFTER_MS = HOUR_MS;
const PRUNE_EVERY_MS = 10 * MINUTE_MS;

type Memory = {
  /** End of the delay in ms. Until then no lookup is needed, because nothing shortens a delay. */
  waits: LRUCache<string, number>;
  prunedAt: number;
};
const KEYS_REMEMBERED = 20_000;
const memories = new WeakMap<Db, Memory>();

/** An email address tried from one IP address. Other IP addresses are not delayed by these failures. */
export type SignInTry = { email: string; address: string };

const keyOf = ({ secrets }: Context, { email, address }: SignInTry) => secrets.hash(`${email} ${address}`);

/** Throws AuthError 'over_request_rate_limit' while a delay is running. */
export async function refuseTooEarly(context: Context, tried: SignInTry): Promise<void> {
  if (limitFactor(context) === null) return;
  const now = context.realNow().getTime();
  const key = keyOf(context, tried);
  const { waits } = memoryOf(context.db);
  const known = waits.get(key) ?? 0;
  const nextAt = known > now ? known : (await findNextTry(context.db, key, new Date(now)))?.getTime();
  if (nextAt === undefined) return;
  waits.set(key, nextAt);
  throw new AuthError('over_request_rate_limit', { retryAfterS: Math.ceil((nextAt - now) / 1000) });
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

/** Runs in the transaction of the sign-in. */
export const forgetFailures = (context: Context, tx: Db, tried: SignInTry): Promise<void> =>
  deleteSignInDelay(tx, keyOf(context, tried));

async function prune(db: Db, now: Date): Promise<void> {
  const memory = memoryOf(db);
  if (now.getTime() - memory.prunedAt < PRUNE_EVERY_MS) return;
  memory.prunedAt = now.getTime();
  await deleteSignInDelaysBefore(db, now);
}

function memoryOf(db: Db): Memory {
  const known = memories.get(db);
  if (known) return known;
  const memory: Memory = { waits: new LRUCache({ max: KEYS_REMEMBERED }), prunedAt: 0 };
  memories.set(db, memory);
  return memory;
}
