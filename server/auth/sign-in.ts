import type { Context as Call } from 'hono';
import { z } from 'zod';

import { HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';
import {
  deleteSignInDelay,
  deleteSignInDelaysBefore,
  findNextTryTime,
  recordSignInFailure,
} from '#server/auth/queries/sign-in-delays.ts';
import { findUserByEmail, type UserRow } from '#server/auth/queries/users.ts';
import type { Context } from '#server/core/context.ts';
import { limitFactor } from '#server/http/rate-limits.ts';

import { normalizeEmail } from '../core/normalize-contact.ts';
import { AuthError } from './auth-error.ts';
import { limitSignInGlobally, limitSignInByAddress } from './auth-rate-limits.ts';
import { checkCaptcha } from './captcha.ts';
import { getClientInfo, isKnownAddress, listRecentSignIns } from './client-info.ts';
import { verifyPassword } from './passwords.ts';
import { readBody, Security } from './read-auth-body.ts';
import { recordFailedSignIn, recordWrongPassword } from './record-security-event.ts';
import { createSessionResponse } from './session-response.ts';
import { createSession } from './sessions.ts';
import { transactionWithMail } from './transaction-with-mail.ts';

const SignInBody = z.object({
  email: z.string(),
  password: z.string(),
  gotrue_meta_security: Security,
});

/** User id for unknown addresses, so that they cause the same queries. */
const UNKNOWN_USER_ID = '00000000-0000-0000-0000-000000000000';

/** POST token?grant_type=password. Known and unknown addresses get the same response after the same work. */
export async function signIn(context: Context, call: Call): Promise<Response> {
  const body = await readBody(call, SignInBody);
  const client = getClientInfo(call);
  const signInTry = { email: body.email.trim().toLowerCase(), address: client.address };
  await assertNotDelayed(context, signInTry);
  await limitSignInByAddress(context, client.address, signInTry.email);
  const user = await findActiveUser(context, body.email);
  const recentSignIns = await listRecentSignIns(context, context.db, user?.id ?? UNKNOWN_USER_ID);
  if (!isKnownAddress(recentSignIns, client)) await limitSignInGlobally(context, signInTry.email);
  await checkCaptcha(context, body.gotrue_meta_security, client);
  const matches = await verifyPassword(body.password, user?.passwordHash ?? null, context.config.passwordHashing);
  if (!user || !matches) {
    await countFailure(context, signInTry);
    await recordWrongPassword(context, user?.id ?? UNKNOWN_USER_ID, client);
    await recordFailedSignIn(context, user?.id ?? null, client.address);
    throw new AuthError('invalid_credentials');
  }
  const issued = await transactionWithMail(context, async (tx) => {
    await deleteSignInDelay(tx, getDelayKey(context, signInTry));
    return createSession(context, tx, user.id, { method: 'password', client });
  });
  return createSessionResponse(context, call, issued);
}

/** Finds the user of an address, unless the account is deleted. */
async function findActiveUser(context: Context, email: string): Promise<UserRow | null> {
  const user = await findUserByEmail(context.db, normalizeEmail(email) ?? '');
  return user?.deletedAt ? null : user;
}

/** The third consecutive wrong password causes a delay of one second. Each further one doubles it. */
const MAX_FAILURES_WITHOUT_DELAY = 3;
const MAX_DELAY_S = 60;
const FAILURE_TTL_MS = HOUR_MS;
const PRUNE_INTERVAL_MS = 10 * MINUTE_MS;

/** An email address tried from one IP address. Other IP addresses are not delayed by these failures. */
type SignInTry = { email: string; address: string };

const getDelayKey = ({ secrets }: Context, { email, address }: SignInTry) => secrets.hash(`${email} ${address}`);

/** Throws AuthError 'over_request_rate_limit' while a delay is running. */
async function assertNotDelayed(context: Context, signInTry: SignInTry): Promise<void> {
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

async function countFailure(context: Context, signInTry: SignInTry): Promise<void> {
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

async function prune({ db, caches }: Context, now: Date): Promise<void> {
  const { signInDelays } = caches;
  if (now.getTime() - signInDelays.prunedAt < PRUNE_INTERVAL_MS) return;
  signInDelays.prunedAt = now.getTime();
  await deleteSignInDelaysBefore(db, now);
}
