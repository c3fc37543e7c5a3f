import { AuthClient, type GoTrueClient, type SupportedStorage } from '@supabase/auth-js';

import { SESSION_KEY } from './signed-in-attribute.ts';

/** Identifies this client to the auth endpoints. Not a secret: the server does not trust it. */
export const AUTH_CLIENT_KEY = 'tillwright-browser';

type AuthClientOptions = { url: string; key: string; storage?: SupportedStorage; fetch?: typeof fetch };

const AUTH_REQUEST_TIMEOUT_MS = 15_000;

const fetchWithTimeout: typeof fetch = (input, init) =>
  fetch(input, { ...init, signal: AbortSignal.timeout(AUTH_REQUEST_TIMEOUT_MS) });

/** Creates the auth client with all options that the app needs. Throws "An API key is required" without a key. */
export function createAuthClient({ url, key, ...clientOptions }: AuthClientOptions): GoTrueClient {
  if (!key.trim()) throw new Error('An API key is required');
  return new AuthClient({
    fetch: fetchWithTimeout,
    ...clientOptions,
    url,
    headers: { apikey: key },
    storageKey: SESSION_KEY,
    flowType: 'pkce',
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: true,
    experimental: { recoveryCodes: true },
  });
}
