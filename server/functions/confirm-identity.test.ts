import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import type { Calls } from '#domain/calls.ts';
import { giveFactor, takeOne } from '#server/auth/testing-mailbox.ts';
import { securityEvents } from '#server/db/schema-accounts.ts';
import { openShop, type TestSeller, type TestShop } from '#server/testing.ts';

const PASSWORD = 'correct horse';
const MINUTE = 60_000;

const confirm = async (seller: TestSeller, body: Calls['confirm-identity']['body']) => {
  const answer = await seller.call('confirm-identity', body);
  return answer.body.error?.code ?? answer.body.confirmedUntil;
};

/** Creates a seller whose sign-in is too old to change sensitive settings. */
async function laterOn(shop: TestShop): Promise<TestSeller> {
  const seller = await shop.seller();
  shop.advance(5 * MINUTE);
  return seller;
}

async function mailedCode(shop: TestShop, { email, session }: TestSeller): Promise<string> {
  const headers = { authorization: `Bearer ${session.access_token}` };
  expect((await shop.request('/auth/v1/reauthenticate', { headers })).status).toBe(200);
  return (await takeOne(shop.context, email, 'confirmation_code')).code;
}

const changeAddress = async (shop: TestShop, { session }: TestSeller): Promise<number> => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${session.access_token}` };
  const body = JSON.stringify({ email: `another-${crypto.randomUUID()}@shop.example` });
  return (await shop.request('/auth/v1/user', { method: 'PUT', headers, body })).status;
};

/** Refreshes the tokens, as the client does after the user confirmed their identity. */
async function refreshed(shop: TestShop, refresh_token: string) {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ refresh_token });
  const answer = await shop.request('/auth/v1/token?grant_type=refresh_token', {
    method: 'POST',
    headers,
    body,
  });
  return { status: answer.status, session: (await answer.json()) as TestSeller['session'] };
}

test('refuses tokens issued before an identity confirmation soon after it, on every route', async () => {
  const shop = await openShop();
  const seller = await laterOn(shop);
  const before = { ...seller.session };
  expect(await confirm(seller, { password: PASSWORD })).toMatch(/^20/);
  // Requests under way and other tabs have a short grace period.
  expect((await seller.call('list-pages', {})).status).toBe(200);
  const { session } = await refreshed(shop, before.refresh_token);
  shop.advance(21_000);
  const who = async (token: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const asked = { method: 'POST', headers, body: '{}' };
    return [
      (await shop.request('/functions/v1/list-pages', asked)).status,
      (await shop.request('/auth/v1/user', { headers })).status,
    ];
  };
  expect(await who(before.access_token)).toEqual([401, 403]);
  expect(await who(session.access_token)).toEqual([200, 200]);
  // The old refresh token is refused once the token that replaced it has been used.
  expect((await refreshed(shop, session.refresh_token)).status).toBe(200);
  expect((await refreshed(shop, before.refresh_token)).status).toBe(400);
});

test('allows changes to sign-in settings for five minutes after the password was confirmed', async () => {
  const shop = await openShop();
  const seller = await laterOn(shop);
  expect(await changeAddress(shop, seller)).toBe(401);
  const before = shop.context.realNow().getTime();
  const until = Date.parse((await confirm(seller, { password: PASSWORD })) ?? '');
  expect(until - 5 * MINUTE).toBeGreaterThanOrEqual(before);
  expect(until - 5 * MINUTE).toBeLessThanOrEqual(shop.context.realNow().getTime());
  Object.assign(seller.session, (await refreshed(shop, seller.session.refresh_token)).session);
  shop.advance(4 * MINUTE);
  expect(await changeAddress(shop, seller)).toBe(200);
  shop.advance(MINUTE);
  expect(await changeAddress(shop, seller)).toBe(401);
});

test('accepts an emailed code once, for its own user only', async () => {
  const shop = await openShop();
  const [other, seller] = [await shop.seller(), await laterOn(shop)];
  const code = await mailedCode(shop, seller);
  expect(await confirm(other, { code })).toBe('confirmation_failed');
  expect(await confirm(seller, { code: ` ${code} ` })).toMatch(/^20/);
  expect(await changeAddress(shop, seller)).toBe(200);
  expect(await confirm(seller, { code })).toBe('confirmation_failed');
});

test('invalidates the older code when a newer one is sent', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const [older, newer] = [await mailedCode(shop, seller), await mailedCode(shop, seller)];
  if (older !== newer) expect(await confirm(seller, { code: older })).toBe('confirmation_failed');
  expect(await confirm(seller, { code: newer })).toMatch(/^20/);
});

test('refuses and records a wrong password, at most five times in 15 minutes', async () => {
  const shop = await openShop({ env: { RATE_LIMITS: 'live' }, still: true });
  const seller = await laterOn(shop);
  const tries = [];
  for (let turn = 0; turn < 5; turn++) tries.push(await confirm(seller, { password: 'wrong password' }));
  expect(tries).toEqual(Array<string>(5).fill('confirmation_failed'));
  expect(await confirm(seller, { password: PASSWORD })).toBe('rate_limited');
  expect(await changeAddress(shop, seller)).toBe(401);
  const { db } = shop.context;
  const kinds = (
    await db.select().from(securityEvents).where(eq(securityEvents.userId, seller.session.user.id))
  ).map(({ kind }) => kind);
  expect(kinds).toContain('sign_in_failed');
});

test('accepts either a password or a code, not both', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  for (const body of [
    {},
    { password: PASSWORD, code: '123456' },
    { password: 1 },
    { code: '1', userId: 'x' },
  ])
    expect(await confirm(seller, body as never)).toBe('invalid_request');
});

test('does not let a password replace a pending two-factor authentication', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  await giveFactor(shop.context, seller.session.user.id);
  expect(await confirm(seller, { password: PASSWORD })).toBe('insufficient_aal');
});

test.for([
  ['export-orders', {}],
  ['create-webhook-endpoint', { url: 'https://receiver.example/hook' }],
] as const)('%s asks for step-up authentication', async ([name, body]) => {
  const shop = await openShop();
  const seller = await shop.seller();
  const call = () => seller.call<typeof name>(name, body);
  expect((await call()).status).toBe(200);
  shop.advance(5 * 60_000);
  expect((await call()).body.error?.code).toBe('confirmation_needed');
  expect((await seller.call('confirm-identity', { password: 'correct horse' })).status).toBe(200);
  expect((await call()).status).toBe(200);
});
