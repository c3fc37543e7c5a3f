import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { sessions, users } from '#server/db/schema-users.ts';
import {
  submitProviderPage,
  requestAuthorize,
  createBrowser,
  CHALLENGE,
  linkProvider,
  getLocation,
  createEmail,
  signUpBrowser,
  signInWithProvider,
  VERIFIER,
  completeFlow,
} from '#server/testing/provider-flow-helpers.ts';
import { createTestApp, TEST_ORIGIN, type TestApp } from '#server/testing/test-app.ts';

const exchangeCode = async (app: TestApp, code: string, verifier = VERIFIER) => {
  const response = await app.request('/auth/v1/token?grant_type=pkce', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ auth_code: code, code_verifier: verifier }),
  });
  const { code: errorCode } = (await response.json()) as { code?: string };
  return response.ok ? 'a session' : `${response.status} ${errorCode}`;
};

const readCode = (endUrl: URL): string => endUrl.searchParams.get('code') ?? '';

async function obtainCode(app: TestApp, query: Record<string, string> = {}, email = createEmail()) {
  return readCode(await completeFlow(app, getLocation(await requestAuthorize(app, query)), { email }));
}

test('a state works once', async () => {
  const app = await createTestApp();
  const page = getLocation(await requestAuthorize(app, {}));
  const { path, init } = await submitProviderPage(app, page);
  const endUrls = await Promise.all([1, 2, 3].map(async () => getLocation(await app.request(path, init))));
  const outcomes = endUrls.map((endUrl) => endUrl.searchParams.get('error_code') ?? 'a code');
  expect(outcomes.toSorted()).toEqual(['a code', 'bad_oauth_state', 'bad_oauth_state']);
});

test('rejects an unknown state and the state of another flow', async () => {
  const app = await createTestApp();
  const firstFlow = await submitProviderPage(app, getLocation(await requestAuthorize(app, {})));
  const otherFlow = await submitProviderPage(app, getLocation(await requestAuthorize(app, {})));
  const swappedUrl = new URL(firstFlow.path, TEST_ORIGIN);
  const otherState = new URL(otherFlow.path, TEST_ORIGIN).searchParams.get('state') ?? '';
  swappedUrl.searchParams.set('state', otherState);
  // The provider's code was issued for another code challenge.
  const endUrl = getLocation(await app.request(swappedUrl.pathname + swappedUrl.search));
  expect(endUrl.searchParams.get('error_code')).toBe('bad_oauth_callback');
  for (const state of ['', 'x', otherState.slice(1)]) {
    swappedUrl.searchParams.set('state', state);
    const rejectedUrl = getLocation(await app.request(swappedUrl.pathname + swappedUrl.search));
    expect(rejectedUrl.searchParams.get('error_code')).toBe('bad_oauth_state');
  }
  expect(await app.context.db.select().from(users)).toEqual([]);
});

test('rejects a return after the flow has timed out', async () => {
  const app = await createTestApp();
  const { path } = await submitProviderPage(
    app,
    getLocation(await requestAuthorize(app, { redirect_to: '/auth?a=b' })),
  );
  app.advance(10 * 60_000 + 1000);
  const endUrl = getLocation(await app.request(path));
  expect(endUrl.searchParams.get('error_code')).toBe('bad_oauth_state');
  expect(endUrl.searchParams.get('a')).toBe('b');
});

test('a code works once, also when it is used five times at once', async () => {
  const app = await createTestApp();
  const code = await obtainCode(app);
  const responses = await Promise.all(Array.from({ length: 5 }, () => exchangeCode(app, code)));
  expect(responses.toSorted()).toEqual([...Array<string>(4).fill('404 flow_state_not_found'), 'a session']);
  expect(await app.context.db.select().from(sessions)).toHaveLength(1);
});

test('a wrong verifier uses up the code and changes nothing', async () => {
  const app = await createTestApp();
  for (const wrongVerifier of ['w'.repeat(64), `${VERIFIER}x`, 'v']) {
    const code = await obtainCode(app);
    expect(await exchangeCode(app, code, wrongVerifier)).toBe('400 bad_code_verifier');
    expect(await exchangeCode(app, code)).toBe('404 flow_state_not_found');
  }
  expect(await app.context.db.select().from(users)).toEqual([]);
});

test('the challenge is not accepted as its own verifier', async () => {
  const app = await createTestApp();
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
  const query = { code_challenge: challenge, code_challenge_method: 's256' };
  expect(await exchangeCode(app, await obtainCode(app, query), challenge)).toBe('400 bad_code_verifier');
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
  expect(await exchangeCode(app, await obtainCode(app, query), verifier)).toBe('a session');
});

