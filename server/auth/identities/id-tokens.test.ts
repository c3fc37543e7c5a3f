import { exportJWK, exportSPKI, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { expect, test } from 'vitest';

import { users } from '#server/db/schema-people.ts';
import { openShop, type TestShop } from '#server/testing.ts';

import { hashedNonce } from './id-token.ts';
import { answerPage, browserOf, leave, signedUpBrowser } from './testing-journey.ts';
import { GOOGLE_ENV, googleClaims, openSigner, outsideOf } from './testing-outside.ts';

const KEYS = 'https://www.googleapis.com/oauth2/v3/certs';
const google = await openSigner();

const openShopWithGoogle = (answers = { [KEYS]: google.keys }) => {
  const outside = outsideOf(answers);
  return openShop({ env: { ...GOOGLE_ENV }, outside: outside.fetch });
};

const NONCE = 'a nonce of the page';
/** Claims of a token that the page requested with its nonce. */
const claims = (change: JWTPayload = {}) => googleClaims({ nonce: hashedNonce(NONCE), ...change });

const signInWith = async (shop: TestShop, token: string, nonce: string | undefined = NONCE) => {
  const { data, error } = await browserOf(shop).signInWithIdToken({
    provider: 'google',
    token,
    ...(nonce === '' ? {} : { nonce }),
  });
  return error ? `${error.status} ${error.code}` : data.user.email;
};

test('signs in with an ID token that the page obtained itself', async () => {
  const shop = await openShopWithGoogle();
  expect(await signInWith(shop, await google.sign(claims()))).toBe('sam.vane@example.com');
});

test('the token contains the hashed nonce, and a sign-in needs the nonce', async () => {
  const shop = await openShopWithGoogle();
  const token = await google.sign(claims());
  expect(await signInWith(shop, token, '')).toBe('400 validation_failed');
  expect(await signInWith(shop, token, 'another')).toBe('400 bad_jwt');
  expect(await signInWith(shop, token, hashedNonce(NONCE))).toBe('400 bad_jwt');
  const without = await google.sign(googleClaims());
  expect(await signInWith(shop, without)).toBe('400 bad_jwt');
  expect(await signInWith(shop, without, '')).toBe('400 validation_failed');
  expect(await shop.context.db.select().from(users)).toEqual([]);
  expect(await signInWith(shop, token)).toBe('sam.vane@example.com');
});

test('a token works once, also when it is used five times at once, for as long as it is valid', async () => {
  const shop = await openShop({
    env: { ...GOOGLE_ENV, RATE_LIMITS: 'live' },
    outside: outsideOf({ [KEYS]: google.keys }).fetch,
  });
  const made = Math.floor(Date.now() / 1000) + 50;
  const token = await google.sign(claims({ iat: made }));
  const answers = await Promise.all(Array.from({ length: 5 }, () => signInWith(shop, token)));
  expect(answers.filter((answer) => answer === '400 bad_jwt')).toHaveLength(4);
  expect(answers).toContain('sam.vane@example.com');
  shop.advance(11 * 60_000);
  expect(await signInWith(shop, token)).toBe('400 bad_jwt');
  const next = await google.sign(claims({ iat: made + 11 * 60 }));
  expect(await signInWith(shop, next)).toBe('sam.vane@example.com');
});

test('a token with a re-encoded signature counts as the same token', async () => {
  const shop = await openShopWithGoogle();
  const token = await google.sign(claims());
  expect(await signInWith(shop, token)).toBe('sam.vane@example.com');
  // The last character of a base64url string of 256 bytes has unused bits.
  for (const tail of ['', 'A', '=', '=='])
    expect(await signInWith(shop, `${token}${tail}`)).toBe('400 bad_jwt');
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  for (const letter of letters)
    expect(await signInWith(shop, token.slice(0, -1) + letter)).toBe('400 bad_jwt');
});

test('rejects a token with another issuer, audience or time, or without a subject', async () => {
  const shop = await openShopWithGoogle();
  const now = Math.floor(Date.now() / 1000);
  const changes: [JWTPayload, string][] = [
    [{ iss: 'https://evil.example' }, '400 bad_jwt'],
    [{ iss: 'https://accounts.google.com.evil.example' }, '400 bad_jwt'],
    [{ iss: undefined }, '400 bad_jwt'],
    [{ aud: 'another.apps.googleusercontent.com' }, '400 unexpected_audience'],
    [{ aud: undefined }, '400 unexpected_audience'],
    [{ aud: [GOOGLE_ENV.GOOGLE_CLIENT_ID, 'another'], azp: 'another' }, '400 unexpected_audience'],
    [{ exp: now - 120 }, '400 bad_jwt'],
    [{ exp: undefined }, '400 bad_jwt'],
    [{ iat: now - 700 }, '400 bad_jwt'],
    [{ iat: now + 700, exp: now + 4000 }, '400 bad_jwt'],
    [{ iat: undefined }, '400 bad_jwt'],
    [{ nbf: now + 700 }, '400 bad_jwt'],
    [{ sub: undefined }, '400 bad_jwt'],
    [{ sub: '' }, '400 bad_jwt'],
    [{ nonce: 'unasked' }, '400 bad_jwt'],
    [{ nonce: undefined }, '400 bad_jwt'],
    [{ email_verified: 'no idea' }, '400 bad_jwt'],
    [{ email_verified: false }, '422 provider_email_needs_verification'],
    [{ email: undefined }, '422 provider_email_needs_verification'],
  ];
  const answers = [];
  for (const [change] of changes)
    answers.push([change, await signInWith(shop, await google.sign(claims(change)))]);
  expect(answers).toEqual(changes);
  expect(await shop.context.db.select().from(users)).toEqual([]);
});

test('rejects a token with another signature', async () => {
  const shop = await openShopWithGoogle();
  const good = await google.sign(claims());
  const [, payload, signature] = good.split('.');
  const stranger = await openSigner();
  const publicText = new TextEncoder().encode(await exportSPKI(google.publicKey));
  const segment = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const hmac = (alg: string) =>
    new SignJWT(claims()).setProtectedHeader({ alg, kid: 'key-1' }).sign(publicText);
  const jwk = { kty: 'oct', k: 'AAAA' };
  const tokens = [
    await stranger.sign(claims()),
    await stranger.sign(claims(), { jku: 'https://evil.example/keys', jwk }),
    await stranger.sign(claims(), { kid: 'unknown' }),
    await google.sign(claims(), { crit: ['exp'], exp: 1 }).catch(() => 'x.y.z'),
    await hmac('HS256'),
    await hmac('HS512'),
    `${segment({ alg: 'none' })}.${payload}.`,
    `${segment({ alg: 'none', kid: 'key-1' })}.${payload}.${signature}`,
    `${segment({ alg: 'RS256', kid: 'key-1' })}.${segment(claims({ sub: '1' }))}.${signature}`,
    `${good.slice(0, -8)}AAAAAAAA`,
    'not a token',
    'a.b.c',
  ];
  for (const token of tokens) expect([token, await signInWith(shop, token)]).toEqual([token, '400 bad_jwt']);
});

test('rejects a published key that is intended for another use', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'key-2' };
  const shop = await openShopWithGoogle({ [KEYS]: () => Response.json({ keys: [jwk] }) });
  const token = await new SignJWT(claims())
    .setProtectedHeader({ alg: 'ES256', kid: 'key-2' })
    .sign(privateKey);
  expect(await signInWith(shop, token)).toBe('400 bad_jwt');
});

