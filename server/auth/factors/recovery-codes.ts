import type { Context as Call } from 'hono';
import { z } from 'zod';

import { MAX_NAME } from '#domain/account.ts';

import type { Context } from '#server/context.ts';
import { hasVerifiedFactor } from '#server/db/factors.ts';
import { deleteRecoveryCodes, insertRecoveryCodes, listRecoveryCodes } from '#server/db/recovery-codes.ts';
import { lockUser } from '#server/db/users.ts';

import { bodyOf, refuseBody, textOf } from '../auth-body.ts';
import { AuthError } from '../auth-error.ts';
import { confirmedSession, fullSession } from '../current-session.ts';
import { noteEvent } from '../note-event.ts';
import { visitorOf, type Visitor } from '../visitor.ts';
import { newRecoveryCodes } from './recovery-code.ts';

const Wanted = z.object({ friendly_name: z.string().trim().max(MAX_NAME).optional() });

// Each user has one set, identified by the user id.
const setOf = (userId: string) => ({ id: userId, type: 'recovery_code' });

/** GET factors/recovery-codes: returns how many codes are left. */
export async function getRecoveryCodes(context: Context, call: Call): Promise<Response> {
  const { userId } = await fullSession(context, call);
  const codes = await listRecoveryCodes(context.db, userId);
  if (codes.length === 0) throw new AuthError('mfa_factor_not_found');
  const remaining = codes.filter(({ usedAt }) => usedAt === null).length;
  return call.json({ ...setOf(userId), total: codes.length, remaining });
}

/** POST factors/recovery-codes: creates the first set and returns it once. */
export async function makeRecoveryCodes(context: Context, call: Call): Promise<Response> {
  const { userId } = await confirmedSession(context, call);
  if ((await textOf(call)).trim() !== '') await bodyOf(call, Wanted);
  return madeAnswer(context, call, userId, 'first');
}

/** POST factors/recovery-codes/regenerate: replaces the set and returns the new one once. */
export async function remakeRecoveryCodes(context: Context, call: Call): Promise<Response> {
  const { userId } = await confirmedSession(context, call);
  await refuseBody(call);
  return madeAnswer(context, call, userId, 'again');
}

/** DELETE factors/recovery-codes. */
export async function removeRecoveryCodes(context: Context, call: Call): Promise<Response> {
  const { userId } = await confirmedSession(context, call);
  await refuseBody(call);
  await deleteRecoveryCodes(context.db, userId);
  return call.json(setOf(userId));
}

type Turn = 'first' | 'again';

async function madeAnswer(context: Context, call: Call, userId: string, turn: Turn): Promise<Response> {
  const codes = await make(context, userId, turn, visitorOf(call));
  context.ring('outbox');
  return call.json({ ...setOf(userId), total: codes.length, codes });
}

function make(context: Context, userId: string, turn: Turn, from: Visitor): Promise<string[]> {
  const { codes, rows } = newRecoveryCodes(context, userId);
  return context.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) throw new AuthError('user_not_found');
    if (!(await hasVerifiedFactor(tx, userId))) throw new AuthError('mfa_recovery_codes_sole_factor');
    const held = await listRecoveryCodes(tx, userId);
    if (turn === 'first' && held.length > 0) throw new AuthError('mfa_verified_factor_exists');
    if (turn === 'again' && held.length === 0) throw new AuthError('mfa_factor_not_found');
    await deleteRecoveryCodes(tx, userId);
    await insertRecoveryCodes(tx, rows);
    await noteEvent(context, tx, { user, kind: 'recovery_codes_made', from });
    return codes;
  });
}
