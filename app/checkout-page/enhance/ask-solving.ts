import type { RpcContract } from '#domain/calls.ts';

import { callRpc } from './ask.ts';

type GuardedRpc = 'create-checkout-session' | 'apply-coupon';

/**
 * Calls a function that is guarded against bots: if the server requires a proof-of-work challenge, it is solved and the
 * call is repeated. The solver is loaded only then.
 */
export async function callRpcSolvingChallenge<Name extends GuardedRpc>(
  name: Name,
  body: RpcContract[Name]['body'],
  failureTitle: string,
  onChallenge: () => void,
) {
  const answer = await callRpc(name, body, failureTitle);
  const challenge = 'error' in answer && answer.error.puzzle;
  if (!challenge) return answer;
  onChallenge();
  try {
    const { solveChallenge: solve } = await import('./solve.ts');
    return await callRpc(name, { ...body, proof: await solve(challenge) }, failureTitle);
  } catch {
    return answer;
  }
}
