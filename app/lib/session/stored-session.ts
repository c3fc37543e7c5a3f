import type { Session, SupportedStorage } from '@supabase/auth-js';

import type { SafeStorage } from '#app/components/utils/safe-storage.ts';
import { isRecord } from '#domain/is-record.ts';

import { SESSION_KEY } from './signed-in-attribute.ts';
import { parseTokenClaims } from './token-claims.ts';

/** Far above the size of a session. Longer texts are not parsed. */
const MAX_SESSION_LENGTH = 200_000;
const JWT_PATTERN = /^[\w-]{1,8000}\.[\w-]{1,8000}\.[\w-]{1,8000}$/;

/** A text that the auth client treats as an invalid session: it removes the text and emits SIGNED_OUT. */
const INVALID_SESSION = '{}';

/** True for the user that the token names. A stored session with another user is invalid. */
const isTokenUser = (value: unknown, token: string): boolean => {
  const { userId } = parseTokenClaims(token);
  return isRecord(value) && userId !== null && value.id === userId;
};

const isSession = (value: unknown): value is Session =>
  isRecord(value) &&
  typeof value.access_token === 'string' &&
  JWT_PATTERN.test(value.access_token) &&
  isTokenUser(value.user, value.access_token) &&
  typeof value.refresh_token === 'string' &&
  /^\S{1,512}$/.test(value.refresh_token) &&
  typeof value.expires_at === 'number' &&
  value.expires_at > 0;

/**
 * Parses and validates a stored session: access token, its user, refresh token and expiry. The text is not trusted,
 * because anyone with access to the browser may have written it.
 */
export function parseStoredSession(text: string | null): Session | null {
  if (text === null || text.length > MAX_SESSION_LENGTH) return null;
  const value = parseJson(text);
  return isSession(value) ? value : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value));
  } catch {
    return null;
  }
}

/** Storage of the auth client. Calls `onNotPersisted` when the session will be lost with this document. */
export const createSessionStorage = (store: SafeStorage, onNotPersisted: () => void): SupportedStorage => ({
  getItem(key) {
    const text = store.read(key);
    if (key !== SESSION_KEY || text === null) return text;
    const session = parseStoredSession(text);
    return session ? JSON.stringify(session) : INVALID_SESSION;
  },
  setItem(key, text) {
    if (!store.write(key, text) && key === SESSION_KEY) onNotPersisted();
  },
  removeItem: (key) => store.remove(key),
});
