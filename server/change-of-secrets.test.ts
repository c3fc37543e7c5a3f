import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';

import { readCursor, writeCursor } from './api/cursor.ts';
import { browserOf, leave, walk } from './auth/identities/testing-journey.ts';
import { confirmAddress, shownBy, takeOne } from './auth/testing-mailbox.ts';
import { BO, buy, cookieOf, letIn, mailedTokens } from './buyers/testing-buyers.ts';
import { guarded, type Database } from './db/client.ts';
import { operatorProof } from './operator/operator-proof.ts';
import { publicShop } from './pages/public-shop.ts';
import { isSolved, newPuzzle } from './pay-brake/puzzle.ts';
import { solve } from './pay-brake/testing-brake.ts';
import { secretsFrom } from './secrets.ts';
import { askWith, openProgram } from './testing-api.ts';
import { openTestDatabase } from './testing-database.ts';
import { callAs, openShop, type TestShop } from './testing.ts';

const WEBHOOKS = { platform: 'whsec_platform', connect: 'whsec_connect' };
const FORMER = 'the secret until now, long enough for it';
const NEW = 'the secret from now on, and long enough too';
const MINUTE = 60_000;
const HERE = '203.0.113.7';

/** Starts an app process with these secrets. */
const start = (database: Database, secret: string, also: string | null = null): Promise<TestShop> =>
  openShop({
    // Its own database handle: caches keyed by the handle are not shared between processes.
    database: { ...database, db: guarded(database.db) },
    secrets: secretsFrom(secret, WEBHOOKS, also),
    env: { AUTH_SECRET: secret, ...(also && { AUTH_SECRET_ALSO: also }) },
  });

type Tokens = { access_token: string; refresh_token: string };

async function post(shop: TestShop, path: string, body: unknown, token?: string) {
  const answer = await shop.request(`/auth/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const tokensOf = ({ status, body }: Awaited<ReturnType<typeof post>>): Tokens => {
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({ refresh_token: expect.any(String) as string }),
  ]);
  return body as Tokens;
};

const refreshed = (shop: TestShop, refresh_token: string) =>
  post(shop, 'token?grant_type=refresh_token', { refresh_token });

const signedIn = async (shop: TestShop, email: string): Promise<Tokens> =>
  tokensOf(await post(shop, 'token?grant_type=password', { email, password: 'correct horse' }));

/** Answers a TOTP challenge with the code of the app's clock. */
async function withApp(shop: TestShop, { access_token }: Tokens, { factorId, seed }: App): Promise<Tokens> {
  const { body } = await post(shop, `factors/${factorId}/challenge`, {}, access_token);
  const code = new TOTP({ secret: seed }).generate({ timestamp: shop.context.realNow().getTime() });
  return tokensOf(
    await post(shop, `factors/${factorId}/verify`, { challenge_id: body.id, code }, access_token),
  );
}
type App = { factorId: string; seed: string };

const withRecoveryCode = async (shop: TestShop, email: string, code: string) =>
  post(shop, 'factors/recovery-codes/verify', { code }, (await signedIn(shop, email)).access_token);

async function kidsOf(shop: TestShop): Promise<string[]> {
  const answer = await shop.request('/auth/v1/.well-known/jwks.json');
  return ((await answer.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
}

/** Creates a seller with everything that depends on the secret, and a buyer. */
async function settle(shop: TestShop) {
  const seller = await shop.seller();
  const { email } = seller;
  await confirmAddress(shop.context, seller.session.user.id);
  const program = await openProgram(shop, seller);
  const { endpoint, secret } = (
    await seller.call('create-webhook-endpoint', { url: 'https://hooks.example.com/till' })
  ).body;
  await buy(shop, seller, BO);
  const { cookies } = await letIn({ shop, buyers: publicShop(shop.context).buyers });
  const bare = await signedIn(shop, email);
  const enrolled = await post(
    shop,
    'factors',
    { factor_type: 'totp', friendly_name: 'App' },
    bare.access_token,
  );
  const app = { factorId: String(enrolled.body.id), seed: (enrolled.body.totp as { secret: string }).secret };
  const session = await withApp(shop, bare, app);
  const made = await post(shop, 'factors/recovery-codes', {}, session.access_token);
  return {
    email,
    app,
    session,
    key: program.secret,
    webhook: { endpointId: endpoint.id, secret },
    codes: made.body.codes as string[],
    cookies,
  };
}

const secretShown = async (shop: TestShop, { access_token }: Tokens, endpointId: string) =>
  (await callAs(shop.request, access_token)('show-webhook-secret', { endpointId })).body.secret;

async function reseal(shop: TestShop): Promise<{ text: string; good: boolean }> {
  const proof = operatorProof(shop.context.secrets, 'reseal', shop.context.realNow());
  const answer = await shop.request('/operator/reseal', {
    method: 'POST',
    headers: { Authorization: `Bearer ${proof}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ words: [] }),
  });
  return (await answer.json()) as { text: string; good: boolean };
}

