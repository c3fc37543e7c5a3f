import type { Context as Call } from 'hono';
import { z } from 'zod';

import { recordFailedSignIn } from '#server/audit/failed-sign-in.ts';
import type { Context } from '#server/context.ts';
import { useRecoveryCode } from '#server/db/recovery-codes.ts';
import type { SessionRow } from '#server/db/sessions.ts';
import { lockUser } from '#server/db/users.ts';
import { clientAddress } from '#server/http/rate-limits.ts';

import { readBody } from '../auth-body.ts';
import { AuthError } from '../auth-error.ts';
import { requireSession } from '../current-session.ts';
import { recordSecurityEvent } from '../note-event.ts';
import type { IssuedSession } from '../open-session.ts';
import { elevateSession } from '../raise-session.ts';
import { createSessionResponse } from '../session-answer.ts';
import { getClientInfo, type ClientInfo } from '../visitor.ts';
import { consumeFactorTry } from './factor-limits.ts';
import { hashRecoveryCode } from './recovery-code.ts';

const RecoveryCodeBody = z.object({ code: z.string().min(1).max(64) });

/** POST factors/recovery-codes/verify: a recovery code replaces a lost factor, once. */
export async function verifyRecoveryCode(context: Context, call: Call): Promise<Response> {
  const session = await requireSession(context, call);
  const { code } = await readBody(call, RecoveryCodeBody);
  const subject = { userId: session.userId, address: clientAddress(call) };
  const factorTry = await consumeFactorTry(context, subject, 'mfa_recovery_codes_locked');
  const codeHashes = hashRecoveryCode(context, code);
  const client = getClientInfo(call);
  const issued = await consumeRecoveryCode(context, { session, codeHashes, client });
  if (!issued) {
    await recordFailedSignIn(context, session.userId, client.address, 'mfa/recovery_code');
    throw new AuthError('mfa_verification_failed');
  }
  await factorTry.markCorrect();
  context.wake('outbox');
  return createSessionResponse(context, call, issued);
}

type RecoveryCodeUse = { session: SessionRow; codeHashes: string[]; client: ClientInfo };

const consumeRecoveryCode = (
  context: Context,
  { session, codeHashes, client }: RecoveryCodeUse,
): Promise<IssuedSession | null> =>
  context.db.transaction(async (tx) => {
    const user = await lockUser(tx, session.userId);
    const isConsumed = user && (await useRecoveryCode(tx, user.id, codeHashes, context.realNow()));
    if (!isConsumed) return null;
    await recordSecurityEvent(context, tx, { user, kind: 'recovery_code_used', client });
    return elevateSession(context, tx, { user, session, method: 'mfa/recovery_code', client });
  });
