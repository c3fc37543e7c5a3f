import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { DAY_MS, HOUR_MS } from '#domain/time-units.ts';
import { findRefreshToken } from '#server/auth/queries/sessions.ts';
import { refreshTokens, sessions } from '#server/db/schema-users.ts';

import { createAuthClients, createTestAuth, createTestAuthOnce, readError, readSession } from '../testing/test-auth.ts';

const auth = await createTestAuth();

const refreshOnce = async (token: string) => readSession(await auth.refresh(token));

async function listChildren(token: string): Promise<number> {
  const { db, secrets } = auth.context;
  const parent = await findRefreshToken(db, secrets.candidateHashes(token));
  const rows = await db
    .select()
    .from(refreshTokens)
    .where(eq(refreshTokens.parentId, parent?.id ?? ''));
  return rows.length;
}

test('each use of a refresh token returns another one of the same session', async () => {
  const first = await auth.signUp();
  const second = await refreshOnce(first.refresh_token);
  const third = await refreshOnce(second.refresh_token);
  // 256 new bits each.
  for (const session of [first, second, third]) expect(session.refresh_token).toMatch(/^[\w-]{43}$/);
  expect(new Set([first, second, third].map((session) => session.refresh_token)).size).toBe(3);
  const sessionIds = [first, third].map(({ access_token }) => {
    const [, payload = ''] = access_token.split('.');
    return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { session_id: string }).session_id;
  });
  expect(sessionIds[0]).toBe(sessionIds[1]);
});

test('stores neither a token nor a key to it unencrypted', async () => {
  const { refresh_token } = await auth.signUp();
  const rows = await auth.context.db.select().from(refreshTokens);
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(refresh_token);
});

test.for([20_000, 60_000, 8 * HOUR_MS, 6.9 * DAY_MS])(
  'a used token returns its unused child again after %i ms, since the response may have been lost',
  async (delayMs) => {
    const { refresh_token: parent } = await auth.signUp();
    const child = await refreshOnce(parent);
    auth.clock.now += delayMs;
    const repeatedChild = await refreshOnce(parent);
    expect(repeatedChild.refresh_token).toBe(child.refresh_token);
    expect(await listChildren(parent)).toBe(1);
    expect((await auth.user(repeatedChild.access_token)).status).toBe(200);
    expect((await auth.refresh(child.refresh_token)).status).toBe(200);
  },
);

test('a used token returns its used child for twenty seconds', async () => {
  const { refresh_token: parent } = await auth.signUp();
  const child = await refreshOnce(parent);
  await refreshOnce(child.refresh_token);
  auth.clock.now += 20_000;
  expect((await refreshOnce(parent)).refresh_token).toBe(child.refresh_token);
});

test('reusing a token later, after its child was used, ends the session', async () => {
  const { refresh_token: parent } = await auth.signUp();
  const child = await refreshOnce(parent);
  await refreshOnce(child.refresh_token);
  auth.clock.now += 20_001;
  expect(await readError(await auth.refresh(parent))).toBe('400 refresh_token_already_used');
  expect(await readError(await auth.refresh(child.refresh_token))).toBe('400 session_expired');
  expect(await readError(await auth.user(child.access_token))).toBe('403 session_not_found');
});

test('reusing an ancestor ends the session of its latest descendant', async () => {
  const { refresh_token: firstChild } = await auth.signUp();
  let lastChild = await refreshOnce(firstChild);
  for (let lastUse = 0; lastUse < 3; lastUse += 1) {
    auth.clock.now += 600_000;
    lastChild = await refreshOnce(lastChild.refresh_token);
  }
  expect(await readError(await auth.refresh(firstChild))).toBe('400 refresh_token_already_used');
  expect(await readError(await auth.refresh(lastChild.refresh_token))).toBe('400 session_expired');
});

test("ending a session for reuse keeps the user's other sessions", async () => {
  const { refresh_token: parent, user } = await auth.signUp();
  const otherSession = await readSession(await auth.signIn(user.email));
  await refreshOnce((await refreshOnce(parent)).refresh_token);
  auth.clock.now += 60_000;
  expect(await readError(await auth.refresh(parent))).toBe('400 refresh_token_already_used');
  expect((await auth.user(otherSession.access_token)).status).toBe(200);
});

test('five tabs that refresh at once get one child', async () => {
  const { refresh_token: parent } = await auth.signUp();
  const responses = await Promise.all(Array.from({ length: 5 }, () => refreshOnce(parent)));
  expect(new Set(responses.map((session) => session.refresh_token)).size).toBe(1);
  expect(await listChildren(parent)).toBe(1);
});

test('two processes that refresh at once return one child', async () => {
  const second = createAuthClients(auth.createContext(auth.openSecondHandle()));
  const { refresh_token: parent } = await auth.signUp();
  const responses = await Promise.all([0, 1, 2, 3, 4, 5].map((tab) => (tab % 2 ? second : auth).refresh(parent)));
  const tokens = await Promise.all(responses.map(async (response) => (await readSession(response)).refresh_token));
  expect(new Set(tokens).size).toBe(1);
  expect(await listChildren(parent)).toBe(1);
});

test('a session stores the IP address and user agent of its last use', async () => {
  const { refresh_token, user } = await auth.signUp();
  const body = JSON.stringify({ refresh_token });
  const headers = { 'content-type': 'application/json', 'user-agent': 'Lynx' };
  await readSession(await auth.send('POST', 'token?grant_type=refresh_token', { body, headers }));
  const [row] = await auth.context.db.select().from(sessions).where(eq(sessions.userId, user.id));
  expect(row).toMatchObject({ address: 'unknown', userAgent: 'Lynx' });
});

test('an unknown token is not found', async () => {
  for (const token of ['x', '', 'a'.repeat(43)]) {
    const expected = token ? '400 refresh_token_not_found' : '400 validation_failed';
    expect(await readError(await auth.refresh(token))).toBe(expected);
  }
});

test('a session that is unused for seven days expires', async () => {
  const { refresh_token } = await auth.signUp();
  auth.clock.now += 7 * DAY_MS;
  const nextToken = await refreshOnce(refresh_token);
  auth.clock.now += 7 * DAY_MS + 1;
  expect(await readError(await auth.refresh(nextToken.refresh_token))).toBe('400 session_expired');
});

test('a session that is used daily expires after thirty days', async () => {
  let session = await auth.signUp();
  for (let day = 0; day < 30; day += 1) {
    auth.clock.now += DAY_MS;
    session = await refreshOnce(session.refresh_token);
  }
  auth.clock.now += 1;
  expect(await readError(await auth.refresh(session.refresh_token))).toBe('400 session_expired');
  expect(await readError(await auth.user(session.access_token))).toBe('403 session_not_found');
});

test('answers a refresh with a retryable error while the database is unavailable', async () => {
  const brokenAuth = await createTestAuthOnce();
  const { refresh_token } = await brokenAuth.signUp();
  await brokenAuth.close();
  const response = await brokenAuth.refresh(refresh_token);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await readError(response)).toBe('503 unexpected_failure');
});
