import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import type { RpcContract } from '#domain/rpc-contract.ts';
import { MINUTE_MS } from '#domain/time-units.ts';
import { securityEvents } from '#server/db/schema-accounts.ts';
import { insertFactor, takeMailOfKind } from '#server/testing/take-mail.ts';
import { createTestApp, type TestSeller, type TestApp } from '#server/testing/test-app.ts';

const PASSWORD = 'correct horse';

const confirmIdentity = async (seller: TestSeller, body: RpcContract['confirm-identity']['body']) => {
  const answer = await seller.rpc('confirm-identity', body);
  return answer.body.error?.code ?? answer.body.confirmedUntil;
};

/** Creates a seller whose sign-in is too old to change sensitive settings. */
async function createSellerWithOldSession(app: TestApp): Promise<TestSeller> {
  const seller = await app.signUpSeller();
  app.advance(5 * MINUTE_MS);
  return seller;
}

async function readEmailedCode(app: TestApp, { email, session }: TestSeller): Promise<string> {
  const headers = { authorization: `Bearer ${session.access_token}` };
  expect((await app.request('/auth/v1/reauthenticate', { headers })).status).toBe(200);
  return (await takeMailOfKind(app.context, email, 'confirmation_code')).code;
}

const changeEmail = async (app: TestApp, { session }: TestSeller): Promise<number> => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${session.access_token}` };
  const body = JSON.stringify({ email: `another-${crypto.randomUUID()}@shop.example` });
  return (await app.request('/auth/v1/user', { method: 'PUT', headers, body })).status;
};

/** Refreshes the tokens, as the client does after the user confirmed their identity. */
async function refreshSession(app: TestApp, refresh_token: string) {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ refresh_token });
  const answer = await app.request('/auth/v1/token?grant_type=refresh_token', {
    method: 'POST',
    headers,
    body,
  });
  return { status: answer.status, session: (await answer.json()) as TestSeller['session'] };
}

test('refuses tokens issued before an identity confirmation soon after it, on every route', async () => {
  const app = await createTestApp();
  const seller = await createSellerWithOldSession(app);
  const before = { ...seller.session };
  expect(await confirmIdentity(seller, { password: PASSWORD })).toMatch(/^20/);
  // Requests under way and other tabs have a short grace period.
  expect((await seller.rpc('list-pages', {})).status).toBe(200);
  const { session } = await refreshSession(app, before.refresh_token);
  app.advance(21_000);
  const readStatuses = async (token: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: '{}' };
    return [
      (await app.request('/functions/v1/list-pages', init)).status,
      (await app.request('/auth/v1/user', { headers })).status,
    ];
  };
  expect(await readStatuses(before.access_token)).toEqual([401, 403]);
  expect(await readStatuses(session.access_token)).toEqual([200, 200]);
  // The old refresh token is refused once the token that replaced it has been used.
  expect((await refreshSession(app, session.refresh_token)).status).toBe(200);
  expect((await refreshSession(app, before.refresh_token)).status).toBe(400);
});

test('allows changes to sign-in settings for five minutes after the password was confirmed', async () => {
  const app = await createTestApp();
  const seller = await createSellerWithOldSession(app);
  expect(await changeEmail(app, seller)).toBe(401);
  const before = app.context.realNow().getTime();
  const until = Date.parse((await confirmIdentity(seller, { password: PASSWORD })) ?? '');
  expect(until - 5 * MINUTE_MS).toBeGreaterThanOrEqual(before);
  expect(until - 5 * MINUTE_MS).toBeLessThanOrEqual(app.context.realNow().getTime());
  Object.assign(seller.session, (await refreshSession(app, seller.session.refresh_token)).session);
  app.advance(4 * MINUTE_MS);
  expect(await changeEmail(app, seller)).toBe(200);
  app.advance(MINUTE_MS);
  expect(await changeEmail(app, seller)).toBe(401);
});

test('accepts an emailed code once, for its own user only', async () => {
  const app = await createTestApp();
  const [otherSeller, seller] = [await app.signUpSeller(), await createSellerWithOldSession(app)];
  const code = await readEmailedCode(app, seller);
  expect(await confirmIdentity(otherSeller, { code })).toBe('confirmation_failed');
  expect(await confirmIdentity(seller, { code: ` ${code} ` })).toMatch(/^20/);
  expect(await changeEmail(app, seller)).toBe(200);
  expect(await confirmIdentity(seller, { code })).toBe('confirmation_failed');
});

test('invalidates the older code when a newer one is sent', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const [older, newer] = [await readEmailedCode(app, seller), await readEmailedCode(app, seller)];
  if (older !== newer) expect(await confirmIdentity(seller, { code: older })).toBe('confirmation_failed');
  expect(await confirmIdentity(seller, { code: newer })).toMatch(/^20/);
});

test('refuses and records a wrong password, at most five times in 15 minutes', async () => {
  const app = await createTestApp({ env: { RATE_LIMITS: 'live' }, freezeClock: true });
  const seller = await createSellerWithOldSession(app);
  const tries = [];
  for (let index = 0; index < 5; index++) tries.push(await confirmIdentity(seller, { password: 'wrong password' }));
  expect(tries).toEqual(Array<string>(5).fill('confirmation_failed'));
  expect(await confirmIdentity(seller, { password: PASSWORD })).toBe('rate_limited');
  expect(await changeEmail(app, seller)).toBe(401);
  const { db } = app.context;
  const kinds = (await db.select().from(securityEvents).where(eq(securityEvents.userId, seller.session.user.id))).map(
    ({ kind }) => kind,
  );
  expect(kinds).toContain('sign_in_failed');
});

test('accepts either a password or a code, not both', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  for (const body of [{}, { password: PASSWORD, code: '123456' }, { password: 1 }, { code: '1', userId: 'x' }])
    expect(await confirmIdentity(seller, body as never)).toBe('invalid_request');
});

test('does not let a password replace a pending two-factor authentication', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await insertFactor(app.context, seller.session.user.id);
  expect(await confirmIdentity(seller, { password: PASSWORD })).toBe('insufficient_aal');
});

test.for([
  ['export-orders', {}],
  ['create-webhook-endpoint', { url: 'https://receiver.example/hook' }],
] as const)('%s asks for step-up authentication', async ([name, body]) => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const call = () => seller.rpc<typeof name>(name, body);
  expect((await call()).status).toBe(200);
  app.advance(5 * 60_000);
  expect((await call()).body.error?.code).toBe('confirmation_needed');
  expect((await seller.rpc('confirm-identity', { password: 'correct horse' })).status).toBe(200);
  expect((await call()).status).toBe(200);
});
