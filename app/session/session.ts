import { isAuthRetryableFetchError, type GoTrueClient, type Session } from '@supabase/auth-js';
import { useSyncExternalStore } from 'react';

import { CLIENT_KEY, openAuthClient } from './auth-client.ts';
import { SESSION_KEY } from './session-mark.ts';
import { stateOf, UNKNOWN, type SessionState } from './session-state.ts';

const UNREACHABLE = 'The server did not answer. Please try again in a moment.';

let client: GoTrueClient | undefined;
let state = UNKNOWN;
let leftByWish = false;
const listeners = new Set<() => void>();

/** The one auth client of this tab. Browser only: it is made at its first use. */
export function authClient(): GoTrueClient {
  if (client) return client;
  client = openAuthClient({ url: `${window.location.origin}/auth/v1`, key: CLIENT_KEY });
  client.onAuthStateChange((_event, session) => follow(session));
  return client;
}

function follow(session: Session | null): void {
  state = stateOf(session);
  if (state.user) leftByWish = false;
  document.documentElement.dataset.signed = state.user ? 'in' : 'out';
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  authClient();
  return () => listeners.delete(listener);
}

/** Who is signed in, following every change in this and other tabs. `unknown` on the server and until the client has looked. */
export function useSession(): SessionState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => UNKNOWN,
  );
}

/**
 * Reads the user again, with its factors and identities, and has every tab follow: by a new token, since it tells
 * of the second step. Throws the client's error; a session that the server ended is over afterwards.
 */
export async function refreshUser(): Promise<void> {
  const { error } = await authClient().refreshSession();
  if (!error) return;
  if (!isAuthRetryableFetchError(error)) await authClient().getUser();
  throw error;
}

/** Ends the session of this browser, whatever the server says or does not say. */
export async function signOut(): Promise<void> {
  leftByWish = true;
  try {
    await authClient().signOut({ scope: 'local' });
  } finally {
    window.localStorage.removeItem(SESSION_KEY);
    if (state.status !== 'signed-out') follow(null);
  }
}

/** Where a signed-in screen sends someone who is no longer signed in; `entrance` unless they left by wish. */
export const signedOutPath = (entrance = '/auth'): string => (leftByWish ? '/?notice=signed-out' : entrance);

/** The words for a failed call of the auth doors: the server's own, if it answered at all. */
export function authProblem(error: unknown): string {
  if (isAuthRetryableFetchError(error)) return UNREACHABLE;
  return error instanceof Error && error.message ? error.message : UNREACHABLE;
}
