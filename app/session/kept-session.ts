import type { Session, SupportedStorage } from '@supabase/auth-js';

import type { SafeStorage } from '#app/ui/safe-storage.ts';

import { SESSION_KEY } from './session-mark.ts';
import { claimsOf } from './token-claims.ts';

/** Many times what a session needs; more is not read at all. */
const LONGEST = 200_000;
const TOKEN = /^[\w-]{1,8000}\.[\w-]{1,8000}\.[\w-]{1,8000}$/;

/** What the client takes for a session of no worth: it removes it, and tells everybody. */
const NO_SESSION = '{}';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The user that the token names; anything else stored beside it is no session of ours. */
const isUserOf = (value: unknown, token: string): boolean => {
  const { userId } = claimsOf(token);
  return isRecord(value) && userId !== null && value.id === userId;
};

const isSession = (value: unknown): value is Session =>
  isRecord(value) &&
  typeof value.access_token === 'string' &&
  TOKEN.test(value.access_token) &&
  isUserOf(value.user, value.access_token) &&
  typeof value.refresh_token === 'string' &&
  /^\S{1,512}$/.test(value.refresh_token) &&
  typeof value.expires_at === 'number' &&
  value.expires_at > 0;

/**
 * The session that a stored text holds: an access token, the user whom it names, a refresh token and an expiry. Anyone
 * with access to the browser may have written there.
 */
export function keptSessionFrom(text: string | null): Session | null {
  if (text === null || text.length > LONGEST) return null;
  const read = parsed(text);
  return isSession(read) ? read : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value));
  } catch {
    return null;
  }
}

/** Where the auth client stores its session. `onUnkept` is called when the session will be gone with this document. */
export const sessionStorageOf = (store: SafeStorage, onUnkept: () => void): SupportedStorage => ({
  getItem(key) {
    const text = store.read(key);
    if (key !== SESSION_KEY || text === null) return text;
    const session = keptSessionFrom(text);
    return session ? JSON.stringify(session) : NO_SESSION;
  },
  setItem(key, text) {
    if (!store.write(key, text) && key === SESSION_KEY) onUnkept();
  },
  removeItem: (key) => store.remove(key),
});
