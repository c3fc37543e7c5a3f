import type { User } from '@supabase/auth-js';

import { SESSION_KEY } from '#app/lib/session/signed-in-attribute.ts';

const HOUR_S = 3600;

const base64Url = (value: unknown): string =>
  btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** A user with a confirmed email address and a password. */
export const createTestUser = (overrides: Partial<User> = {}): User => ({
  id: '7a0c2f5e-58c1-4b0a-9c1d-3f4a5b6c7d8e',
  aud: 'authenticated',
  role: 'authenticated',
  email: 'marlow@example.com',
  email_confirmed_at: '2026-01-05T09:00:00Z',
  app_metadata: { provider: 'email', providers: ['email'] },
  user_metadata: {},
  identities: [],
  factors: [],
  created_at: '2026-01-05T09:00:00Z',
  ...overrides,
});

/** Overrides of access token claims: `aal2` after the second factor, or another session id. */
export type TestClaims = { aal?: 'aal1' | 'aal2'; session_id?: string; exp?: number };

/** Session that the auth server returns on a sign-in. The app never verifies the token's signature. */
export function createSession(user: User, overrides: TestClaims = {}) {
  const expiresAt = Math.floor(Date.now() / 1000) + HOUR_S;
  const claims = {
    sub: user.id,
    email: user.email,
    session_id: crypto.randomUUID(),
    aal: 'aal1',
    second_step: user.factors?.some(({ status }) => status === 'verified') ?? false,
    exp: expiresAt,
    ...overrides,
  };
  return {
    access_token: `${base64Url({ alg: 'HS256', typ: 'JWT' })}.${base64Url(claims)}.signature`,
    refresh_token: 'refresh-token',
    token_type: 'bearer',
    expires_in: HOUR_S,
    expires_at: claims.exp,
    user,
  };
}

/** Stores a session in this browser, as a sign-in does. */
export function storeSession(user: User = createTestUser(), claims: TestClaims = {}): void {
  localStorage.setItem(SESSION_KEY, JSON.stringify(createSession(user, claims)));
}
