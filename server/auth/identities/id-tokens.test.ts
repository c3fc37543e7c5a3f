import { exportJWK, exportSPKI, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { expect, test } from 'vitest';

import { users } from '#server/db/schema-people.ts';
import { openShop } from '#server/testing.ts';

import { hashedNonce } from './id-token.ts';
import { answerPage, browserOf, leave, signedUpBrowser } from './testing-journey.ts';
import { GOOGLE_ENV, googleClaims, openSigner, outsideOf } from './testing-outside.ts';

const KEYS = 'https://www.googleapis.com/oauth2/v3/certs';
const google = await openSigner();

const openShopWithGoogle = (answers = { [KEYS]: google.keys }) => {
  const outside = outsideOf(answers);
  return openShop({ env: { ...GOOGLE_ENV }, outside: outside.fetch });
};

const signInWith = async (shop: Awaited<ReturnType<typeof openShop>>, token: string, nonce?: string) => {
  const { data, error } = await browserOf(shop).signInWithIdToken({
    provider: 'google',
    token,
    ...(nonce === undefined ? {} : { nonce }),
  });
  return error ? `${error.status} ${error.code}` : data.user.email;
};

test('a page that has got an ID token itself signs in with it', async () => {
  const shop = await openShopWithGoogle();
  expect(await signInWith(shop, await google.sign(googleClaims()))).toBe('sam.vane@example.com');
});

test('a nonce stands hashed in the token, and is asked for where there is one', async () => {
  const shop = await openShopWithGoogle();
  const nonce = 'a nonce of the page';
  const token = await google.sign(googleClaims({ nonce: hashedNonce(nonce) }));
  expect(await signInWith(shop, token, nonce)).toBe('sam.vane@example.com');
  expect(await signInWith(shop, token)).toBe('400 bad_jwt');
  expect(await signInWith(shop, token, 'another')).toBe('400 bad_jwt');
  expect(await signInWith(shop, token, hashedNonce(nonce))).toBe('400 bad_jwt');
  expect(await signInWith(shop, await google.sign(googleClaims()), nonce)).toBe('400 bad_jwt');
});

test('a token of another issuer, audience, time or without a name is refused', async () => {
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
    [{ email_verified: 'no idea' }, '400 bad_jwt'],
    [{ email_verified: false }, '422 provider_email_needs_verification'],
    [{ email: undefined }, '422 provider_email_needs_verification'],
  ];
  const answers = [];
  for (const [change] of changes)
    answers.push([change, await signInWith(shop, await google.sign(googleClaims(change)))]);
  expect(answers).toEqual(changes);
  expect(await shop.context.db.select().from(users)).toEqual([]);
});

test('a token that is signed otherwise is refused', async () => {
  const shop = await openShopWithGoogle();
  const good = await google.sign(googleClaims());
  const [, payload, signature] = good.split('.');
  const stranger = await openSigner();
  const publicText = new TextEncoder().encode(await exportSPKI(google.publicKey));
  const segment = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const hmac = (alg: string) =>
    new SignJWT(googleClaims()).setProtectedHeader({ alg, kid: 'key-1' }).sign(publicText);
  const jwk = { kty: 'oct', k: 'AAAA' };
  const tokens = [
    await stranger.sign(googleClaims()),
    await stranger.sign(googleClaims(), { jku: 'https://evil.example/keys', jwk }),
    await stranger.sign(googleClaims(), { kid: 'unknown' }),
    await google.sign(googleClaims(), { crit: ['exp'], exp: 1 }).catch(() => 'x.y.z'),
    await hmac('HS256'),
    await hmac('HS512'),
    `${segment({ alg: 'none' })}.${payload}.`,
    `${segment({ alg: 'none', kid: 'key-1' })}.${payload}.${signature}`,
    `${segment({ alg: 'RS256', kid: 'key-1' })}.${segment(googleClaims({ sub: '1' }))}.${signature}`,
    `${good.slice(0, -8)}AAAAAAAA`,
    'not a token',
    'a.b.c',
  ];
  for (const token of tokens) expect([token, await signInWith(shop, token)]).toEqual([token, '400 bad_jwt']);
});

test('a published key that is meant for something else signs nobody in', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'key-2' };
  const shop = await openShopWithGoogle({ [KEYS]: () => Response.json({ keys: [jwk] }) });
  const token = await new SignJWT(googleClaims())
    .setProtectedHeader({ alg: 'ES256', kid: 'key-2' })
    .sign(privateKey);
  expect(await signInWith(shop, token)).toBe('400 bad_jwt');
});

test('our own tokens and those of our stand-ins say nothing about Google’s people', async () => {
  const shop = await openShopWithGoogle();
  const seller = await shop.seller();
  expect(await signInWith(shop, seller.session.access_token)).toBe('400 bad_jwt');
  const pretend = await openShop();
  const { path } = await answerPage(pretend, await leave(pretend, browserOf(pretend), 'google'));
  expect(path).toContain('/auth/v1/callback?code=');
  const token = await google.sign(googleClaims({ iss: 'http://localhost:3000/sandbox/identity/google' }));
  expect(await signInWith(shop, token)).toBe('400 bad_jwt');
});

test('when the keys cannot be read, nobody is let in and the next minute may be better', async () => {
  const trouble = [
    () => Promise.reject(new TypeError('fetch failed')),
    () => new Response('Bad gateway', { status: 502 }),
    () => Response.json({ nothing: true }),
    () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
  ];
  for (const answer of trouble) {
    const shop = await openShopWithGoogle({ [KEYS]: answer as typeof google.keys });
    expect(await signInWith(shop, await google.sign(googleClaims()))).toMatch(/^503 /);
  }
});

test('a token connects to the account that is signed in, whose session goes on', async () => {
  const shop = await openShopWithGoogle();
  const browser = await signedUpBrowser(shop, 'sam.vane@example.com');
  const token = await google.sign(googleClaims());
  const { data, error } = await browser.linkIdentity({ provider: 'google', token });
  expect(error).toBeNull();
  expect(data.user?.app_metadata.providers).toEqual(['email', 'google']);
  expect((await browser.refreshSession()).error).toBeNull();
  const again = await browser.linkIdentity({ provider: 'google', token });
  expect(again.error?.code).toBe('identity_already_exists');
  shop.advance(6 * 60_000);
  const late = await browser.linkIdentity({ provider: 'google', token });
  expect(late.error?.code).toBe('reauthentication_needed');
});

test('only providers with ID tokens take them', async () => {
  const shop = await openShop();
  for (const provider of ['github', 'facebook', '']) {
    const { error } = await browserOf(shop).signInWithIdToken({ provider, token: 'a.b.c' });
    expect(error?.code).toBe('oauth_provider_not_supported');
  }
});
