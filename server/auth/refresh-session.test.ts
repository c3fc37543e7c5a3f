import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { refreshTokens, sessions } from '#server/db/schema-people.ts';
import { findRefreshToken } from '#server/db/refresh-tokens.ts';

import { doorsOf, openDoors, openDoorsOnce, refusalOf, sessionFrom } from './auth-testing.ts';

const doors = await openDoors();
const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;

const refreshed = async (token: string) => sessionFrom(await doors.refresh(token));

async function childrenOf(token: string): Promise<number> {
  const { db, secrets } = doors.context;
  const parent = await findRefreshToken(db, secrets.hashes(token));
  const rows = await db
    .select()
    .from(refreshTokens)
    .where(eq(refreshTokens.parentId, parent?.id ?? ''));
  return rows.length;
}

test('each use of a refresh token returns another one of the same session', async () => {
  const first = await doors.signUp();
  const second = await refreshed(first.refresh_token);
  const third = await refreshed(second.refresh_token);
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
  const { refresh_token } = await doors.signUp();
  const rows = await doors.context.db.select().from(refreshTokens);
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(refresh_token);
});

test.for([20_000, 60_000, 8 * HOUR_MS, 6.9 * DAY_MS])(
  'a used token returns its unused child again after %i ms, since the response may have been lost',
  async (later) => {
    const { refresh_token: parent } = await doors.signUp();
    const child = await refreshed(parent);
    doors.clock.now += later;
    const again = await refreshed(parent);
    expect(again.refresh_token).toBe(child.refresh_token);
    expect(await childrenOf(parent)).toBe(1);
    expect((await doors.user(again.access_token)).status).toBe(200);
    expect((await doors.refresh(child.refresh_token)).status).toBe(200);
  },
);

test('a used token returns its used child for twenty seconds', async () => {
  const { refresh_token: parent } = await doors.signUp();
  const child = await refreshed(parent);
  await refreshed(child.refresh_token);
  doors.clock.now += 20_000;
  expect((await refreshed(parent)).refresh_token).toBe(child.refresh_token);
});

test('reusing a token later, after its child was used, ends the session', async () => {
  const { refresh_token: parent } = await doors.signUp();
  const child = await refreshed(parent);
  await refreshed(child.refresh_token);
  doors.clock.now += 20_001;
  expect(await refusalOf(await doors.refresh(parent))).toBe('400 refresh_token_already_used');
  expect(await refusalOf(await doors.refresh(child.refresh_token))).toBe('400 session_expired');
  expect(await refusalOf(await doors.user(child.access_token))).toBe('403 session_not_found');
});

test('reusing an ancestor ends the session of its latest descendant', async () => {
  const { refresh_token: ancestor } = await doors.signUp();
  let youngest = await refreshed(ancestor);
  for (let use = 0; use < 3; use += 1) {
    doors.clock.now += 600_000;
    youngest = await refreshed(youngest.refresh_token);
  }
  expect(await refusalOf(await doors.refresh(ancestor))).toBe('400 refresh_token_already_used');
  expect(await refusalOf(await doors.refresh(youngest.refresh_token))).toBe('400 session_expired');
});

test("ending a session for reuse keeps the user's other sessions", async () => {
  const { refresh_token: parent, user } = await doors.signUp();
  const other = await sessionFrom(await doors.signIn(user.email));
  await refreshed((await refreshed(parent)).refresh_token);
  doors.clock.now += 60_000;
  expect(await refusalOf(await doors.refresh(parent))).toBe('400 refresh_token_already_used');
  expect((await doors.user(other.access_token)).status).toBe(200);
});

test('five tabs that refresh at once get one child', async () => {
  const { refresh_token: parent } = await doors.signUp();
  const answers = await Promise.all(Array.from({ length: 5 }, () => refreshed(parent)));
  expect(new Set(answers.map((session) => session.refresh_token)).size).toBe(1);
  expect(await childrenOf(parent)).toBe(1);
});

test('two processes that refresh at once return one child', async () => {
  const second = doorsOf(doors.contextOn(doors.another()));
  const { refresh_token: parent } = await doors.signUp();
  const answers = await Promise.all(
    [0, 1, 2, 3, 4, 5].map((tab) => (tab % 2 ? second : doors).refresh(parent)),
  );
  const tokens = await Promise.all(answers.map(async (answer) => (await sessionFrom(answer)).refresh_token));
  expect(new Set(tokens).size).toBe(1);
  expect(await childrenOf(parent)).toBe(1);
});

test('a session stores the IP address and user agent of its last use', async () => {
  const { refresh_token, user } = await doors.signUp();
  const body = JSON.stringify({ refresh_token });
  const headers = { 'content-type': 'application/json', 'user-agent': 'Lynx' };
  await sessionFrom(await doors.send('POST', 'token?grant_type=refresh_token', { body, headers }));
  const [row] = await doors.context.db.select().from(sessions).where(eq(sessions.userId, user.id));
  expect(row).toMatchObject({ address: 'unknown', userAgent: 'Lynx' });
});

test('an unknown token is not found', async () => {
  for (const token of ['x', '', 'a'.repeat(43)]) {
    const expected = token ? '400 refresh_token_not_found' : '400 validation_failed';
    expect(await refusalOf(await doors.refresh(token))).toBe(expected);
  }
});

test('a session that is unused for seven days expires', async () => {
  const { refresh_token } = await doors.signUp();
  doors.clock.now += 7 * DAY_MS;
  const next = await refreshed(refresh_token);
  doors.clock.now += 7 * DAY_MS + 1;
  expect(await refusalOf(await doors.refresh(next.refresh_token))).toBe('400 session_expired');
});

test('a session that is used daily expires after thirty days', async () => {
  let session = await doors.signUp();
  for (let day = 0; day < 30; day += 1) {
    doors.clock.now += DAY_MS;
    session = await refreshed(session.refresh_token);
  }
  doors.clock.now += 1;
  expect(await refusalOf(await doors.refresh(session.refresh_token))).toBe('400 session_expired');
  expect(await refusalOf(await doors.user(session.access_token))).toBe('403 session_not_found');
});

test('answers a refresh with a retryable error while the database is unavailable', async () => {
  const broken = await openDoorsOnce();
  const { refresh_token } = await broken.signUp();
  await broken.close();
  const answer = await broken.refresh(refresh_token);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refusalOf(answer)).toBe('503 unexpected_failure');
});
