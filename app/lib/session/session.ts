import type { GoTrueClient, Session } from '@supabase/auth-js';
import { useState, useSyncExternalStore } from 'react';

import { safeLocalStorage } from '#app/components/utils/safe-storage.ts';
import { sessionMessages } from '#content/messages/session.ts';

import { createUnreachableAuthError, isAuthApiError, isAuthRetryableFetchError } from './auth-errors.ts';
import { clearWebStorage, deleteExpiredCopies, clearSyncedData, clearUserData } from './clear-seller-data.ts';
import { getSessionState, UNKNOWN_SESSION, type SessionState } from './session-state.ts';
import { SESSION_KEY } from './signed-in-attribute.ts';
import { parseStoredSession, createSessionStorage } from './stored-session.ts';
import { parseTokenClaims } from './token-claims.ts';

type AuthResponse = { data?: unknown; error: Error | null };

/** The data of a response without an error. */
type ResponseData<A> = Extract<A, { error: null }> extends { data: infer D } ? D : null;

/** Calls the auth client and returns the data of its response, or throws its error. */
export async function callAuth<A extends AuthResponse>(
  call: (client: GoTrueClient) => Promise<A>,
): Promise<ResponseData<A>> {
  const { data, error } = await call(await loadAuthClient());
  if (error) throw error;
  return data as ResponseData<A>;
}

/** Timeout of signing out when the server does not answer. */
const SIGN_OUT_TIMEOUT_MS = 3000;

/** Channel that notifies the other tabs of a sign-out. */
const SIGN_OUT_CHANNEL = 'tillwright-sign-out';

/** Timeout of the `unknown` state while an expired session waits for its new token. */
const UNKNOWN_STATE_TIMEOUT_MS = 2000;

/** The auth client refreshes a session that expires within this time. */
const REFRESH_MARGIN_MS = 90_000;

/** As often as the auth client retries a refresh. */
const SERVER_CHECK_INTERVAL_MS = 30_000;

