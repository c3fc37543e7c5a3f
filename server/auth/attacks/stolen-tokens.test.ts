import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { updateSessionRevoked } from '#server/db/sessions.ts';
import { outbox } from '#server/db/schema-mail.ts';
import { sessions } from '#server/db/schema-people.ts';
import { ALL_FUNCTIONS } from '#server/functions/all-functions.ts';
import { openShop, type TestSeller, type TestShop } from '#server/testing.ts';

type Tokens = { access_token: string; refresh_token: string };

const refreshOf = async (shop: TestShop, token: string) =>
  shop.request('/auth/v1/token?grant_type=refresh_token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: token }),
  });
const refreshed = async (shop: TestShop, token: string) => {
  const answer = await refreshOf(shop, token);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Tokens;
};
const codeOf = async (answer: Response) => {
  const { code, error } = (await answer.json()) as { code?: string; error?: { code: string } };
  return `${answer.status} ${code ?? error?.code ?? ''}`.trim();
};
const userOf = async (shop: TestShop, token: string) =>
  codeOf(await shop.request('/auth/v1/user', { headers: { authorization: `Bearer ${token}` } }));
const noticesTo = async ({ context }: TestShop, { email }: TestSeller) =>
  (await context.db.select().from(outbox).where(eq(outbox.recipient, email)))
    .filter(({ kind }) => kind === 'security_notice')
    .map(({ props }) => props['event']);

test('thief and victim get the same child within the grace period, so that no tab loses its session', async () => {
  const shop = await openShop();
  const { session: victim } = await shop.seller();
  const [one, other] = [
    await refreshed(shop, victim.refresh_token),
    await refreshed(shop, victim.refresh_token),
  ];
  expect(one.refresh_token).toBe(other.refresh_token);
});

test('a thief who comes later is detected: both lose the session at once and the victim gets one notice', async () => {
  const shop = await openShop();
  const victim = await shop.seller();
  const mine = await refreshed(shop, (await refreshed(shop, victim.session.refresh_token)).refresh_token);
  shop.advance(20_001);
  for (let time = 0; time < 3; time += 1) {
    const code = time === 0 ? '400 refresh_token_already_used' : '400 session_expired';
    expect(await codeOf(await refreshOf(shop, victim.session.refresh_token))).toBe(code);
  }
  expect(await codeOf(await refreshOf(shop, mine.refresh_token))).toBe('400 session_expired');
  expect(await userOf(shop, mine.access_token)).toBe('403 session_not_found');
  expect(await noticesTo(shop, victim)).toEqual(['token_reused']);
});

test("a thief who was faster loses the session when the victim's browser refreshes", async () => {
  const shop = await openShop();
  const victim = await shop.seller();
  let stolen = await refreshed(shop, victim.session.refresh_token);
  for (let time = 0; time < 3; time += 1) {
    shop.advance(300_000);
    stolen = await refreshed(shop, stolen.refresh_token);
  }
  await refreshOf(shop, victim.session.refresh_token);
  expect(await codeOf(await refreshOf(shop, stolen.refresh_token))).toBe('400 session_expired');
  expect(await userOf(shop, stolen.access_token)).toBe('403 session_not_found');
});

test('the token of an ended session reads and changes nothing from then on', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const [session] = await shop.context.db.select().from(sessions);
  await updateSessionRevoked(shop.context.db, session?.id ?? '', shop.context.realNow());
  const outcomes: Record<string, number[]> = { reads: [], writes: [], confirmed: [] };
  for (const { name, access } of ALL_FUNCTIONS) {
    if (access === 'anyone') continue;
    const { status } = await seller.call(name, { nonsense: true } as never);
    outcomes[access]?.push(status);
  }
  expect(new Set(outcomes['reads'])).toEqual(new Set([401]));
  expect(new Set(outcomes['writes'])).toEqual(new Set([401]));
  expect(new Set(outcomes['confirmed'])).toEqual(new Set([401]));
});

test('signing out everywhere invalidates stolen tokens on each account route', async () => {
  const shop = await openShop();
  const victim = await shop.seller();
  const stolen = await refreshed(shop, victim.session.refresh_token);
  const headers = { authorization: `Bearer ${stolen.access_token}`, 'content-type': 'application/json' };
  await shop.request('/auth/v1/logout?scope=global', { method: 'POST', headers });
  const doors = shop.routes.filter(({ path }) =>
    /^\/auth\/v1\/(user|factors|passkeys|reauth|logout)/.test(path),
  );
  for (const { method, path } of doors) {
    if (method === 'ALL' || path.includes('/authentication/')) continue;
    const address = path.replace(':id', crypto.randomUUID());
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{}' };
    const status = (await shop.request(address, { method, headers, ...body })).status;
    expect([method, path, status >= 400 && status < 500]).toEqual([method, path, true]);
    if (!path.includes(':id') && method === 'GET') expect([path, status]).toEqual([path, 403]);
  }
  expect(await codeOf(await refreshOf(shop, stolen.refresh_token))).toBe('400 session_expired');
});

test('a stolen access token alone cannot take over the account: it changes no credentials', async () => {
  const shop = await openShop();
  const victim = await shop.seller();
  shop.advance(6 * 60_000);
  const headers = {
    authorization: `Bearer ${victim.session.access_token}`,
    'content-type': 'application/json',
  };
  const put = async (body: object) =>
    codeOf(await shop.request('/auth/v1/user', { method: 'PUT', headers, body: JSON.stringify(body) }));
  expect(await put({ password: 'taken over by me' })).toBe('401 reauthentication_needed');
  expect(await put({ email: 'thief@evil.example' })).toBe('401 reauthentication_needed');
  for (const { name, access } of ALL_FUNCTIONS) {
    if (access !== 'confirmed') continue;
    const { body } = await victim.call(name, {} as never);
    expect([name, body.error?.code]).toEqual([name, 'confirmation_needed']);
  }
});
