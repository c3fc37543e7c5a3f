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
/** How long signing out waits for a server that does not answer. */
const PATIENCE_MS = 3000;

/** How long nobody knows who is signed in while an expired session waits for its new token. */
const HESITATION_MS = 2000;

let client: GoTrueClient | undefined;
let state = UNKNOWN;
/** What was stored when `state` was read from it. */
let followed: string | null = null;
let signOuts = 0;
const listeners = new Set<() => void>();

const stored = (): string | null => safeLocalStorage.read(SESSION_KEY);
const keptSession = (): Session | null => keptSessionFrom(stored());

/** Whose session lies in this browser. Nothing is asked of the server. */
export function keptUserId(): string | null {
  const kept = keptSession();
  return kept && claimsOf(kept.access_token).userId;
}

/** The one auth client of this tab. Browser only: it is made at its first use. */
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
  // Changed by hand, by the browser, by another tab while this one was away: nothing else tells of it.
  window.addEventListener('storage', ({ key }) => {
    if (state !== UNKNOWN && (key === SESSION_KEY || key === null)) look();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    look();
    // The client drops a session that the server has ended meanwhile.
    if (state.user) void authClient().getUser();
  });
  setTimeout(() => {
    if (state === UNKNOWN) look();
  }, HESITATION_MS);
  return client;
}

/** Another tab's sign-out and a refresh of this one may cross: what was refreshed must not outlive it. */
function forgetFollowed(): void {
  const [kept, ended] = [keptSession(), keptSessionFrom(followed)];
  if (kept && ended && sessionIdOf(kept) === sessionIdOf(ended)) safeLocalStorage.remove(SESSION_KEY);
}

const sessionIdOf = (session: Session) => claimsOf(session.access_token).sessionId;

/**
 * Follows what is stored, whatever an event says: events of other tabs come in any order. An expired session that could
 * not be refreshed yet is kept, and tried again.
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

/** Who is signed in, following every change in this and other tabs. `unknown` on the server and until the client has looked. */
export function useSession(): SessionState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => UNKNOWN,
  );
}

/**
 * Reads the user again, with its factors and identities, and has every tab follow: by a new token, which tells of the
 * second step. Throws the client's error; a session that the server has ended is over afterwards.
 */
export async function refreshUser(): Promise<void> {
  const before = keptSession();
  const { error } = await authClient().refreshSession();
  const now = keptSession();
  // Another tab may have been first.
  if (!error || (now && now.access_token !== before?.access_token)) return;
  if (now && !isAuthRetryableFetchError(error)) await endIfOver(now);
  throw error;
}

/** The refresh token is refused; without the access token as well there is no session any more. */
async function endIfOver(refused: Session): Promise<void> {
  const { error } = await authClient().getUser();
  const isRefused = isAuthApiError(error) && (error.status === 401 || error.status === 403);
  if (isRefused && keptSession()?.refresh_token === refused.refresh_token)
    safeLocalStorage.remove(SESSION_KEY);
  look();
}

/** The token for a call, refreshed where need be; null when nobody is signed in. Throws when the server cannot be asked. */
export async function accessToken(): Promise<string | null> {
  const { data, error } = await authClient().getSession();
  if (isAuthRetryableFetchError(error)) throw error;
  look();
  return data.session?.access_token ?? null;
}

/** After the server refused this access token: whether there is another one now. A session that is over ends here. */
export async function hasBetterToken(refused: string): Promise<boolean> {
  if (keptSession()?.access_token === refused) await refreshUser().catch(() => undefined);
  const kept = keptSession();
  return kept !== null && kept.access_token !== refused;
}

const patience = () => new Promise<void>((resolve) => void setTimeout(resolve, PATIENCE_MS));

/** This browser forgets whoever is signed in: their session, and everything that was kept for them. */
export async function forgetHere(end: () => Promise<unknown> = () => Promise.resolve()): Promise<void> {
  const userId = keptUserId();
  const leaving = (userId === null ? Promise.resolve() : forgetWork(userId)).then(end);
  try {
    await Promise.race([leaving, patience()]);
  } finally {
    clearStorages();
  }
}

/** Ends the session of this browser, whatever the server says or does not say, and what was kept of its seller goes. */
export async function signOut(): Promise<void> {
  signOuts += 1;
  try {
    await forgetHere(() => authClient().signOut({ scope: 'local' }));
  } finally {
    look();
  }
}

/** Says once that the seller has signed out. */
export const SIGNED_OUT_PATH = '/?notice=signed-out';

/**
 * Where a screen sends a seller who is not signed in: to the notice when they signed out while the screen was open, else
 * to `entrance`.
 */
export function useSignedOutPath(entrance: string): string {
  const [signOutsBefore] = useState(() => signOuts);
  return signOuts > signOutsBefore ? SIGNED_OUT_PATH : entrance;
}

/** The words for a failed call of the auth doors: the server's own, if it answered at all. */
export function authProblem(error: unknown): string {
  if (isAuthRetryableFetchError(error)) return UNREACHABLE;
  return error instanceof Error && error.message ? error.message : UNREACHABLE;
}