/** Parameters of a URL that the auth client turns into a session or an error. */
const URL_RESULT = /[?#&](access_token|code|error|error_code|error_description)=/;

let client: Promise<GoTrueClient> | undefined;
let refreshTimer: ReturnType<typeof setTimeout> | undefined;
let hasStarted = false;
let state = UNKNOWN_SESSION;
/** The stored text from which `state` was read. */
let lastSeenText: string | null = null;
let signOutCount = 0;
/** User of the session that was stored when the document opened. */
let initialUserId: string | null = null;

/** Why a session ended without a sign-out in this tab: `expired` also if the server ended it. */
type SessionEnd = 'expired' | 'other-tab';
let sessionEnd: SessionEnd | null = null;
/** True after the session expired, or after the server ended it, until the next sign-in. */
export const hasSessionExpired = (): boolean => sessionEnd === 'expired';
/** Where the user signed out of the current session. */
let signedOutIn: 'this-tab' | 'other-tab' | null = null;

const listeners = new Set<() => void>();

const readSessionText = (): string | null => safeLocalStorage.read(SESSION_KEY);
const readStoredSession = (): Session | null => parseStoredSession(readSessionText());

/** Returns the user id of the stored session. Sends no request. */
export function getStoredUserId(): string | null {
  const storedSession = readStoredSession();
  return storedSession && parseTokenClaims(storedSession.access_token).userId;
}

/** The auth client of this tab, loaded and created at first use. Browser only. */
export function loadAuthClient(): Promise<GoTrueClient> {
  start();
  client ??= createClient().catch(() => {
    client = undefined;
    throw createUnreachableAuthError();
  });
  return client;
}

async function createClient(): Promise<GoTrueClient> {
  // Chromium does not repeat an import that has failed in the same document.
  if (!navigator.onLine) throw createUnreachableAuthError();
  const { AUTH_CLIENT_KEY, createAuthClient } = await import('./auth-client.ts');
  const newClient = createAuthClient({
    url: `${window.location.origin}/auth/v1`,
    key: AUTH_CLIENT_KEY,
    storage: createSessionStorage(safeLocalStorage, () => void warnNotPersisted()),
  });
  newClient.onAuthStateChange((event) => {
    if (event === 'SIGNED_OUT') removeEndedSession();
    syncState();
  });
  return newClient;
}

const isFresh = ({ expires_at: expiresAt = 0 }: Session): boolean => expiresAt * 1000 - Date.now() > REFRESH_MARGIN_MS;

/** True if the stored session needs no auth client: there is none, or it is valid for a while. */
function isStoredSessionSettled(): boolean {
  if (URL_RESULT.test(window.location.href)) return false;
  const session = readStoredSession();
  return session ? isFresh(session) : readSessionText() === null;
}

/** Loads the auth client in time to refresh the session. */
function scheduleRefresh(): void {
  clearTimeout(refreshTimer);
  const session = readStoredSession();
  if (client || !session) return;
  const delayMs = (session.expires_at ?? 0) * 1000 - Date.now() - REFRESH_MARGIN_MS;
  refreshTimer = setTimeout(() => void loadForRefresh(), delayMs);
}

/** Waits until the tab is visible and the server answers, because a laptop wakes before its network: see `createClient`. */
async function loadForRefresh(): Promise<void> {
  if (document.hidden) {
    document.addEventListener('visibilitychange', () => void loadForRefresh(), { once: true });
    return;
  }
  try {
    const { ok } = await fetch('/healthz', { cache: 'no-store' });
    if (!ok) throw createUnreachableAuthError();
    await loadAuthClient();
  } catch {
    refreshTimer = setTimeout(() => void loadForRefresh(), SERVER_CHECK_INTERVAL_MS);
  }
}

/** Reads the stored session and follows it from now on. */
function start(): void {
  if (hasStarted) return;
  hasStarted = true;
  initialUserId = getStoredUserId();
  void deleteExpiredCopies(initialUserId, Date.now());
  // The storage may be changed by hand, by the browser, or by another tab. The auth client does not report that.
  window.addEventListener('storage', ({ key }) => {
    if (state !== UNKNOWN_SESSION && (key === SESSION_KEY || key === null)) syncState();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    syncState();
    // `getUser` makes the client drop a session that the server has ended.
    if (state.user) void loadAuthClient().then((auth) => auth.getUser());
  });
  new BroadcastChannel(SIGN_OUT_CHANNEL).addEventListener('message', handleSignOutElsewhere);
  setTimeout(() => {
    if (state === UNKNOWN_SESSION) syncState();
  }, UNKNOWN_STATE_TIMEOUT_MS);
  if (isStoredSessionSettled()) syncState();
  else void loadAuthClient().catch(() => undefined);
}

/** Removes a session that was refreshed here while another tab signed out, so that it does not outlive the sign-out. */
function removeEndedSession(): void {
  const [storedSession, endedSession] = [readStoredSession(), parseStoredSession(lastSeenText)];
  if (storedSession && endedSession && getSessionId(storedSession) === getSessionId(endedSession))
    safeLocalStorage.remove(SESSION_KEY);
}

const getSessionId = (session: Session) => parseTokenClaims(session.access_token).sessionId;

/**
 * Reads the stored session, regardless of the event, because events of other tabs arrive in any order. Keeps an expired
 * session that could not be refreshed yet; the auth client tries again.
 */
function syncState(): void {
  const text = readSessionText();
  if (state !== UNKNOWN_SESSION && text === lastSeenText) return;
  const previousUser = state.user;
  const hadSession = state === UNKNOWN_SESSION ? initialUserId !== null : previousUser !== null;
  lastSeenText = text;
  state = getSessionState(parseStoredSession(text));
  scheduleRefresh();
  const { user } = state;
  if (previousUser ? previousUser.id !== user?.id : !user) void clearSyncedData();
  document.documentElement.dataset.signed = user ? 'in' : 'out';
  updateSessionEnd(user !== null, hadSession);
  for (const listener of listeners) listener();
}

function updateSessionEnd(hasSession: boolean, hadSession: boolean): void {
  if (!hasSession && hadSession && signedOutIn !== 'this-tab') sessionEnd = signedOutIn ?? 'expired';
  if (!hasSession) return;
  sessionEnd = null;
  signedOutIn = null;
}

/** The message may arrive before or after the removal of the stored session. */
function handleSignOutElsewhere(): void {
  signedOutIn ??= 'other-tab';
  if (sessionEnd === null || signedOutIn !== 'other-tab') return;
  sessionEnd = 'other-tab';
  for (const listener of listeners) listener();
}

let hasWarnedNotPersisted = false;
async function warnNotPersisted(): Promise<void> {
  if (hasWarnedNotPersisted) return;
  hasWarnedNotPersisted = true;
  const { toast } = await import('#app/components/toast.tsx');
  toast(sessionMessages.notPersisted, { persistent: true });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  start();
  return () => listeners.delete(listener);
}

/** State of the session, updated by this and other tabs. `unknown` on the server and before the client has read it. */
export function useSession(): SessionState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => UNKNOWN_SESSION,
  );
}

