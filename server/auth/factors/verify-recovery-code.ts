import type { Context as Call } from 'hono';
import { z } from 'zod';

import { auditFailedSignIn } from '#server/audit/failed-sign-in.ts';
import type { Context } from '#server/context.ts';
import { updateRecoveryCodeUsed } from '#server/db/recovery-codes.ts';
import type { SessionRow } from '#server/db/sessions.ts';
import { lockUser } from '#server/db/users.ts';
import { clientAddress } from '#server/http/rate-limits.ts';

import { bodyOf } from '../auth-body.ts';
import { AuthError } from '../auth-error.ts';
import { currentSession } from '../current-session.ts';
import { noteEvent } from '../note-event.ts';
import type { OpenSession } from '../open-session.ts';
import { raiseSession } from '../raise-session.ts';
import { sessionAnswer } from '../session-answer.ts';
import { visitorOf, type Visitor } from '../visitor.ts';
import { takeAttempt } from './factor-limits.ts';
import { recoveryCodeHashes } from './recovery-code.ts';

const Given = z.object({ code: z.string().min(1).max(64) });

/** POST factors/recovery-codes/verify: a recovery code replaces a lost factor, once. */
export async function verifyRecoveryCode(context: Context, call: Call): Promise<Response> {
  const session = await currentSession(context, call);
  const { code } = await bodyOf(call, Given);
  const knock = { userId: session.userId, address: clientAddress(call) };
  const attempt = await takeAttempt(context, knock, 'mfa_recovery_codes_locked');
  const codeHashes = recoveryCodeHashes(context, code);
  const from = visitorOf(call);
  const opened = await spend(context, { session, codeHashes, from });
  if (!opened) {
    await auditFailedSignIn(context, session.userId, from.address, 'mfa/recovery_code');
    throw new AuthError('mfa_verification_failed');
  }
  await attempt.wasRight();
  context.ring('outbox');
  return sessionAnswer(context, call, opened);
}

type Spent = { session: SessionRow; codeHashes: string[]; from: Visitor };

const spend = (context: Context, { session, codeHashes, from }: Spent): Promise<OpenSession | null> =>
  context.db.transaction(async (tx) => {
    const user = await lockUser(tx, session.userId);
    const isRight = user && (await updateRecoveryCodeUsed(tx, user.id, codeHashes, context.realNow()));
    if (!isRight) return null;
    await noteEvent(context, tx, { user, kind: 'recovery_code_used', from });
    return raiseSession(context, tx, { user, session, step: 'mfa/recovery_code', from });
  });
