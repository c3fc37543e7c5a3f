import type { CallName, Calls } from '#domain/calls.ts';
import type { TypedAnswers } from '#domain/custom-field.ts';
import type { ErrorBody } from '#domain/errors.ts';
import type { Puzzle } from '#domain/puzzle.ts';

import type { Refusal } from './say.ts';

export const PATIENCE = 20_000;

/** Asks a function of the server. What is not its own refusal (no network, a proxy's page) is no answer. */
export async function ask<Name extends CallName>(
  name: Name,
  body: Calls[Name]['body'],
  failed: string,
): Promise<Calls[Name]['answer'] | { error: Refusal }> {
  try {
    const response = await fetch(`/functions/v1/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE),
    });
    const answer: Calls[Name]['answer'] | Partial<ErrorBody> = await response.json();
    if (response.ok) return answer as Calls[Name]['answer'];
    const { code, title, message, fields, puzzle } = (answer as ErrorBody).error;
    return {
      error: { code, title, message, fields: fields as TypedAnswers, puzzle: puzzle as Puzzle },
    };
  } catch {
    return {
      error: { title: failed, message: 'No answer. Please check your connection and try again.' },
    };
  }
}
