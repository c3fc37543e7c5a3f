import type { CallName, Calls } from '#domain/calls.ts';
import type { TypedAnswers } from '#domain/custom-field.ts';
import type { ErrorBody } from '#domain/errors.ts';
import type { Puzzle } from '#domain/puzzle.ts';

import type { Refusal } from './say.ts';

export const PATIENCE = 20_000;
/** Retries for this long while the server is overloaded or its database restarts. */
const COMES_BACK_FOR = 8000;

const isText = (value: unknown) => typeof value === 'string' && value !== '';

/** Returns whether a response comes from the app: it has a URL or a discount. A proxy may return any JSON. */
const isOurs = (answer: unknown) => isText(Object(answer).url) || isText(Object(answer).totalText);

/** Returns the error of the response; the action's title with a general message for any other body. */
function refusalFrom(answer: unknown, failed: string): Refusal & Partial<ErrorBody['error']> {
  const error = Object(Object(answer).error);
  return isText(error.code) && isText(error.message)
    ? { ...error, title: isText(error.title) ? error.title : failed }
    : { title: failed, message: 'Something went wrong on our side. Please try again.' };
}

/** Calls an RPC function. Without a usable response the error has no code. */
export async function ask<Name extends CallName>(
  name: Name,
  body: Calls[Name]['body'],
  failed: string,
  until = Date.now() + COMES_BACK_FOR,
): Promise<Calls[Name]['answer'] | { error: Refusal }> {
  try {
    const response = await fetch(`/functions/v1/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE),
    });
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok && isOurs(answer)) return answer as Calls[Name]['answer'];
    const { code, title, message, fields, puzzle, retryAfter } = refusalFrom(answer, failed);
    if (code === 'unavailable' && retryAfter && Date.now() < until) {
      // The random delay spreads the retries of rejected clients.
      await new Promise((resolve) => setTimeout(resolve, Number(retryAfter) * (1000 + Math.random() * 500)));
      return await ask(name, body, failed, until);
    }
    return {
      error: { code, title, message, fields: fields as TypedAnswers, puzzle: puzzle as Puzzle },
    };
  } catch {
    return {
      error: { title: failed, message: 'No answer. Please check your connection and try again.' },
    };
  }
}
