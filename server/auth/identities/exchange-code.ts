import { createHash, timingSafeEqual } from 'node:crypto';

import type { Context as Call } from 'hono';
import { z } from 'zod';

import { AuthError } from '#server/auth/auth-error.ts';
import { limitProviderRoutes } from '#server/auth/auth-rate-limits.ts';
import { getClientInfo } from '#server/auth/client-info.ts';
import { useFlowCode, type FlowStateRow } from '#server/auth/queries/identities.ts';
import { readBody } from '#server/auth/read-auth-body.ts';
import { createSessionResponse } from '#server/auth/session-response.ts';
import type { Context } from '#server/core/context.ts';
import { SEALED_CELLS } from '#server/core/secrets.ts';

import type { ReturnedFlow } from './callback.ts';
import { linkIdentity } from './link-identity.ts';
import { signInWithProfile } from './sign-in-with-provider.ts';

const ExchangeBody = z.object({
  auth_code: z.string().min(1).max(512),
  code_verifier: z.string().min(1).max(256),
});

/** POST token?grant_type=pkce: exchanges the auth code for a session. A wrong verifier uses the code up, too. */
export async function exchangeCode(context: Context, call: Call): Promise<Response> {
  const { auth_code: code, code_verifier: verifier } = await readBody(call, ExchangeBody);
  const client = getClientInfo(call);
  await limitProviderRoutes(context, 'exchange', client.address);
  const { db, secrets } = context;
  const now = context.realNow();
  const flow = await useFlowCode(db, secrets.candidateHashes(code), now);
  if (!flow) throw new AuthError('flow_state_not_found');
  if (flow.expiresAt <= now) throw new AuthError('flow_state_expired');
  if (!matchesChallenge(verifier, flow)) throw new AuthError('bad_code_verifier');
  const { profile, sessionId } = JSON.parse(
    secrets.unseal(flow.sealedSecrets, SEALED_CELLS.flowState(flow.id)),
  ) as ReturnedFlow;
  const { linksUserId: userId } = flow;
  const issued =
    userId !== null && sessionId !== null
      ? await linkIdentity(context, { userId, sessionId, profile, client })
      : await signInWithProfile(context, profile, client);
  return createSessionResponse(context, call, issued);
}

function matchesChallenge(verifier: string, { codeChallenge, codeChallengeMethod }: FlowStateRow): boolean {
  const computedChallenge =
    codeChallengeMethod === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  const [expected, actual] = [Buffer.from(codeChallenge), Buffer.from(computedChallenge)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
