import {
  isAuthApiError,
  isAuthRetryableFetchError,
  type GoTrueClient,
  type Session,
} from '@supabase/auth-js';
import { useState, useSyncExternalStore } from 'react';

import { safeLocalStorage } from '#app/ui/safe-storage.ts';

import { CLIENT_KEY, openAuthClient } from './auth-client.ts';
import { clearStorages, dropOverdue, forgetCopies, forgetWork } from './forget-seller.ts';
import { keptSessionFrom, sessionStorageOf } from './kept-session.ts';
import { SESSION_KEY } from './session-mark.ts';
import { stateOf, UNKNOWN, type SessionState } from './session-state.ts';
import { claimsOf } from './token-claims.ts';

const UNREACHABLE = 'The server did not answer. Please try again in a moment.';
/** Timeout of signing out when the server does not answer. */
const PATIENCE_MS = 3000;

/** Timeout of the `unknown` state while an expired session waits for its new token. */
const HESITATION_MS = 2000;

let client: GoTrueClient | undefined;
let state = UNKNOWN;
/** The stored text from which `state` was read. */
let followed: string | null = null;
let signOuts = 0;
const listeners = new Set<() => void>();

const stored = (): string | null => safeLocalStorage.read(SESSION_KEY);
const keptSession = (): Session | null => keptSessionFrom(stored());

/** Returns the user id of the stored session. Sends no request. */
export function keptUserId(): string | null {
  const kept = keptSession();
  return kept && claimsOf(kept.access_token).userId;
}

/** The auth client of this tab, created at first use. Browser only. */
export function authClient(): GoTrueClient {
  if (client) return client;
  void dropOverdue(keptUserId(), Date.now());
  client = openAuthClient({
    url: `${window.location.origin}/auth/v1`,
    key: CLIENT_KEY,
    storage: sessionStorageOf(safeLocalStorage, () => void tellUnkept()),
  });
  client.onAuthStateChange((event) => {
    if (event === 'SIGNED_OUT') forgetFollowed();
    look();
  });
    // The storage may be changed by hand, by the browser, or by another tab. The auth client does not report that.
  window.addEventListener('storage', ({ key }) => {
    if (state !== UNKNOWN && (key === SESSION_KEY || key === null)) look();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    look();
      // `getUser` makes the client drop a session that the server has ended.
    if (state.user) void authClient().getUser();
  });
  setTimeout(() => {
    if (state === UNKNOWN) look();
  }, HESITATION_MS);
  return client;
}

/** Removes a session that was refreshed here while another tab signed out, so that it does not outlive the sign-out. */
function forgetFollowed(): void {
  const [kept, ended] = [keptSession(), keptSessionFrom(followed)];
  if (kept && ended && sessionIdOf(kept) === sessionIdOf(ended)) safeLocalStorage.remove(SESSION_KEY);
}

const sessionIdOf = (session: Session) => claimsOf(session.access_token).sessionId;

/**
 * Reads the stored session, regardless of the event, because events of other tabs arrive in any order. Keeps an expired
 * session that could not be refreshed yet; the auth client tries again.
 */
function look(): void {
  const text = stored();
  if (state !== UNKNOWN && text === followed) return;
  const before = state.user;
  followed = text;
  state = stateOf(keptSessionFrom(text));
  const { user } = state;
  if (before ? before.id !== user?.id : !user) void forgetCopies();
  document.documentElement.dataset.signed = user ? 'in' : 'out';
  for (const listener of listeners) listener();
}

let unkeptTold = false;
async function tellUnkept(): Promise<void> {
  if (unkeptTold) return;
  unkeptTold = true;
  const { toast } = await import('#app/ui/toast.tsx');
  toast(
    {
      title: 'Signed in on this page only',
      message:
        'Your browser does not let us keep you signed in. After a reload, or in another tab, you sign in again.',
    },
    { stays: true },
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  authClient();
  return () => listeners.delete(listener);
}

/** State of the session, updated by this and other tabs. `unknown` on the server and before the client has read it. */
export function useSession(): SessionState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => UNKNOWN,
  );
}

/**
 * Loads the user with its factors and identities, and refreshes the token so that every tab follows. Throws the
 * client's error. Ends a session that the server has ended.
 */
export async function refreshUser(): Promise<void> {
  const before = keptSession();
  const { error } = await authClient().refreshSession();
  const now = keptSession();
  // Another tab may have refreshed the session first.
  if (!error || (now && now.access_token !== before?.access_token)) return;
  if (now && !isAuthRetryableFetchError(error)) await endIfOver(now);
  throw error;
}

/** Ends the session if the server rejects the access token as well as the refresh token. */
async function endIfOver(refused: Session): Promise<void> {
  const { error } = await authClient().getUser();
  const isRefused = isAuthApiError(error) && (error.status === 401 || error.status === 403);
  if (isRefused && keptSession()?.refresh_token === refused.refresh_token)
    safeLocalStorage.remove(SESSION_KEY);
  look();
}

/** Returns the access token for a request, refreshed if necessary, or null when signed out. Throws when the server is unreachable. */
export async function accessToken(): Promise<string | null> {
  const { data, error } = await authClient().getSession();
  if (isAuthRetryableFetchError(error)) throw error;
  look();
  return data.session?.access_token ?? null;
}

/** Refreshes a rejected access token. Returns true if there is a new one. Ends a session that the server has ended. */
export async function hasBetterToken(refused: string): Promise<boolean> {
  if (keptSession()?.access_token === refused) await refreshUser().catch(() => undefined);
  const kept = keptSession();
  return kept !== null && kept.access_token !== refused;
}

const patience = () => new Promise<void>((resolve) => void setTimeout(resolve, PATIENCE_MS));

/** Deletes the session and all data of the signed-in user from this browser. */
export async function forgetHere(end: () => Promise<unknown> = () => Promise.resolve()): Promise<void> {
  const userId = keptUserId();
  const leaving = (userId === null ? Promise.resolve() : forgetWork(userId)).then(end);
  try {
    await Promise.race([leaving, patience()]);
  } finally {
    clearStorages();
  }
}

/** Ends the session of this browser and deletes the seller's data, even if the server does not answer. */
export async function signOut(): Promise<void> {
  signOuts += 1;
  try {
    await forgetHere(() => authClient().signOut({ scope: 'local' }));
  } finally {
    look();
  }
}

/** Path whose page shows once that the seller has signed out. */
export const SIGNED_OUT_PATH = '/?notice=signed-out';

/**
 * Path for a seller who is not signed in: the signed-out notice if they signed out while the screen was open, else
 * `entryPath`.
 */
export function useSignedOutPath(entrance: string): string {
  const [signOutsBefore] = useState(() => signOuts);
  return signOuts > signOutsBefore ? SIGNED_OUT_PATH : entrance;
}

/** Message for a failed request to the auth endpoints: the server's own, if it answered. */
export function authProblem(error: unknown): string {
  if (isAuthRetryableFetchError(error)) return UNREACHABLE;
  return error instanceof Error && error.message ? error.message : UNREACHABLE;
}
