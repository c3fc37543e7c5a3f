import { isAuthRetryableFetchError } from '@supabase/auth-js';
import { FunctionsClient } from '@supabase/functions-js';

import type { CallName, Calls } from '#domain/calls.ts';

import { callErrorFrom, unreachable } from './call-error.ts';
import { authClient, refreshUser } from './session.ts';

let client: FunctionsClient | undefined;

/** The token is asked for at every call: the functions client does not refresh it. */
async function headers(): Promise<Record<string, string>> {
  const { data, error } = await authClient().getSession();
  if (isAuthRetryableFetchError(error)) throw unreachable();
  return data.session ? { Authorization: `Bearer ${data.session.access_token}` } : {};
}

/** Calls a function of ours, as whoever is signed in. Throws a `CallError`. */
export async function call<N extends CallName>(name: N, body: Calls[N]['body']): Promise<Calls[N]['answer']> {
  client ??= new FunctionsClient(`${window.location.origin}/functions/v1`);
  const { data, error } = await client.invoke<Calls[N]['answer']>(name, { body, headers: await headers() });
  if (!error && data !== null) return data;
  const context: unknown = error instanceof Error && 'context' in error ? error.context : null;
  const failure = context instanceof Response ? await callErrorFrom(context) : unreachable();
  // A second step was set up elsewhere: the next token knows of it, and the screen around goes to ask for it.
  if (failure.code === 'insufficient_aal') refreshUser().catch(() => undefined);
  throw failure;
}
