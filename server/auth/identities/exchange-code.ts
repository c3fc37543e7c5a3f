import { createHash, timingSafeEqual } from 'node:crypto';

import type { Context as Call } from 'hono';
import { z } from 'zod';

import { bodyOf } from '#server/auth/auth-body.ts';
import { AuthError } from '#server/auth/auth-error.ts';
import { limitProviderDoors } from '#server/auth/auth-limits.ts';
import { sessionAnswer } from '#server/auth/session-answer.ts';
import { visitorOf } from '#server/auth/visitor.ts';
import type { Context } from '#server/context.ts';
import { updateFlowStateUsed, type FlowStateRow } from '#server/db/flow-states.ts';
import { SEALED_CELLS } from '#server/sealed-cell.ts';

import type { Returned } from './callback.ts';
import { enterAccount } from './enter-account.ts';
import { linkIdentity } from './link-identity.ts';

const Exchange = z.object({
  auth_code: z.string().min(1).max(512),
  code_verifier: z.string().min(1).max(256),
});

/** POST token?grant_type=pkce: exchanges the auth code for a session. A wrong verifier uses the code up, too. */
export async function exchangeCode(context: Context, call: Call): Promise<Response> {
  const { auth_code: code, code_verifier: verifier } = await bodyOf(call, Exchange);
  const from = visitorOf(call);
  await limitProviderDoors(context, 'exchange', from.address);
  const { db, secrets } = context;
  const now = context.realNow();
  const flow = await updateFlowStateUsed(db, secrets.hashes(code), now);
  if (!flow) throw new AuthError('flow_state_not_found');
  if (flow.expiresAt <= now) throw new AuthError('flow_state_expired');
  if (!isProof(verifier, flow)) throw new AuthError('bad_code_verifier');
  const { profile, sessionId } = JSON.parse(
    secrets.unseal(flow.sealedSecrets, SEALED_CELLS.flowState(flow.id)),
  ) as Returned;
  const { linksUserId: userId } = flow;
  const opened =
    userId !== null && sessionId !== null
      ? await linkIdentity(context, { userId, sessionId, profile, from })
      : await enterAccount(context, profile, from);
  return sessionAnswer(context, call, opened);
}

function isProof(verifier: string, { codeChallenge, codeChallengeMethod }: FlowStateRow): boolean {
  const shown =
    codeChallengeMethod === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  const [ours, theirs] = [Buffer.from(codeChallenge), Buffer.from(shown)];
  return ours.length === theirs.length && timingSafeEqual(ours, theirs);
}
