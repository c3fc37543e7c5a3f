import { AuthClient, type GoTrueClient, type SupportedStorage } from '@supabase/auth-js';

import { SESSION_KEY } from './session-mark.ts';

/** Identifies this client to the auth endpoints. Not a secret: the server does not trust it. */
export const CLIENT_KEY = 'tillwright-browser';

type Options = { url: string; key: string; storage?: SupportedStorage; fetch?: typeof fetch };

/** Timeout of a request to the auth endpoints. */
const LONGEST_ANSWER_MS = 15_000;

const impatientFetch: typeof fetch = (input, init) =>
  fetch(input, { ...init, signal: AbortSignal.timeout(LONGEST_ANSWER_MS) });

/** Creates the auth client with all options that the app needs. Throws "An API key is required" without a key. */
export function openAuthClient({ url, key, ...given }: Options): GoTrueClient {
  if (!key.trim()) throw new Error('An API key is required');
  return new AuthClient({
    fetch: impatientFetch,
    ...given,
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
