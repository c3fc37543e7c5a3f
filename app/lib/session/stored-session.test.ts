import { expect, test } from 'vitest';

import { createSafeStorage } from '#app/components/utils/safe-storage.ts';

import { AUTH_CLIENT_KEY, createAuthClient } from './auth-client.ts';
import { SESSION_KEY } from './signed-in-attribute.ts';
import { parseStoredSession, createSessionStorage } from './stored-session.ts';

const getExpiryInTenMinutes = () => Math.floor(Date.now() / 1000) + 600;
const createToken = (claims: object): string =>
  ['e30', Buffer.from(JSON.stringify(claims)).toString('base64url'), 'sig'].join('.');
const TOKEN = createToken({ sub: 'u1', email: 'töpfer@shop.example' });
const createSession = () => ({
  access_token: TOKEN,
  refresh_token: 'r1',
  expires_at: getExpiryInTenMinutes(),
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
function createBrowser(text: string | null) {
  const entries = new Map<string, string>();
  if (text !== null) entries.set(SESSION_KEY, text);
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  } as Storage;
  const client = createAuthClient({
    url: 'http://shop.example/auth/v1',
    key: AUTH_CLIENT_KEY,
    storage: createSessionStorage(
      createSafeStorage(() => storage),
      () => undefined,
    ),
    fetch: async () => Response.json({ ...createSession(), expires_at: undefined }),
  });
  return { client, entries };
}

async function loadSession(text: string | null) {
  const { client, entries } = createBrowser(text);
  const events: string[] = [];
  const { data } = await client.getSession();
  client.onAuthStateChange((event) => events.push(event));
  await client.initialize();
  await client.stopAutoRefresh();
  return { session: data.session, remainingText: entries.get(SESSION_KEY) ?? null, events };
}

test('accepts a stored session with its user unchanged', async () => {
  const stored = createSession();
  const { session, remainingText } = await loadSession(JSON.stringify(stored));
  expect(session).toMatchObject(stored);
  expect(remainingText).toBe(JSON.stringify(stored));
});

test('stores the session together with its user after a sign-in', async () => {
  const { client, entries } = createBrowser(null);
  await client.signInWithPassword({ email: 'a@shop.example', password: 'x' });
  await client.stopAutoRefresh();
  const stored = JSON.parse(entries.get(SESSION_KEY) ?? '{}') as object;
  expect(stored).toMatchObject({ access_token: TOKEN, refresh_token: 'r1', user: createSession().user });
  expect(stored).toHaveProperty('expires_at');
});

const sessionWithout = (key: string) => JSON.stringify({ ...createSession(), [key]: undefined });
const sessionWith = (overrides: object) => JSON.stringify({ ...createSession(), ...overrides });

const INVALID_SESSIONS: [string, string][] = [
  ['without an access token', sessionWithout('access_token')],
  ['without a refresh token', sessionWithout('refresh_token')],
  ['without an expiry', sessionWithout('expires_at')],
  ['without a user', sessionWithout('user')],
  ['with another user than its token names', sessionWith({ user: { id: 'u2', factors: 'all' } })],
  ['with an empty token', sessionWith({ access_token: '' })],
  ['with a token that is none', sessionWith({ access_token: 'let me in' })],
  ['with a token that names nobody', sessionWith({ access_token: 'e30.e30.sig' })],
  ['with a token that is a list', sessionWith({ access_token: [TOKEN] })],
  ['with an empty refresh token', sessionWith({ refresh_token: ' ' })],
  ['with a refresh token that is a number', sessionWith({ refresh_token: 7 })],
  ['with an expiry in words', sessionWith({ expires_at: 'tomorrow' })],
  ['with an expiry that is none', sessionWith({ expires_at: null })],
  ['with an expiry before all time', sessionWith({ expires_at: -1 })],
  ['of an older version', JSON.stringify({ currentSession: createSession(), expiresAt: getExpiryInTenMinutes() })],
  ['that is a list', JSON.stringify([createSession()])],
  ['that is a word', '"session"'],
  ['that is a number', '12'],
  ['that is null', 'null'],
  ['that is empty', '{}'],
  ['that is cut off', JSON.stringify(createSession()).slice(0, -9)],
  ['that is no JSON', 'access_token=a; refresh_token=b'],
  ['that is two million characters long', sessionWith({ user: { id: 'u1', email: 'x'.repeat(2_000_000) } })],
  ['with tokens inherited from a prototype', `{"__proto__":${JSON.stringify(createSession())}}`],
];

test.each(INVALID_SESSIONS)('ignores a stored session %s', async (_description, text) => {
  const { session, events } = await loadSession(text);
  expect(session).toBeNull();
  expect(parseStoredSession(text)).toBeNull();
  expect(events.filter((event) => event !== 'SIGNED_OUT')).toEqual(['INITIAL_SESSION']);
});

test.each(INVALID_SESSIONS.filter(([description]) => description !== 'that is null'))(
  'removes a stored session %s',
  async (_description, text) => {
    expect((await loadSession(text)).remainingText).toBeNull();
  },
);

test('ignores keys of a prototype', async () => {
  const text = JSON.stringify(createSession()).replace('{', '{"__proto__":{"isAdmin":true},');
  const { session } = await loadSession(text);
  expect(session?.user.id).toBe('u1');
  expect(session).not.toHaveProperty('isAdmin');
  expect({}).not.toHaveProperty('isAdmin');
});

test('ends a session that becomes unreadable while the page is open', async () => {
  const { client, entries } = createBrowser(JSON.stringify(createSession()));
  await client.getSession();
  const events: string[] = [];
  client.onAuthStateChange((event) => events.push(event));
  await client.getSession();
  entries.set(SESSION_KEY, '{"access_token":"');
  expect((await client.getSession()).data.session).toBeNull();
  await client.stopAutoRefresh();
  expect(events).toContain('SIGNED_OUT');
  expect(entries.has(SESSION_KEY)).toBe(false);
});

test('keeps the session in memory and warns once when nothing can be stored', async () => {
  let warningCount = 0;
  const store = createSafeStorage(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  const client = createAuthClient({
    url: 'http://shop.example/auth/v1',
    key: AUTH_CLIENT_KEY,
    storage: createSessionStorage(store, () => (warningCount += 1)),
    fetch: async () => Response.json({ ...createSession(), expires_at: undefined }),
  });
  const { error } = await client.signInWithPassword({ email: 'a@shop.example', password: 'x' });
  expect(error).toBeNull();
  expect((await client.getSession()).data.session?.refresh_token).toBe('r1');
  expect(warningCount).toBe(1);
  await client.signOut({ scope: 'local' });
  expect((await client.getSession()).data.session).toBeNull();
  await client.stopAutoRefresh();
});
