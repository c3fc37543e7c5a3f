import type { Calls } from '#domain/calls.ts';

import { ask } from './ask.ts';

type Braked = 'create-checkout-session' | 'apply-coupon';

/**
 * Calls a function that is guarded against bots: if the server requires a proof-of-work challenge, it is solved and the
 * call is repeated. The solver is loaded only then.
 */
export async function askSolving<Name extends Braked>(
  name: Name,
  body: Calls[Name]['body'],
  failed: string,
  onPuzzle: () => void,
) {
  const answer = await ask(name, body, failed);
  const puzzle = 'error' in answer && answer.error.puzzle;
  if (!puzzle) return answer;
  onPuzzle();
  try {
    const { solve } = await import('./solve.ts');
    return await ask(name, { ...body, proof: await solve(puzzle) }, failed);
  } catch {
    return answer;
  }
}
