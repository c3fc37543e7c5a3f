import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { sessions, users } from '#server/db/schema-people.ts';
import { openShop, TEST_ORIGIN, type TestShop } from '#server/testing.ts';

import {
  answerPage,
  authorize,
  browserOf,
  CHALLENGE,
  linkOver,
  locationOf,
  newAddress,
  signedUpBrowser,
  signInOver,
  VERIFIER,
  walk,
} from './testing-journey.ts';

const exchange = async (shop: TestShop, code: string, verifier = VERIFIER) => {
  const answer = await shop.request('/auth/v1/token?grant_type=pkce', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ auth_code: code, code_verifier: verifier }),
  });
  const { code: refused } = (await answer.json()) as { code?: string };
  return answer.ok ? 'a session' : `${answer.status} ${refused}`;
};

const codeIn = (end: URL): string => end.searchParams.get('code') ?? '';

async function codeOf(shop: TestShop, query: Record<string, string> = {}, email = newAddress()) {
  return codeIn(await walk(shop, locationOf(await authorize(shop, query)), { email }));
}

test('a state works once', async () => {
  const shop = await openShop();
  const page = locationOf(await authorize(shop, {}));
  const { path, init } = await answerPage(shop, page);
  const ends = await Promise.all([1, 2, 3].map(async () => locationOf(await shop.request(path, init))));
  const told = ends.map((end) => end.searchParams.get('error_code') ?? 'a code');
  expect(told.toSorted()).toEqual(['a code', 'bad_oauth_state', 'bad_oauth_state']);
});

test('rejects an unknown state and the state of another flow', async () => {
  const shop = await openShop();
  const one = await answerPage(shop, locationOf(await authorize(shop, {})));
  const other = await answerPage(shop, locationOf(await authorize(shop, {})));
  const swapped = new URL(one.path, TEST_ORIGIN);
  const otherState = new URL(other.path, TEST_ORIGIN).searchParams.get('state') ?? '';
  swapped.searchParams.set('state', otherState);
  // The provider's code was issued for another code challenge.
  const end = locationOf(await shop.request(swapped.pathname + swapped.search));
  expect(end.searchParams.get('error_code')).toBe('bad_oauth_callback');
  for (const state of ['', 'x', otherState.slice(1)]) {
    swapped.searchParams.set('state', state);
    const refused = locationOf(await shop.request(swapped.pathname + swapped.search));
    expect(refused.searchParams.get('error_code')).toBe('bad_oauth_state');
  }
  expect(await shop.context.db.select().from(users)).toEqual([]);
});

test('rejects a return after the flow has timed out', async () => {
  const shop = await openShop();
  const { path } = await answerPage(shop, locationOf(await authorize(shop, { redirect_to: '/auth?a=b' })));
  shop.advance(10 * 60_000 + 1000);
  const end = locationOf(await shop.request(path));
  expect(end.searchParams.get('error_code')).toBe('bad_oauth_state');
  expect(end.searchParams.get('a')).toBe('b');
});

test('a code works once, also when it is used five times at once', async () => {
  const shop = await openShop();
  const code = await codeOf(shop);
  const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(shop, code)));
  expect(answers.toSorted()).toEqual([...Array<string>(4).fill('404 flow_state_not_found'), 'a session']);
  expect(await shop.context.db.select().from(sessions)).toHaveLength(1);
});

test('a wrong verifier uses up the code and changes nothing', async () => {
  const shop = await openShop();
  for (const wrong of ['w'.repeat(64), `${VERIFIER}x`, 'v']) {
    const code = await codeOf(shop);
    expect(await exchange(shop, code, wrong)).toBe('400 bad_code_verifier');
    expect(await exchange(shop, code)).toBe('404 flow_state_not_found');
  }
  expect(await shop.context.db.select().from(users)).toEqual([]);
});

test('the challenge is not accepted as its own verifier', async () => {
  const shop = await openShop();
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
  const query = { code_challenge: challenge, code_challenge_method: 's256' };
  expect(await exchange(shop, await codeOf(shop, query), challenge)).toBe('400 bad_code_verifier');
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
  expect(await exchange(shop, await codeOf(shop, query), verifier)).toBe('a session');
});

test('a code is valid for five minutes', async () => {
  const shop = await openShop({ still: true });
  const [early, late] = [await codeOf(shop), await codeOf(shop)];
  shop.advance(4.9 * 60_000);
  expect(await exchange(shop, early)).toBe('a session');
  shop.advance(0.2 * 60_000);
  expect(await exchange(shop, late)).toBe('403 flow_state_expired');
});