test('rotates the secret without interruption, reseals everything, and then works without the old secret', async () => {
  const database = await openTestDatabase();
  const before = await start(database, FORMER);
  const had = await settle(before);
  const kids = await kidsOf(before);
  await post(before, 'recover', { email: had.email });
  await publicShop(before.context).buyers.ask(BO, HERE);
  await before.rest();

  const both = await start(database, NEW, FORMER);
  both.advance(MINUTE);
  // Sessions, API keys, TOTP, recovery codes, webhooks.
  expect((await callAs(both.request, had.session.access_token)('list-api-keys', {})).status).toBe(200);
  const session = tokensOf(await refreshed(both, had.session.refresh_token));
  expect((await askWith(both, had.key)('GET', '/slug-check?slug=a')).status).toBe(200);
  const anew = await withApp(both, await signedIn(both, had.email), had.app);
  expect(await secretShown(both, anew, had.webhook.endpointId)).toBe(had.webhook.secret);
  expect((await withRecoveryCode(both, had.email, had.codes[0] ?? '')).status).toBe(200);
  expect(await kidsOf(both)).toEqual(kids);
  // Queued mail.
  const { token_hash, type } = shownBy(await takeOne(both.context, had.email, 'recover_password'));
  expect((await post(both, 'verify', { token_hash, type })).status).toBe(200);
  const { buyers } = publicShop(both.context);
  expect(await buyers.enter(had.cookies)).not.toBeNull();
  const link = (await mailedTokens(both, BO)).at(-1) ?? '';
  const opened = await buyers.open(link, had.cookies, HERE);
  if ('refused' in opened) throw opened.refused;

  expect(await reseal(both)).toEqual({
    text: expect.stringMatching(
      /^Sealed anew: \d+ \(seeds of apps 1, keys of access tokens 1, secrets of webhooks 1, tokens of sessions \d+, mails 2\)\.\nRun this again/,
    ) as string,
    good: true,
  });
  expect(await reseal(both)).toEqual({
    text: expect.stringMatching(/^Sealed anew: 0\.\n.* may go /) as string,
    good: true,
  });
  await both.rest();

  const after = await start(database, NEW);
  after.advance(3 * MINUTE);
  tokensOf(await refreshed(after, session.refresh_token));
  const last = await withApp(after, await signedIn(after, had.email), had.app);
  expect(await secretShown(after, last, had.webhook.endpointId)).toBe(had.webhook.secret);
  expect((await askWith(after, had.key)('GET', '/slug-check?slug=a')).status).toBe(200);
  expect(await kidsOf(after)).toEqual(kids);
  expect(await mailedTokens(after, BO)).toContain(link);
  expect(await publicShop(after.context).buyers.enter(cookieOf(opened.setCookie))).not.toBeNull();
  // Recovery codes are hashed and cannot be resealed.
  expect((await withRecoveryCode(after, had.email, had.codes[1] ?? '')).status).toBe(422);
});

test('opens nothing of the old secret when AUTH_SECRET_ALSO is missing', async () => {
  const database = await openTestDatabase();
  const before = await start(database, FORMER);
  const had = await settle(before);
  const after = await start(database, NEW);
  expect(await refreshed(after, had.session.refresh_token)).toMatchObject({
    status: 400,
    body: { code: 'refresh_token_not_found' },
  });
  expect((await askWith(after, had.key)('GET', '/slug-check?slug=a')).status).toBe(401);
  expect((await withRecoveryCode(after, had.email, had.codes[0] ?? '')).status).toBe(422);
  expect(await publicShop(after.context).buyers.enter(had.cookies)).toBeNull();
  expect(await reseal(after)).toMatchObject({ good: false });
});

test('lets processes switch one by one when all of them know the next secret first', async () => {
  const database = await openTestDatabase();
  const waits = await start(database, FORMER, NEW);
  const changed = await start(database, NEW, FORMER);
  const seller = await changed.seller();
  const one = await signedIn(changed, seller.email);
  const two = tokensOf(await refreshed(waits, one.refresh_token));
  tokensOf(await refreshed(changed, two.refresh_token));
  expect((await callAs(waits.request, one.access_token)('list-api-keys', {})).status).toBe(200);
  const { secret } = await openProgram(changed, seller);
  for (const process of [waits, changed])
    expect((await askWith(process, secret)('GET', '/slug-check?slug=a')).status).toBe(200);
  expect(await kidsOf(waits)).toEqual(await kidsOf(changed));
});

test('completes an OAuth flow, an emailed code, a cursor and a proof-of-work challenge on another process', async () => {
  const database = await openTestDatabase();
  const [waits, changed] = [await start(database, FORMER, NEW), await start(database, NEW, FORMER)];
  const browser = browserOf(waits);
  const end = await walk(changed, await leave(waits, browser, 'google'));
  const { data } = await browser.exchangeCodeForSession(end.searchParams.get('code') ?? '');
  const email = data.user?.email ?? '';
  await post(waits, 'recover', { email });
  const { code: token } = await takeOne(changed.context, email, 'recover_password');
  expect((await post(changed, 'verify', { email, token, type: 'recovery' })).status).toBe(200);

  const cursor = writeCursor(waits.context, 'a list', ['last', 1]);
  expect(readCursor(changed.context, 'a list', cursor)).toEqual(['last', 1]);
  expect(() => readCursor(changed.context, 'another list', cursor)).toThrow();
  const asked = { act: 'pay', pageId: 'a page', address: HERE } as const;
  const proof = solve(newPuzzle(waits.context, asked));
  expect(await isSolved(changed.context, { ...asked, act: 'coupon' }, proof)).toBe(false);
  expect(await isSolved(changed.context, asked, proof)).toBe(true);
});

test('counts texts that neither secret can open, and leaves them unchanged', async () => {
  const database = await openTestDatabase();
  await settle(await start(database, FORMER));
  const wrong = await start(database, NEW, 'a secret that was never in force here');
  const { text, good } = await reseal(wrong);
  expect(good).toBe(false);
  expect(text).toMatch(/^Sealed anew: 0\.\nOf neither secret, and as they were: \d+\./);
});
