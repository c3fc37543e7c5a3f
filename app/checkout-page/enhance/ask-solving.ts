import type { Calls } from '#domain/calls.ts';

import { ask } from './ask.ts';

type Braked = 'create-checkout-session' | 'apply-coupon';

/**
 * The same for what many programs try: where a puzzle is asked for it is solved, and the call made once more. What solves
 * it is fetched then, not before.
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
