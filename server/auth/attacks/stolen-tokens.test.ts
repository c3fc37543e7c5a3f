import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { revokeSession } from '#server/auth/queries/sessions.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { sessions } from '#server/db/schema-users.ts';
import { RPC_FUNCTIONS } from '#server/routes/rpc-functions.ts';
import { createTestApp, type TestSeller, type TestApp } from '#server/testing/test-app.ts';

type TokenPair = { access_token: string; refresh_token: string };

const requestRefresh = async (app: TestApp, token: string) =>
  app.request('/auth/v1/token?grant_type=refresh_token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: token }),
  });
const refreshTokens = async (app: TestApp, token: string) => {
  const response = await requestRefresh(app, token);
  expect(response.status).toBe(200);
  return (await response.json()) as TokenPair;
};
const readError = async (response: Response) => {
  const { code, error } = (await response.json()) as { code?: string; error?: { code: string } };
  return `${response.status} ${code ?? error?.code ?? ''}`.trim();
};
const fetchUserStatus = async (app: TestApp, token: string) =>
  readError(await app.request('/auth/v1/user', { headers: { authorization: `Bearer ${token}` } }));
const listNotices = async ({ context }: TestApp, { email }: TestSeller) =>
  (await context.db.select().from(outbox).where(eq(outbox.recipient, email)))
    .filter(({ kind }) => kind === 'security_notice')
    .map(({ props }) => props['event']);

test('thief and victim get the same child within the grace period, so that no tab loses its session', async () => {
  const app = await createTestApp();
  const { session: victim } = await app.signUpSeller();
  const [first, second] = [
    await refreshTokens(app, victim.refresh_token),
    await refreshTokens(app, victim.refresh_token),
  ];
  expect(first.refresh_token).toBe(second.refresh_token);
});

test('a thief who comes later is detected: both lose the session at once and the victim gets one notice', async () => {
  const app = await createTestApp();
  const victim = await app.signUpSeller();
  const victimTokens = await refreshTokens(app, (await refreshTokens(app, victim.session.refresh_token)).refresh_token);
  app.advance(20_001);
  for (let time = 0; time < 3; time += 1) {
    const code = time === 0 ? '400 refresh_token_already_used' : '400 session_expired';
    expect(await readError(await requestRefresh(app, victim.session.refresh_token))).toBe(code);
  }
  expect(await readError(await requestRefresh(app, victimTokens.refresh_token))).toBe('400 session_expired');
  expect(await fetchUserStatus(app, victimTokens.access_token)).toBe('403 session_not_found');
  expect(await listNotices(app, victim)).toEqual(['token_reused']);
});

test("a thief who was faster loses the session when the victim's browser refreshes", async () => {
  const app = await createTestApp();
  const victim = await app.signUpSeller();
  let stolen = await refreshTokens(app, victim.session.refresh_token);
  for (let time = 0; time < 3; time += 1) {
    app.advance(300_000);
    stolen = await refreshTokens(app, stolen.refresh_token);
  }
  await requestRefresh(app, victim.session.refresh_token);
  expect(await readError(await requestRefresh(app, stolen.refresh_token))).toBe('400 session_expired');
  expect(await fetchUserStatus(app, stolen.access_token)).toBe('403 session_not_found');
});

test('the token of an ended session reads and changes nothing from then on', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const [session] = await app.context.db.select().from(sessions);
  await revokeSession(app.context.db, session?.id ?? '', app.context.realNow());
  const outcomes: Record<string, number[]> = { reads: [], writes: [], 'step-up': [] };
  for (const { name, access } of RPC_FUNCTIONS) {
    if (access === 'anyone') continue;
    const { status } = await seller.rpc(name, { nonsense: true } as never);
    outcomes[access]?.push(status);
  }
  expect(new Set(outcomes['reads'])).toEqual(new Set([401]));
  expect(new Set(outcomes['writes'])).toEqual(new Set([401]));
  expect(new Set(outcomes['step-up'])).toEqual(new Set([401]));
});

test('signing out everywhere invalidates stolen tokens on each account route', async () => {
  const app = await createTestApp();
  const victim = await app.signUpSeller();
  const stolen = await refreshTokens(app, victim.session.refresh_token);
  const headers = { authorization: `Bearer ${stolen.access_token}`, 'content-type': 'application/json' };
  await app.request('/auth/v1/logout?scope=global', { method: 'POST', headers });
  const routes = app.routes.filter(({ path }) => /^\/auth\/v1\/(user|factors|passkeys|reauth|logout)/.test(path));
  for (const { method, path } of routes) {
    if (method === 'ALL' || path.includes('/authentication/')) continue;
    const requestPath = path.replace(':id', crypto.randomUUID());
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{}' };
    const status = (await app.request(requestPath, { method, headers, ...body })).status;
    expect([method, path, status >= 400 && status < 500]).toEqual([method, path, true]);
    if (!path.includes(':id') && method === 'GET') expect([path, status]).toEqual([path, 403]);
  }
  expect(await readError(await requestRefresh(app, stolen.refresh_token))).toBe('400 session_expired');
});

test('a stolen access token alone cannot take over the account: it changes no credentials', async () => {
  const app = await createTestApp();
  const victim = await app.signUpSeller();
  app.advance(6 * 60_000);
  const headers = {
    authorization: `Bearer ${victim.session.access_token}`,
    'content-type': 'application/json',
  };
  const updateUser = async (body: object) =>
    readError(await app.request('/auth/v1/user', { method: 'PUT', headers, body: JSON.stringify(body) }));
  expect(await updateUser({ password: 'taken over by me' })).toBe('401 reauthentication_needed');
  expect(await updateUser({ email: 'thief@evil.example' })).toBe('401 reauthentication_needed');
  for (const { name, access } of RPC_FUNCTIONS) {
    if (access !== 'step-up') continue;
    const { body } = await victim.rpc(name, {} as never);
    expect([name, body.error?.code]).toEqual([name, 'confirmation_needed']);
  }
});
