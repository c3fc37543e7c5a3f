import { randomUUID } from 'node:crypto';

import { AuthClient, type GoTrueClient, type SupportedStorage } from '@supabase/auth-js';
import { onTestFinished } from 'vitest';

import { APP_URL, createEmail, PASSWORD, type createTestAuth } from './test-auth.ts';

type AuthTransport = Pick<Awaited<ReturnType<typeof createTestAuth>>, 'send'>;
type StoredTokens = { access_token: string; refresh_token: string; expires_at: number };
type RequestInterceptor = (path: string, respond: () => Promise<Response>) => Promise<Response>;

const AUTH_URL = `${APP_URL}/auth/v1/`;

/** A browser with one client per tab. The tabs share storage and transport. */
export function openBrowser(auth: AuthTransport) {
  const storage = new Map<string, string>();
  const storageKey = randomUUID();
  /** All requests in order, such as 'POST token?grant_type=refresh_token'. */
  const requests: string[] = [];
  const transport: { intercept: RequestInterceptor } = { intercept: (_path, respond) => respond() };

  const interceptedFetch: typeof fetch = (input, init) => {
    const { method, url } = new Request(input, init);
    const path = url.slice(AUTH_URL.length);
    requests.push(`${method} ${path}`);
    return transport.intercept(path, () => auth.send(method, path, init));
  };
  const tab = (options: { ticking?: boolean } = {}): GoTrueClient => {
    const client = new AuthClient({
      url: AUTH_URL.slice(0, -1),
      storageKey,
      flowType: 'pkce',
      autoRefreshToken: options.ticking ?? false,
      detectSessionInUrl: false,
      storage: createStorage(storage),
      fetch: interceptedFetch,
    });
    onTestFinished(() => client.dispose());
    return client;
  };
  const stored = (): StoredTokens | null => JSON.parse(storage.get(storageKey) ?? 'null') as StoredTokens | null;
  return {
    requests,
    refreshes: () => requests.filter((line) => line.includes('grant_type=refresh_token')).length,
    transport,
    tab,
    stored,
    /** Makes the stored access token expire in the given number of seconds; negative: it has expired. */
    endIn(seconds: number) {
      const expires_at = Math.floor(Date.now() / 1000) + seconds;
      storage.set(storageKey, JSON.stringify({ ...stored(), expires_at }));
    },
  };
}

const createStorage = (items: Map<string, string>): SupportedStorage => ({
  getItem: (key) => items.get(key) ?? null,
  setItem: (key, text) => void items.set(key, text),
  removeItem: (key) => void items.delete(key),
});

/** A browser in which a new user is signed in. */
export async function signedInBrowser(auth: AuthTransport) {
  const browser = openBrowser(auth);
  const client = browser.tab();
  const email = createEmail();
  const { data, error } = await client.signUp({ email, password: PASSWORD });
  if (error || !data.session) throw new Error('not signed up', { cause: error });
  return { ...browser, client, email, session: data.session };
}

/** The auth events of a client, from its first one on. */
export async function collectEvents(client: GoTrueClient): Promise<string[]> {
  const events: string[] = [];
  await new Promise<void>((resolve) => {
    client.onAuthStateChange((event) => {
      events.push(event);
      resolve();
    });
  });
  return events;
}

/** An error response in GoTrue's shape, as a proxy in front of the server might send it. */
export const createErrorResponse = (status: number, code = 'anything'): Response =>
  Response.json({ code, msg: 'No.' }, { status, headers: { 'x-supabase-api-version': '2024-01-01' } });

/** A promise that the test resolves. */
export function createGate() {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  return { opened, open };
}
