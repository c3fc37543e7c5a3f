import { FunctionsClient } from '@supabase/functions-js';

import { readAnswer } from '#domain/answer-shapes.ts';
import type { CallName, Calls } from '#domain/calls.ts';

import { CallError, callErrorFrom, unreachable, unreadable } from './call-error.ts';
import { accessToken, hasBetterToken } from './session.ts';

let client: FunctionsClient | undefined;

/** Returns a fresh access token for each call, because the functions client does not refresh tokens. */
async function currentToken(): Promise<string | null> {
  try {
    return await accessToken();
  } catch {
    throw unreachable();
  }
}

/** True if the server rejected the call because of its token, before doing anything. */
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

/** Calls an RPC function as the signed-in user. Throws an `RpcError`. */
export async function call<N extends CallName>(name: N, body: Calls[N]['body']): Promise<Calls[N]['answer']> {
  const token = await currentToken();
  try {
    return await ask(name, body, token);
  } catch (error) {
    // A browser whose clock was set back still considers an expired token valid.
    if (token === null || !isTokenRefused(error) || !(await hasBetterToken(token))) throw error;
    return ask(name, body, await currentToken());
  }
}
