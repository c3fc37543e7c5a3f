import { randomUUID } from 'node:crypto';

import { AuthClient, type GoTrueClient, type SupportedStorage } from '@supabase/auth-js';
import { onTestFinished } from 'vitest';

import { APP_URL, newEmail, PASSWORD, type openDoors } from './auth-testing.ts';

type Doors = Pick<Awaited<ReturnType<typeof openDoors>>, 'send'>;
type Kept = { access_token: string; refresh_token: string; expires_at: number };
type Way = (path: string, answer: () => Promise<Response>) => Promise<Response>;

const DOORS = `${APP_URL}/auth/v1/`;

/** A browser with one client per tab. The tabs share storage and transport. */
export function openBrowser(doors: Doors) {
  const kept = new Map<string, string>();
  const storageKey = randomUUID();
  /** All requests in order, such as 'POST token?grant_type=refresh_token'. */
  const asked: string[] = [];
  const way: { between: Way } = { between: (_path, answer) => answer() };

  const fetchIn: typeof fetch = (input, init) => {
    const { method, url } = new Request(input, init);
    const path = url.slice(DOORS.length);
    asked.push(`${method} ${path}`);
    return way.between(path, () => doors.send(method, path, init));
  };
  const tab = (options: { ticking?: boolean } = {}): GoTrueClient => {
    const client = new AuthClient({
      url: DOORS.slice(0, -1),
      storageKey,
      flowType: 'pkce',
      autoRefreshToken: options.ticking ?? false,
      detectSessionInUrl: false,
      storage: storageOver(kept),
      fetch: fetchIn,
    });
    onTestFinished(() => client.dispose());
    return client;
  };
  const stored = (): Kept | null => JSON.parse(kept.get(storageKey) ?? 'null') as Kept | null;
  return {
    asked,
    refreshes: () => asked.filter((line) => line.includes('grant_type=refresh_token')).length,
    way,
    tab,
    stored,
    /** Makes the stored access token expire in the given number of seconds; negative: it has expired. */
    endIn(seconds: number) {
      const expires_at = Math.floor(Date.now() / 1000) + seconds;
      kept.set(storageKey, JSON.stringify({ ...stored(), expires_at }));
    },
  };
}

const storageOver = (kept: Map<string, string>): SupportedStorage => ({
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, text) => void kept.set(key, text),
  removeItem: (key) => void kept.delete(key),
});

/** A browser in which a new user is signed in. */
export async function signedInBrowser(doors: Doors) {
  const browser = openBrowser(doors);
  const client = browser.tab();
  const email = newEmail();
  const { data, error } = await client.signUp({ email, password: PASSWORD });
  if (error || !data.session) throw new Error('not signed up', { cause: error });
  return { ...browser, client, email, session: data.session };
}

/** The auth events of a client, from its first one on. */
export async function eventsOf(client: GoTrueClient): Promise<string[]> {
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
export const refusalOf = (status: number, code = 'anything'): Response =>
  Response.json({ code, msg: 'No.' }, { status, headers: { 'x-supabase-api-version': '2024-01-01' } });

/** A promise that the test resolves. */
export function gate() {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  return { opened, open };
}