test('a code is valid for five minutes', async () => {
  const app = await createTestApp({ freezeClock: true });
  const [validCode, expiredCode] = [await obtainCode(app), await obtainCode(app)];
  app.advance(4.9 * 60_000);
  expect(await exchangeCode(app, validCode)).toBe('a session');
  app.advance(0.2 * 60_000);
  expect(await exchangeCode(app, expiredCode)).toBe('403 flow_state_expired');
});

test('a flow needs a challenge and a configured provider', async () => {
  const app = await createTestApp();
  const outcomes = async (query: Record<string, string>) =>
    getLocation(await requestAuthorize(app, query)).searchParams.get('error_code');
  for (const code_challenge of ['', 'short', 'x'.repeat(129), 'ü'.repeat(50)])
    expect(await outcomes({ code_challenge })).toBe('validation_failed');
  expect(await outcomes({ code_challenge_method: 'none' })).toBe('validation_failed');
  for (const provider of ['', 'facebook', 'email', '__proto__', 'GOOGLE'])
    expect(await outcomes({ provider })).toBe('oauth_provider_not_supported');
  const realApp = await createTestApp({
    env: {
      STRIPE_SECRET_KEY: 'sk_test_x',
      STRIPE_WEBHOOK_SECRET_PLATFORM: 'whsec_platform',
      STRIPE_WEBHOOK_SECRET_CONNECT: 'whsec_connect',
    },
  });
  const location = getLocation(await requestAuthorize(realApp, {}));
  expect(location.searchParams.get('error_code')).toBe('oauth_provider_not_supported');
  expect((await realApp.request('/sandbox/identity/google/authorize')).status).toBe(404);
});

test("a victim who is lured to the provider does not complete an attacker's link", async () => {
  const app = await createTestApp();
  const attackerBrowser = createEmail();
  const browser = await signUpBrowser(app, attackerBrowser);
  await app.context.db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.email, attackerBrowser));
  const { data } = await browser.linkIdentity({ provider: 'google' });
  // The victim opens the attacker's URL and signs in at the provider out of habit.
  const victimUrl = createEmail();
  const endUrl = await completeFlow(app, new URL(data.url ?? ''), { email: victimUrl });
  expect(await exchangeCode(app, readCode(endUrl))).toBe('400 bad_code_verifier');
  expect((await browser.getUser()).data.user?.identities).toHaveLength(1);
  const ownUrl = await signInWithProvider(app, 'google', { email: victimUrl });
  expect(ownUrl.user?.email).toBe(victimUrl);
});

test('does not link an identity to a session that has ended', async () => {
  const app = await createTestApp();
  const email = createEmail();
  const browser = await signUpBrowser(app, email);
  const { data } = await browser.linkIdentity({ provider: 'google' });
  const endUrl = await completeFlow(app, new URL(data.url ?? ''), { email });
  await app.context.db.update(sessions).set({ revokedAt: new Date() });
  const { data: exchanged } = await browser.exchangeCodeForSession(readCode(endUrl));
  expect(exchanged.session).toBeNull();
  expect((await app.context.db.select().from(users))[0]?.emailConfirmedAt).toBeNull();
});

test('linking needs a session', async () => {
  const app = await createTestApp();
  expect((await linkProvider(app, createBrowser(app), 'google')).error).toBe('no_authorization');
});

test('each route allows 60 requests per IP address in 15 minutes', async () => {
  const app = await createTestApp({ env: { RATE_LIMITS: 'live', LOG_LEVEL: 'silent' } });
  app.advance(15 * 60_000 - (Date.now() % (15 * 60_000)));
  const outcomes = async (path: string) =>
    getLocation(await app.request(path)).searchParams.get('error_code') ?? 'let through';
  const query = new URLSearchParams({ provider: 'google', ...CHALLENGE });
  const statuses = async (requestRoute: () => Promise<string>) => {
    const responses: string[] = [];
    for (let n = 0; n < 61; n++) responses.push(await requestRoute());
    return [responses[0], responses[59], responses[60]];
  };
  const limit = 'over_request_rate_limit';
  expect(await statuses(() => outcomes(`/auth/v1/authorize?${query}`))).toEqual(['let through', 'let through', limit]);
  expect(await statuses(() => outcomes('/auth/v1/callback?state=x'))).toEqual([
    'bad_oauth_state',
    'bad_oauth_state',
    limit,
  ]);
  expect(await statuses(() => exchangeCode(app, 'x'))).toEqual([
    '404 flow_state_not_found',
    '404 flow_state_not_found',
    `429 ${limit}`,
  ]);
});

test('the callback accepts only small forms', async () => {
  const app = await createTestApp();
  const post = (type: string, body: string) =>
    app.request('/auth/v1/callback', { method: 'POST', headers: { 'content-type': type }, body });
  expect((await post('application/json', '{}')).status).toBe(415);
  expect((await post('application/x-www-form-urlencoded', `a=${'x'.repeat(20_000)}`)).status).toBe(413);
  expect((await post('application/x-www-form-urlencoded', 'state=x')).status).toBe(303);
});
