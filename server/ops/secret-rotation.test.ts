import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';

import { MINUTE_MS } from '#domain/time-units.ts';
import { readCursor, writeCursor } from '#server/api/cursors.ts';

import { isChallengeSolved, createChallenge } from '../checkout/proof-of-work.ts';
import { createSecrets } from '../core/secrets.ts';
import { guardTransactions, type Database } from '../db/client.ts';
import { createPublicServices } from '../routes/public-services.ts';
import { sendWith, createApiClient } from '../testing/api-client.ts';
import { BO, buyPage, toCookieHeader, signInBuyer, listMailedTokens } from '../testing/buyer-helpers.ts';
import { solveChallenge } from '../testing/card-fraud.ts';
import { createBrowser, startFlow, completeFlow } from '../testing/provider-flow-helpers.ts';
import { confirmAddress, parseMailLink, takeMailOfKind } from '../testing/take-mail.ts';
import { rpcAs, createTestApp, type TestApp } from '../testing/test-app.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { runReseal } from './reseal.ts';

const WEBHOOKS = { platform: 'whsec_platform', connect: 'whsec_connect' };
const PREVIOUS_SECRET = 'the secret until now, long enough for it';
const NEW_SECRET = 'the secret from now on, and long enough too';
const CLIENT_ADDRESS = '203.0.113.7';

/** Starts an app process with these secrets. */
const startProcess = (database: Database, secret: string, alternate: string | null = null): Promise<TestApp> =>
  createTestApp({
    // Its own database handle: caches keyed by the handle are not shared between processes.
    database: { ...database, db: guardTransactions(database.db) },
    secrets: createSecrets(secret, WEBHOOKS, alternate),
    env: { AUTH_SECRET: secret, ...(alternate && { AUTH_SECRET_ALSO: alternate }) },
  });

type Tokens = { access_token: string; refresh_token: string };

