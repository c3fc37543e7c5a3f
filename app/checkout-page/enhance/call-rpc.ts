import type { Challenge } from 'altcha-lib';

import * as messages from '#content/messages/checkout-script.ts';
import type { RawAnswers } from '#domain/custom-field.ts';
import type { ErrorBody } from '#domain/errors.ts';
import type { RpcName, RpcContract } from '#domain/rpc-contract.ts';

import type { CheckoutError } from './messages.ts';

export const TIMEOUT_MS = 20_000;
/** Retries for this long while the server is overloaded or its database restarts. */
const RETRY_FOR_MS = 8000;

const isText = (value: unknown) => typeof value === 'string' && value !== '';

/** Returns whether a response comes from the app: it has a URL or a discount. A proxy may return any JSON. */
const isExpectedAnswer = (answer: unknown) => isText(Object(answer).url) || isText(Object(answer).totalText);

/** Returns the error of the response; the action's title with a general message for any other body. */
function parseError(answer: unknown, failureTitle: string): CheckoutError & Partial<ErrorBody['error']> {
  const error = Object(Object(answer).error);
  return isText(error.code) && isText(error.message)
    ? { ...error, title: isText(error.title) ? error.title : failureTitle }
    : { title: failureTitle, message: messages.internalError };
}

/** Calls an RPC function. Without a usable response the error has no code. */
export async function callRpc<Name extends RpcName>(
  name: Name,
  body: RpcContract[Name]['body'],
  failureTitle: string,
  retryUntil = Date.now() + RETRY_FOR_MS,
): Promise<RpcContract[Name]['response'] | { error: CheckoutError }> {
  try {
    const response = await fetch(`/functions/v1/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok && isExpectedAnswer(answer)) return answer as RpcContract[Name]['response'];
    const { code, title, message, fields, puzzle, retryAfter } = parseError(answer, failureTitle);
    if (code === 'unavailable' && retryAfter && Date.now() < retryUntil) {
      // The random delay spreads the retries of rejected clients.
      await new Promise((resolve) => setTimeout(resolve, Number(retryAfter) * (1000 + Math.random() * 500)));
      return await callRpc(name, body, failureTitle, retryUntil);
    }
    return {
      error: { code, title, message, fields: fields as RawAnswers, puzzle: puzzle as Challenge },
    };
  } catch {
    return {
      error: { title: failureTitle, message: messages.offline },
    };
  }
}

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
    const { solve } = await import('./solve.ts');
    return await callRpc(name, { ...body, proof: await solve(challenge) }, failureTitle);
  } catch {
    return answer;
  }
}
