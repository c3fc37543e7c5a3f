import type { Session, SupportedStorage, User } from '@supabase/auth-js';

import type { SafeStorage } from '#app/ui/safe-storage.ts';

import { SESSION_KEY } from './session-mark.ts';

/** Many times what a session needs; more is not read at all. */
const LONGEST = 200_000;
const TOKEN = /^[\w-]{1,8000}\.[\w-]{1,8000}\.[\w-]{1,8000}$/;

/** What the client takes for a session of no worth: it removes it, and tells everybody. */
const NO_SESSION = '{}';

export type KeptSession = Omit<Session, 'user'> & { user?: User };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTextOrNone = (value: unknown): boolean => value === undefined || typeof value === 'string';
const areRecordsOrNone = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.every(isRecord));

const isUser = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value.id === 'string' &&
  [value.email, value.new_email, value.phone].every(isTextOrNone) &&
  [value.factors, value.identities].every(areRecordsOrNone) &&
  isRecord(value.user_metadata ?? {}) &&
  isRecord(value.app_metadata ?? {});

const isSession = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) &&
  typeof value.access_token === 'string' &&
  TOKEN.test(value.access_token) &&
  typeof value.refresh_token === 'string' &&
  /^\S{1,512}$/.test(value.refresh_token) &&
  typeof value.expires_at === 'number' &&
  value.expires_at > 0;

/**
 * The session that a stored text holds: one with an access token, a refresh token and an expiry. Anybody may have
 * written there: a user in another shape is left out, and asked for again.
 */
export function keptSessionFrom(text: string | null): KeptSession | null {
  if (text === null || text.length > LONGEST) return null;
  const read = parsed(text);
  if (!isSession(read)) return null;
  const { user, ...session } = read;
  return { ...session, ...(isUser(user) ? { user } : {}) } as KeptSession;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value));
  } catch {
    return null;
  }
}

/** Where the auth client keeps what it keeps. `onUnkept` is told when its session will be gone with this document. */
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
