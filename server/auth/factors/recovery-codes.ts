import { randomInt, randomUUID } from 'node:crypto';

import type { Context as Call } from 'hono';
import { z } from 'zod';

import { MAX_NAME_LENGTH, RECOVERY_CODE_COUNT } from '#domain/account.ts';
import {
  countRecoveryCodes,
  hasVerifiedFactor,
  deleteRecoveryCodes,
  insertRecoveryCodes,
  type RecoveryCodeRow,
  useRecoveryCode,
} from '#server/auth/queries/factors.ts';
import { lockUser } from '#server/auth/queries/users.ts';
import { recordFailedSignIn } from '#server/auth/record-security-event.ts';
import { createSessionResponse } from '#server/auth/session-response.ts';
import { elevateSession } from '#server/auth/sessions.ts';
import type { Context } from '#server/core/context.ts';

import { AuthError } from '../auth-error.ts';
import { consumeFactorTry } from '../auth-rate-limits.ts';
import { requireStepUpSession, requireFullSession, requireSession } from '../authenticate.ts';
import { getClientInfo } from '../client-info.ts';
import { readBody, assertEmptyBody, readText } from '../read-auth-body.ts';
import { recordSecurityEvent } from '../record-security-event.ts';
import { transactionWithMail } from '../transaction-with-mail.ts';

/** Excludes characters that look alike on paper: 0 and o; 1, l and i; 5 and s; 2 and z; u and v. */
const ALPHABET = 'abcdefghjkmnpqrtwxy346789';
const GROUP_COUNT = 6;
const GROUP_LENGTH = 5;

const generateGroup = (): string =>
  Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)] ?? '').join('');

/**
 * 139 random bits, such as 'k4m9x-7qpa8-wcd3r-tj6ge-x9hmn-b3yfw'. OWASP ASVS 11.5.1 asks for 128; from 112 on a keyed
 * hash suffices (6.5.2). Older codes have five groups.
 */
const generateCode = (): string => Array.from({ length: GROUP_COUNT }, generateGroup).join('-');

/** Generates a set of codes, to be shown once, and the rows that store their hashes. */
function generateRecoveryCodes(context: Context, userId: string): { codes: string[]; rows: RecoveryCodeRow[] } {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODE_COUNT) codes.add(generateCode());
  const createdAt = context.realNow();
  const rows = [...codes].map((code) => ({
    id: randomUUID(),
    userId,
    codeHash: context.secrets.hash(codeHashInput(code)),
    createdAt,
    usedAt: null,
  }));
  return { codes: [...codes], rows };
}

/** Normalizes a code: ignores case, spaces and dashes. */
const codeHashInput = (code: string): string =>
  `recovery-code:${code.toLowerCase().replaceAll(/[\s\u2010-\u2015-]/g, '')}`;

export const hashRecoveryCode = ({ secrets }: Context, code: string): string[] =>
  secrets.candidateHashes(codeHashInput(code));

const CreateCodesBody = z.object({ friendly_name: z.string().trim().max(MAX_NAME_LENGTH).optional() });

// Each user has one set, identified by the user id.
const toCodeSetPayload = (userId: string) => ({ id: userId, type: 'recovery_code' });

/** GET factors/recovery-codes: returns how many codes are left. */
export async function getRecoveryCodes(context: Context, call: Call): Promise<Response> {
  const { userId } = await requireFullSession(context, call);
  const counts = await countRecoveryCodes(context.db, userId);
  if (!counts) throw new AuthError('mfa_factor_not_found');
  return call.json({ ...toCodeSetPayload(userId), total: counts.total, remaining: counts.unused });
}

/** POST factors/recovery-codes: creates the first set and returns it once. */
export async function createRecoveryCodes(context: Context, call: Call): Promise<Response> {
  const { userId } = await requireStepUpSession(context, call);
  if ((await readText(call)).trim() !== '') await readBody(call, CreateCodesBody);
  return createCodesResponse(context, call, userId, 'first');
}

/** POST factors/recovery-codes/regenerate: replaces the set and returns the new one once. */
export async function regenerateRecoveryCodes(context: Context, call: Call): Promise<Response> {
  const { userId } = await requireStepUpSession(context, call);
  await assertEmptyBody(call);
  return createCodesResponse(context, call, userId, 'replacement');
}

export async function removeRecoveryCodes(context: Context, call: Call): Promise<Response> {
  const { userId } = await requireStepUpSession(context, call);
  await assertEmptyBody(call);
  await deleteRecoveryCodes(context.db, userId);
  return call.json(toCodeSetPayload(userId));
}

async function createCodesResponse(
  context: Context,
  call: Call,
  userId: string,
  generation: 'first' | 'replacement',
): Promise<Response> {
  const { codes, rows } = generateRecoveryCodes(context, userId);
  await transactionWithMail(context, async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) throw new AuthError('user_not_found');
    if (!(await hasVerifiedFactor(tx, userId))) throw new AuthError('mfa_recovery_codes_sole_factor');
    const existing = await countRecoveryCodes(tx, userId);
    if (generation === 'first' && existing) throw new AuthError('mfa_verified_factor_exists');
    if (generation === 'replacement' && !existing) throw new AuthError('mfa_factor_not_found');
    await deleteRecoveryCodes(tx, userId);
    await insertRecoveryCodes(tx, rows);
    await recordSecurityEvent(context, tx, { user, kind: 'recovery_codes_made', client: getClientInfo(call) });
  });
  return call.json({ ...toCodeSetPayload(userId), total: codes.length, codes });
}

const RecoveryCodeBody = z.object({ code: z.string().min(1).max(64) });

/** POST factors/recovery-codes/verify: a recovery code replaces a lost factor, once. */
export async function verifyRecoveryCode(context: Context, call: Call): Promise<Response> {
  const session = await requireSession(context, call);
  const { code } = await readBody(call, RecoveryCodeBody);
  const client = getClientInfo(call);
  const subject = { userId: session.userId, address: client.address };
  const markCorrect = await consumeFactorTry(context, subject, 'mfa_recovery_codes_locked');
  const issued = await transactionWithMail(context, async (tx) => {
    const user = await lockUser(tx, session.userId);
    const codeHashes = hashRecoveryCode(context, code);
    if (!user || !(await useRecoveryCode(tx, user.id, codeHashes, context.realNow()))) return null;
    await recordSecurityEvent(context, tx, { user, kind: 'recovery_code_used', client });
    return elevateSession(context, tx, { user, session, method: 'mfa/recovery_code', client });
  });
  if (!issued) {
    await recordFailedSignIn(context, session.userId, client.address, 'mfa/recovery_code');
    throw new AuthError('mfa_verification_failed');
  }
  await markCorrect();
  return createSessionResponse(context, call, issued);
}