test('a flow needs a challenge and a configured provider', async () => {
  const shop = await openShop();
  const told = async (query: Record<string, string>) =>
    locationOf(await authorize(shop, query)).searchParams.get('error_code');
  for (const code_challenge of ['', 'short', 'x'.repeat(129), 'ü'.repeat(50)])
    expect(await told({ code_challenge })).toBe('validation_failed');
  expect(await told({ code_challenge_method: 'none' })).toBe('validation_failed');
  for (const provider of ['', 'facebook', 'email', '__proto__', 'GOOGLE'])
    expect(await told({ provider })).toBe('oauth_provider_not_supported');
  const real = await openShop({
    env: {
      STRIPE_SECRET_KEY: 'sk_test_x',
      STRIPE_WEBHOOK_SECRET_PLATFORM: 'whsec_platform',
      STRIPE_WEBHOOK_SECRET_CONNECT: 'whsec_connect',
    },
  });
  const location = locationOf(await authorize(real, {}));
  expect(location.searchParams.get('error_code')).toBe('oauth_provider_not_supported');
  expect((await real.request('/sandbox/identity/google/authorize')).status).toBe(404);
});

test("a victim who is lured to the provider does not complete an attacker's link", async () => {
  const shop = await openShop();
  const attacker = newAddress();
  const browser = await signedUpBrowser(shop, attacker);
  await shop.context.db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.email, attacker));
  const { data } = await browser.linkIdentity({ provider: 'google' });
  // The victim opens the attacker's URL and signs in at the provider out of habit.
  const victim = newAddress();
  const end = await walk(shop, new URL(data.url ?? ''), { email: victim });
  expect(await exchange(shop, codeIn(end))).toBe('400 bad_code_verifier');
  expect((await browser.getUser()).data.user?.identities).toHaveLength(1);
  const own = await signInOver(shop, 'google', { email: victim });
  expect(own.user?.email).toBe(victim);
});

test('does not link an identity to a session that has ended', async () => {
  const shop = await openShop();
  const email = newAddress();
  const browser = await signedUpBrowser(shop, email);
  const { data } = await browser.linkIdentity({ provider: 'google' });
  const end = await walk(shop, new URL(data.url ?? ''), { email });
  await shop.context.db.update(sessions).set({ revokedAt: new Date() });
  const { data: exchanged } = await browser.exchangeCodeForSession(codeIn(end));
  expect(exchanged.session).toBeNull();
  expect((await shop.context.db.select().from(users))[0]?.emailConfirmedAt).toBeNull();
});

test('linking needs a session', async () => {
  const shop = await openShop();
  expect((await linkOver(shop, browserOf(shop), 'google')).error).toBe('no_authorization');
});

test('each route allows 60 requests per IP address in 15 minutes', async () => {
  const shop = await openShop({ env: { RATE_LIMITS: 'live', LOG_LEVEL: 'silent' } });
  shop.advance(15 * 60_000 - (Date.now() % (15 * 60_000)));
  const told = async (path: string) =>
    locationOf(await shop.request(path)).searchParams.get('error_code') ?? 'let through';
  const query = new URLSearchParams({ provider: 'google', ...CHALLENGE });
  const many = async (ask: () => Promise<string>) => {
    const answers: string[] = [];
    for (let n = 0; n < 61; n++) answers.push(await ask());
    return [answers[0], answers[59], answers[60]];
  };
  const limit = 'over_request_rate_limit';
  expect(await many(() => told(`/auth/v1/authorize?${query}`))).toEqual([
    'let through',
    'let through',
    limit,
  ]);
  expect(await many(() => told('/auth/v1/callback?state=x'))).toEqual([
    'bad_oauth_state',
    'bad_oauth_state',
    limit,
  ]);
  expect(await many(() => exchange(shop, 'x'))).toEqual([
    '404 flow_state_not_found',
    '404 flow_state_not_found',
    `429 ${limit}`,
  ]);
});

test('the callback accepts only small forms', async () => {
  const shop = await openShop();
  const post = (type: string, body: string) =>
    shop.request('/auth/v1/callback', { method: 'POST', headers: { 'content-type': type }, body });
  expect((await post('application/json', '{}')).status).toBe(415);
  expect((await post('application/x-www-form-urlencoded', `a=${'x'.repeat(20_000)}`)).status).toBe(413);
  expect((await post('application/x-www-form-urlencoded', 'state=x')).status).toBe(303);
});
