import { AuthClient, type GoTrueClient, type SupportedStorage } from '@supabase/auth-js';

import { SESSION_KEY } from './session-mark.ts';

/** Tells the doors which client speaks. No secret: they neither need nor trust it. */
export const CLIENT_KEY = 'tillwright-browser';

type Options = { url: string; key: string; storage?: SupportedStorage; fetch?: typeof fetch };

/** How long a request to the identity endpoints may take. */
const LONGEST_ANSWER_MS = 15_000;

const impatientFetch: typeof fetch = (input, init) =>
  fetch(input, { ...init, signal: AbortSignal.timeout(LONGEST_ANSWER_MS) });

/** The auth client with all that we ask of it. Throws 'An API key is required' without its key. */
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