async function post(app: TestApp, path: string, body: unknown, token?: string) {
  const response = await app.request(`/auth/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const tokensOf = ({ status, body }: Awaited<ReturnType<typeof post>>): Tokens => {
  expect([status, body]).toEqual([200, expect.objectContaining({ refresh_token: expect.any(String) as string })]);
  return body as Tokens;
};

const refreshSession = (app: TestApp, refresh_token: string) =>
  post(app, 'token?grant_type=refresh_token', { refresh_token });

const signIn = async (app: TestApp, email: string): Promise<Tokens> =>
  tokensOf(await post(app, 'token?grant_type=password', { email, password: 'correct horse' }));

/** Answers a TOTP challenge with the code of the app's clock. */
async function verifyTotp(app: TestApp, { access_token }: Tokens, { factorId, seed }: TotpFactor): Promise<Tokens> {
  const { body } = await post(app, `factors/${factorId}/challenge`, {}, access_token);
  const code = new TOTP({ secret: seed }).generate({ timestamp: app.context.realNow().getTime() });
  return tokensOf(await post(app, `factors/${factorId}/verify`, { challenge_id: body.id, code }, access_token));
}
type TotpFactor = { factorId: string; seed: string };

const useRecoveryCode = async (app: TestApp, email: string, code: string) =>
  post(app, 'factors/recovery-codes/verify', { code }, (await signIn(app, email)).access_token);

async function listKeyIds(app: TestApp): Promise<string[]> {
  const response = await app.request('/auth/v1/.well-known/jwks.json');
  return ((await response.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
}

/** Creates a seller with everything that depends on the secret, and a buyer. */
async function createSecretBoundData(app: TestApp) {
  const seller = await app.signUpSeller();
  const { email } = seller;
  await confirmAddress(app.context, seller.session.user.id);
  const apiClient = await createApiClient(app, seller);
  const { endpoint, secret } = (await seller.rpc('create-webhook-endpoint', { url: 'https://hooks.example.com/till' }))
    .body;
  await buyPage(app, seller, BO);
  const { cookies } = await signInBuyer({ app, buyers: createPublicServices(app.context).buyerPortal });
  const firstFactorSession = await signIn(app, email);
  const enrolled = await post(
    app,
    'factors',
    { factor_type: 'totp', friendly_name: 'App' },
    firstFactorSession.access_token,
  );
  const totpFactor = {
    factorId: String(enrolled.body.id),
    seed: (enrolled.body.totp as { secret: string }).secret,
  };
  const session = await verifyTotp(app, firstFactorSession, totpFactor);
  const created = await post(app, 'factors/recovery-codes', {}, session.access_token);
  return {
    email,
    totpFactor,
    session,
    key: apiClient.secret,
    webhook: { endpointId: endpoint.id, secret },
    codes: created.body.codes as string[],
    cookies,
  };
}

const revealWebhookSecret = async (app: TestApp, { access_token }: Tokens, endpointId: string) =>
  (await rpcAs(app.request, access_token)('show-webhook-secret', { endpointId })).body.secret;

const reseal = (app: TestApp) => runReseal(app.context, []);

test('rotates the secret without interruption, reseals everything, and then works without the old secret', async () => {
  const database = await openTestDatabase();
  const before = await startProcess(database, PREVIOUS_SECRET);
  const data = await createSecretBoundData(before);
  const kids = await listKeyIds(before);
  await post(before, 'recover', { email: data.email });
  await createPublicServices(before.context).buyerPortal.requestLink(BO, CLIENT_ADDRESS);
  await before.stopWorkers();

  const rotating = await startProcess(database, NEW_SECRET, PREVIOUS_SECRET);
  rotating.advance(MINUTE_MS);
  // Sessions, API keys, TOTP, recovery codes, webhooks.
  expect((await rpcAs(rotating.request, data.session.access_token)('list-api-keys', {})).status).toBe(200);
  const session = tokensOf(await refreshSession(rotating, data.session.refresh_token));
  expect((await sendWith(rotating, data.key)('GET', '/pages/slug-availability?slug=a')).status).toBe(200);
  const elevated = await verifyTotp(rotating, await signIn(rotating, data.email), data.totpFactor);
  expect(await revealWebhookSecret(rotating, elevated, data.webhook.endpointId)).toBe(data.webhook.secret);
  expect((await useRecoveryCode(rotating, data.email, data.codes[0] ?? '')).status).toBe(200);
  expect(await listKeyIds(rotating)).toEqual(kids);
  // Queued mail.
  const { token_hash, type } = parseMailLink(await takeMailOfKind(rotating.context, data.email, 'recover_password'));
  expect((await post(rotating, 'verify', { token_hash, type })).status).toBe(200);
  const { buyerPortal: buyers } = createPublicServices(rotating.context);
  expect(await buyers.authenticate(data.cookies)).not.toBeNull();
  const link = (await listMailedTokens(rotating, BO)).at(-1) ?? '';
  const redeemed = await buyers.redeemLink(link, data.cookies, CLIENT_ADDRESS);
  if ('error' in redeemed) throw redeemed.error;

  expect(await reseal(rotating)).toEqual({
    text: expect.stringMatching(
      /^Encrypted again: \d+ \(authenticator secrets 1, token signing keys 1, webhook signing secrets 1, refresh tokens \d+, emails 2\)\.\nRun npm run reseal again/,
    ) as string,
    good: true,
  });
  expect(await reseal(rotating)).toEqual({
    text: expect.stringMatching(/^Encrypted again: 0\.\n.* You can remove it once /) as string,
    good: true,
  });
  await rotating.stopWorkers();

  const after = await startProcess(database, NEW_SECRET);
  after.advance(3 * MINUTE_MS);
  tokensOf(await refreshSession(after, session.refresh_token));
  const lastSession = await verifyTotp(after, await signIn(after, data.email), data.totpFactor);
  expect(await revealWebhookSecret(after, lastSession, data.webhook.endpointId)).toBe(data.webhook.secret);
  expect((await sendWith(after, data.key)('GET', '/pages/slug-availability?slug=a')).status).toBe(200);
  expect(await listKeyIds(after)).toEqual(kids);
  expect(await listMailedTokens(after, BO)).toContain(link);
  expect(
    await createPublicServices(after.context).buyerPortal.authenticate(toCookieHeader(redeemed.setCookie)),
  ).not.toBeNull();
  // Recovery codes are hashed and cannot be resealed.
  expect((await useRecoveryCode(after, data.email, data.codes[1] ?? '')).status).toBe(422);
});

test('opens nothing of the old secret when AUTH_SECRET_ALSO is missing', async () => {
  const database = await openTestDatabase();
  const before = await startProcess(database, PREVIOUS_SECRET);
  const data = await createSecretBoundData(before);
  const after = await startProcess(database, NEW_SECRET);
  expect(await refreshSession(after, data.session.refresh_token)).toMatchObject({
    status: 400,
    body: { code: 'refresh_token_not_found' },
  });
  expect((await sendWith(after, data.key)('GET', '/pages/slug-availability?slug=a')).status).toBe(401);
  expect((await useRecoveryCode(after, data.email, data.codes[0] ?? '')).status).toBe(422);
  expect(await createPublicServices(after.context).buyerPortal.authenticate(data.cookies)).toBeNull();
  expect(await reseal(after)).toMatchObject({ good: false });
});

test('lets processes switch one by one when all of them know the next secret first', async () => {
  const database = await openTestDatabase();
  const beforeSwitch = await startProcess(database, PREVIOUS_SECRET, NEW_SECRET);
  const afterSwitch = await startProcess(database, NEW_SECRET, PREVIOUS_SECRET);
  const seller = await afterSwitch.signUpSeller();
  const firstSession = await signIn(afterSwitch, seller.email);
  const secondSession = tokensOf(await refreshSession(beforeSwitch, firstSession.refresh_token));
  tokensOf(await refreshSession(afterSwitch, secondSession.refresh_token));
  expect((await rpcAs(beforeSwitch.request, firstSession.access_token)('list-api-keys', {})).status).toBe(200);
  const { secret } = await createApiClient(afterSwitch, seller);
  for (const process of [beforeSwitch, afterSwitch])
    expect((await sendWith(process, secret)('GET', '/pages/slug-availability?slug=a')).status).toBe(200);
  expect(await listKeyIds(beforeSwitch)).toEqual(await listKeyIds(afterSwitch));
});

test('completes an OAuth flow, an emailed code, a cursor and a proof-of-work challenge on another process', async () => {
  const database = await openTestDatabase();
  const [beforeSwitch, afterSwitch] = [
    await startProcess(database, PREVIOUS_SECRET, NEW_SECRET),
    await startProcess(database, NEW_SECRET, PREVIOUS_SECRET),
  ];
  const browser = createBrowser(beforeSwitch);
  const callbackUrl = await completeFlow(afterSwitch, await startFlow(beforeSwitch, browser, 'google'));
  const { data } = await browser.exchangeCodeForSession(callbackUrl.searchParams.get('code') ?? '');
  const email = data.user?.email ?? '';
  await post(beforeSwitch, 'recover', { email });
  const { code: token } = await takeMailOfKind(afterSwitch.context, email, 'recover_password');
  expect((await post(afterSwitch, 'verify', { email, token, type: 'recovery' })).status).toBe(200);

  const cursor = writeCursor(beforeSwitch.context, 'a list', ['last', 1]);
  expect(readCursor(afterSwitch.context, 'a list', cursor)).toEqual(['last', 1]);
  expect(() => readCursor(afterSwitch.context, 'another list', cursor)).toThrow();
  const challengeInput = { action: 'pay', pageId: 'a page', address: CLIENT_ADDRESS } as const;
  const solution = await solveChallenge(await createChallenge(beforeSwitch.context, challengeInput));
  expect(await isChallengeSolved(afterSwitch.context, { ...challengeInput, action: 'coupon' }, solution)).toBe(false);
  expect(await isChallengeSolved(afterSwitch.context, challengeInput, solution)).toBe(true);
});

test('counts texts that neither secret can open, and leaves them unchanged', async () => {
  const database = await openTestDatabase();
  await createSecretBoundData(await startProcess(database, PREVIOUS_SECRET));
  const misconfigured = await startProcess(database, NEW_SECRET, 'a secret that was never in force here');
  const { text, good } = await reseal(misconfigured);
  expect(good).toBe(false);
  expect(text).toMatch(/^Encrypted again: 0\.\nNot readable with either secret, and unchanged: \d+\./);
});
