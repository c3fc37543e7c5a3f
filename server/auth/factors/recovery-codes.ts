import type { Context as Call } from 'hono';
import { z } from 'zod';

import { MAX_NAME_LENGTH } from '#domain/account.ts';

import type { Context } from '#server/context.ts';
import { hasVerifiedFactor } from '#server/db/factors.ts';
import { deleteRecoveryCodes, insertRecoveryCodes, listRecoveryCodes } from '#server/db/recovery-codes.ts';
import { lockUser } from '#server/db/users.ts';

import { readBody, assertEmptyBody, readText } from '../auth-body.ts';
import { AuthError } from '../auth-error.ts';
import { requireConfirmedSession, requireFullSession } from '../current-session.ts';
import { recordSecurityEvent } from '../note-event.ts';
import { getClientInfo, type ClientInfo } from '../visitor.ts';
import { generateRecoveryCodes } from './recovery-code.ts';

const CreateCodesBody = z.object({ friendly_name: z.string().trim().max(MAX_NAME_LENGTH).optional() });

// Each user has one set, identified by the user id.
const toCodeSetPayload = (userId: string) => ({ id: userId, type: 'recovery_code' });

/** GET factors/recovery-codes: returns how many codes are left. */
export async function getRecoveryCodes(context: Context, call: Call): Promise<Response> {
  const { userId } = await requireFullSession(context, call);
  const codes = await listRecoveryCodes(context.db, userId);
  if (codes.length === 0) throw new AuthError('mfa_factor_not_found');
  const remaining = codes.filter(({ usedAt }) => usedAt === null).length;
  return call.json({ ...toCodeSetPayload(userId), total: codes.length, remaining });
}

/** POST factors/recovery-codes: creates the first set and returns it once. */
export async function createRecoveryCodes(context: Context, call: Call): Promise<Response> {
  const { userId } = await requireConfirmedSession(context, call);
  if ((await readText(call)).trim() !== '') await readBody(call, CreateCodesBody);
  return createCodesResponse(context, call, userId, 'first');
}

/** POST factors/recovery-codes/regenerate: replaces the set and returns the new one once. */
export async function regenerateRecoveryCodes(context: Context, call: Call): Promise<Response> {
  const { userId } = await requireConfirmedSession(context, call);
  await assertEmptyBody(call);
  return createCodesResponse(context, call, userId, 'again');
}

/** DELETE factors/recovery-codes. */
export async function removeRecoveryCodes(context: Context, call: Call): Promise<Response> {
  const { userId } = await requireConfirmedSession(context, call);
  await assertEmptyBody(call);
  await deleteRecoveryCodes(context.db, userId);
  return call.json(toCodeSetPayload(userId));
}

type GenerationKind = 'first' | 'again';

async function createCodesResponse(
  context: Context,
  call: Call,
  userId: string,
  generation: GenerationKind,
): Promise<Response> {
  const codes = await saveNewCodes(context, userId, generation, getClientInfo(call));
  context.wake('outbox');
  return call.json({ ...toCodeSetPayload(userId), total: codes.length, codes });
}

function saveNewCodes(
  context: Context,
  userId: string,
  generation: GenerationKind,
  client: ClientInfo,
): Promise<string[]> {
  const { codes, rows } = generateRecoveryCodes(context, userId);
  return context.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) throw new AuthError('user_not_found');
    if (!(await hasVerifiedFactor(tx, userId))) throw new AuthError('mfa_recovery_codes_sole_factor');
    const existing = await listRecoveryCodes(tx, userId);
    if (generation === 'first' && existing.length > 0) throw new AuthError('mfa_verified_factor_exists');
    if (generation === 'again' && existing.length === 0) throw new AuthError('mfa_factor_not_found');
    await deleteRecoveryCodes(tx, userId);
    await insertRecoveryCodes(tx, rows);
    await recordSecurityEvent(context, tx, { user, kind: 'recovery_codes_made', client });
    return codes;
  });
}
