import { expect, test } from 'vitest';

import { openSafeStorage } from '#app/ui/safe-storage.ts';

import { CLIENT_KEY, openAuthClient } from './auth-client.ts';
import { keptSessionFrom, sessionStorageOf } from './kept-session.ts';
import { SESSION_KEY } from './session-mark.ts';

const inTenMinutes = () => Math.floor(Date.now() / 1000) + 600;
const tokenOf = (claims: object): string =>
  ['e30', Buffer.from(JSON.stringify(claims)).toString('base64url'), 'sig'].join('.');
const TOKEN = tokenOf({ sub: 'u1', email: 'töpfer@shop.example' });
const session = () => ({
  access_token: TOKEN,
  refresh_token: 'r1',
  expires_at: inTenMinutes(),
  expires_in: 600,
  token_type: 'bearer',
  user: {
    id: 'u1',
    email: 'a@shop.example',
    phone: '+15550100',
    factors: [],
    identities: [],
    user_metadata: {},
    created_at: '2026-01-01T00:00:00Z',
  },
});
/** Creates a browser with this text in local storage, and a server that knows the session's user. */
function browserWith(text: string | null) {
  const kept = new Map<string, string>();
  if (text !== null) kept.set(SESSION_KEY, text);
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage;
  const client = openAuthClient({
    url: 'http://shop.example/auth/v1',
    key: CLIENT_KEY,
    storage: sessionStorageOf(
      openSafeStorage(() => storage),
      () => undefined,
    ),
    fetch: async () => Response.json({ ...session(), expires_at: undefined }),
  });
  return { client, kept };
}

async function lookedAt(text: string | null) {
  const { client, kept } = browserWith(text);
  const events: string[] = [];
  const { data } = await client.getSession();
  client.onAuthStateChange((event) => events.push(event));
  await client.initialize();
  await client.stopAutoRefresh();
  return { session: data.session, left: kept.get(SESSION_KEY) ?? null, events };
}

test('accepts a stored session with its user unchanged', async () => {
  const stored = session();
  const { session: taken, left } = await lookedAt(JSON.stringify(stored));
  expect(taken).toMatchObject(stored);
  expect(left).toBe(JSON.stringify(stored));
});

test('stores the session together with its user after a sign-in', async () => {
  const { client, kept } = browserWith(null);
  await client.signInWithPassword({ email: 'a@shop.example', password: 'x' });
  await client.stopAutoRefresh();
  const stored = JSON.parse(kept.get(SESSION_KEY) ?? '{}') as object;
  expect(stored).toMatchObject({ access_token: TOKEN, refresh_token: 'r1', user: session().user });
  expect(stored).toHaveProperty('expires_at');
});

const without = (key: string) => JSON.stringify({ ...session(), [key]: undefined });
const withOdd = (odd: object) => JSON.stringify({ ...session(), ...odd });

const NO_SESSIONS: [string, string][] = [
  ['without an access token', without('access_token')],
  ['without a refresh token', without('refresh_token')],
  ['without an expiry', without('expires_at')],
  ['without a user', without('user')],
  ['with another user than its token names', withOdd({ user: { id: 'u2', factors: 'all' } })],
  ['with an empty token', withOdd({ access_token: '' })],
  ['with a token that is none', withOdd({ access_token: 'let me in' })],
  ['with a token that names nobody', withOdd({ access_token: 'e30.e30.sig' })],
  ['with a token that is a list', withOdd({ access_token: [TOKEN] })],
  ['with an empty refresh token', withOdd({ refresh_token: ' ' })],
  ['with a refresh token that is a number', withOdd({ refresh_token: 7 })],
  ['with an expiry in words', withOdd({ expires_at: 'tomorrow' })],
  ['with an expiry that is none', withOdd({ expires_at: null })],
  ['with an expiry before all time', withOdd({ expires_at: -1 })],
  ['of an older version', JSON.stringify({ currentSession: session(), expiresAt: inTenMinutes() })],
  ['that is a list', JSON.stringify([session()])],
  ['that is a word', '"session"'],
  ['that is a number', '12'],
  ['that is null', 'null'],
  ['that is empty', '{}'],
  ['that is cut off', JSON.stringify(session()).slice(0, -9)],
  ['that is no JSON', 'access_token=a; refresh_token=b'],
  ['that is two million characters long', withOdd({ user: { id: 'u1', email: 'x'.repeat(2_000_000) } })],
  ['with tokens inherited from a prototype', `{"__proto__":${JSON.stringify(session())}}`],
];

test.each(NO_SESSIONS)('ignores a stored session %s', async (_what, text) => {
  const { session: taken, events } = await lookedAt(text);
  expect(taken).toBeNull();
  expect(keptSessionFrom(text)).toBeNull();
  expect(events.filter((event) => event !== 'SIGNED_OUT')).toEqual(['INITIAL_SESSION']);
});

test.each(NO_SESSIONS.filter(([what]) => what !== 'that is null'))(
  'removes a stored session %s',
  async (_what, text) => {
    expect((await lookedAt(text)).left).toBeNull();
  },
);

test('ignores keys of a prototype', async () => {
  const text = JSON.stringify(session()).replace('{', '{"__proto__":{"isAdmin":true},');
  const { session: taken } = await lookedAt(text);
  expect(taken?.user.id).toBe('u1');
  expect(taken).not.toHaveProperty('isAdmin');
  expect({}).not.toHaveProperty('isAdmin');
});

test('ends a session that becomes unreadable while the page is open', async () => {
  const { client, kept } = browserWith(JSON.stringify(session()));
  await client.getSession();
  const events: string[] = [];
  client.onAuthStateChange((event) => events.push(event));
  await client.getSession();
  kept.set(SESSION_KEY, '{"access_token":"');
  expect((await client.getSession()).data.session).toBeNull();
  await client.stopAutoRefresh();
  expect(events).toContain('SIGNED_OUT');
  expect(kept.has(SESSION_KEY)).toBe(false);
});

test('keeps the session in memory and warns once when nothing can be stored', async () => {
  let told = 0;
  const store = openSafeStorage(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  const client = openAuthClient({
    url: 'http://shop.example/auth/v1',
    key: CLIENT_KEY,
    storage: sessionStorageOf(store, () => (told += 1)),
    fetch: async () => Response.json({ ...session(), expires_at: undefined }),
  });
  const { error } = await client.signInWithPassword({ email: 'a@shop.example', password: 'x' });
  expect(error).toBeNull();
  expect((await client.getSession()).data.session?.refresh_token).toBe('r1');
  expect(told).toBe(1);
  await client.signOut({ scope: 'local' });
  expect((await client.getSession()).data.session).toBeNull();
  await client.stopAutoRefresh();
});