test('our own tokens and those of mock providers do not sign in Google users', async () => {
  const shop = await openShopWithGoogle();
  const seller = await shop.seller();
  expect(await signInWith(shop, seller.session.access_token)).toBe('400 bad_jwt');
  const pretend = await openShop();
  const { path } = await answerPage(pretend, await leave(pretend, browserOf(pretend), 'google'));
  expect(path).toContain('/auth/v1/callback?code=');
  const token = await google.sign(claims({ iss: 'http://localhost:3000/sandbox/identity/google' }));
  expect(await signInWith(shop, token)).toBe('400 bad_jwt');
});

test('when the keys cannot be read, the sign-in fails with a retryable error', async () => {
  const trouble = [
    () => Promise.reject(new TypeError('fetch failed')),
    () => new Response('Bad gateway', { status: 502 }),
    () => Response.json({ nothing: true }),
    () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
  ];
  for (const answer of trouble) {
    const shop = await openShopWithGoogle({ [KEYS]: answer as typeof google.keys });
    expect(await signInWith(shop, await google.sign(claims()))).toMatch(/^503 /);
  }
});

test('a token links an identity to the signed-in account and continues its session', async () => {
  const shop = await openShopWithGoogle();
  const browser = await signedUpBrowser(shop, 'sam.vane@example.com');
  const iat = Math.floor(Date.now() / 1000);
  const link = async (jti: string) =>
    browser.linkIdentity({
      provider: 'google',
      token: await google.sign(claims({ jti, iat, exp: iat + 3600 })),
      nonce: NONCE,
    });
  const { data, error } = await link('1');
  expect(error).toBeNull();
  expect(data.user?.app_metadata.providers).toEqual(['email', 'google']);
  expect((await browser.refreshSession()).error).toBeNull();
  expect((await link('1')).error?.code).toBe('bad_jwt');
  expect((await link('2')).error?.code).toBe('identity_already_exists');
  shop.advance(6 * 60_000);
  expect((await link('3')).error?.code).toBe('reauthentication_needed');
});

test('only providers with ID tokens accept them', async () => {
  const shop = await openShop();
  for (const provider of ['github', 'facebook', '']) {
    const { error } = await browserOf(shop).signInWithIdToken({ provider, token: 'a.b.c' });
    expect(error?.code).toBe('oauth_provider_not_supported');
  }
});
