import { FunctionsClient } from '@supabase/functions-js';

import { readAnswer } from '#domain/answer-shapes.ts';
import type { CallName, Calls } from '#domain/calls.ts';

import { CallError, callErrorFrom, unreachable, unreadable } from './call-error.ts';
import { accessToken, hasBetterToken } from './session.ts';

let client: FunctionsClient | undefined;

/** The functions client does not refresh tokens: one is asked for at every call. */
async function currentToken(): Promise<string | null> {
  try {
    return await accessToken();
  } catch {
    throw unreachable();
  }
}

/** Refused before anything was done: because of the token alone. */
const isTokenRefused = (error: unknown): boolean =>
  error instanceof CallError && (error.code === 'unauthorized' || error.code === 'insufficient_aal');

async function ask<N extends CallName>(
  name: N,
  body: Calls[N]['body'],
  token: string | null,
): Promise<Calls[N]['answer']> {
  client ??= new FunctionsClient(`${window.location.origin}/functions/v1`);
  const headers: Record<string, string> = token === null ? {} : { Authorization: `Bearer ${token}` };
  const { data, error } = await client.invoke<unknown>(name, { body, headers });
  if (!error) {
    const answer = readAnswer(name, data);
    if (answer === null) throw unreadable();
    return answer;
  }
  const context: unknown = error instanceof Error && 'context' in error ? error.context : null;
  throw context instanceof Response ? await callErrorFrom(context) : unreachable();
}

/** Calls a function of ours, as whoever is signed in. Throws a `CallError`. */
export async function call<N extends CallName>(name: N, body: Calls[N]['body']): Promise<Calls[N]['answer']> {
  const token = await currentToken();
  try {
    return await ask(name, body, token);
  } catch (error) {
    // A browser whose clock was set back holds on to a token that is long over.
    if (token === null || !isTokenRefused(error) || !(await hasBetterToken(token))) throw error;
    return ask(name, body, await currentToken());
  }
}