/** Why the session of this document ended; null after a sign-out in this tab, or if there was no session. */
export const useSessionEnd = (): SessionEnd | null =>
  useSyncExternalStore(
    subscribe,
    () => sessionEnd,
    () => null,
  );

/**
 * Loads the user with its factors and identities, and refreshes the token so that every tab follows. Throws the
 * client's error. Ends a session that the server has ended.
 */
export async function refreshUser(): Promise<void> {
  const sessionBefore = readStoredSession();
  const { error } = await (await loadAuthClient()).refreshSession();
  const sessionNow = readStoredSession();
  // Another tab may have refreshed the session first.
  if (!error || (sessionNow && sessionNow.access_token !== sessionBefore?.access_token)) return;
  if (sessionNow && !isAuthRetryableFetchError(error)) await endSessionIfRejected(sessionNow);
  throw error;
}

/** Ends the session if the server rejects the access token as well as the refresh token. */
async function endSessionIfRejected(rejectedSession: Session): Promise<void> {
  const { error } = await (await loadAuthClient()).getUser();
  const isRejected = isAuthApiError(error) && (error.status === 401 || error.status === 403);
  if (isRejected && readStoredSession()?.refresh_token === rejectedSession.refresh_token)
    safeLocalStorage.remove(SESSION_KEY);
  syncState();
}

/** Returns the access token for a request, refreshed if necessary, or null when signed out. Throws when the server is unreachable. */
export async function getAccessToken(): Promise<string | null> {
  start();
  if (!client && isStoredSessionSettled()) {
    syncState();
    return readStoredSession()?.access_token ?? null;
  }
  const { data, error } = await (await loadAuthClient()).getSession();
  if (isAuthRetryableFetchError(error)) throw error;
  syncState();
  return data.session?.access_token ?? null;
}

/** Refreshes a rejected access token. Returns true if there is a new one. Ends a session that the server has ended. */
export async function replaceRejectedToken(rejectedToken: string): Promise<boolean> {
  if (readStoredSession()?.access_token === rejectedToken) await refreshUser().catch(() => undefined);
  const storedSession = readStoredSession();
  return storedSession !== null && storedSession.access_token !== rejectedToken;
}

const waitForTimeout = () => new Promise<void>((resolve) => void setTimeout(resolve, SIGN_OUT_TIMEOUT_MS));

/** Deletes the session and all data of the signed-in user from this browser. */
export async function clearBrowserData(endSession: () => Promise<unknown> = () => Promise.resolve()): Promise<void> {
  signedOutIn = 'this-tab';
  sessionEnd = null;
  const userId = getStoredUserId();
  const cleanup = (userId === null ? Promise.resolve() : clearUserData(userId)).then(endSession);
  try {
    await Promise.race([cleanup, waitForTimeout()]);
  } finally {
    clearWebStorage();
  }
}

/** Ends the session of this browser and deletes the seller's data, even if the server does not answer. */
export async function signOut(): Promise<void> {
  signOutCount += 1;
  const channel = new BroadcastChannel(SIGN_OUT_CHANNEL);
  channel.postMessage(null);
  channel.close();
  try {
    await clearBrowserData(async () => (await loadAuthClient()).signOut({ scope: 'local' }));
  } finally {
    syncState();
  }
}

/** Path whose page shows once that the seller has signed out. */
export const SIGNED_OUT_PATH = '/?notice=signed-out';

/**
 * Path for a seller who is not signed in: the signed-out notice if they signed out while the screen was open, else
 * `entryPath`.
 */
export function useSignedOutPath(entryPath: string): string {
  const [initialSignOutCount] = useState(() => signOutCount);
  return signOutCount > initialSignOutCount ? SIGNED_OUT_PATH : entryPath;
}

/** Message for a failed request to the auth endpoints: the server's own, if it answered. */
export function getAuthErrorMessage(error: unknown): string {
  // Status 0 means that no response arrived. Any other status came from the server or a proxy in front of it.
  if (isAuthRetryableFetchError(error))
    return error.status ? sessionMessages.requestErrors.unavailable : sessionMessages.requestErrors.unreachable;
  return error instanceof Error && error.message ? error.message : sessionMessages.requestErrors.unreachable;
}
