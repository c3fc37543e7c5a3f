import type { Session, SupportedStorage } from '@supabase/auth-js';

import type { SafeStorage } from '#app/ui/safe-storage.ts';

import type { KnownUser } from './known-user.ts';
import { SESSION_KEY } from './session-mark.ts';
import { claimsOf } from './token-claims.ts';

/** Many times what a session needs; more is not read at all. */
const LONGEST = 200_000;
const TOKEN = /^[\w-]{1,8000}\.[\w-]{1,8000}\.[\w-]{1,8000}$/;

/** What the client takes for a session of no worth: it removes it, and tells everybody. */
const NO_SESSION = '{}';

export type KeptSession = Omit<Session, 'user'>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSession = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) &&
  typeof value.access_token === 'string' &&
  TOKEN.test(value.access_token) &&
  claimsOf(value.access_token).userId !== null &&
  typeof value.refresh_token === 'string' &&
  /^\S{1,512}$/.test(value.refresh_token) &&
  typeof value.expires_at === 'number' &&
  value.expires_at > 0;

/**
 * The session that a stored text holds: one with an access token that names its user, a refresh token and an expiry.
 * Anybody may have written there: who it is, the token says or the doors are asked.
 */
export function keptSessionFrom(text: string | null): KeptSession | null {
  if (text === null || text.length > LONGEST) return null;
  const read = parsed(text);
  if (!isSession(read)) return null;
  const { user: _, ...session } = read;
  return session as KeptSession;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value));
  } catch {
    return null;
  }
}

function withoutUser(text: string): string {
  const read = parsed(text);
  if (!isRecord(read) || !('user' in read)) return text;
  const { user: _, ...session } = read;
  return JSON.stringify(session);
}

/** Takes the user out of a session that an earlier visit stored. */
export function stripStored(store: SafeStorage): void {
  const text = store.read(SESSION_KEY);
  if (text === null) return;
  const stripped = withoutUser(text);
  if (stripped !== text) store.write(SESSION_KEY, stripped);
}

/**
 * Where the auth client keeps what it keeps: its session without the user, who is only remembered. `onUnkept` is told
 * when the session will be gone with this document.
 */
export const sessionStorageOf = (
  store: SafeStorage,
  known: KnownUser,
  onUnkept: () => void,
): SupportedStorage => ({
  getItem(key) {
    const text = store.read(key);
    if (key !== SESSION_KEY || text === null) return text;
    const session = keptSessionFrom(text);
    return session ? JSON.stringify({ ...session, user: known.of(session.access_token) }) : NO_SESSION;
  },
  setItem(key, text) {
    if (key !== SESSION_KEY) return void store.write(key, text);
    known.learn((parsed(text) as Session | null)?.user);
    if (!store.write(key, withoutUser(text))) onUnkept();
  },
  removeItem: (key) => store.remove(key),
});
