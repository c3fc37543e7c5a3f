import { exportJWK, exportSPKI, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { expect, test } from 'vitest';

import { users } from '#server/db/schema-users.ts';
import { GOOGLE_ENV, googleClaims, createSigner, createMockNetwork } from '#server/testing/mock-network.ts';
import { submitProviderPage, createBrowser, startFlow, signUpBrowser } from '#server/testing/provider-flow-helpers.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

import { hashNonce } from './id-token.ts';

const KEYS = 'https://www.googleapis.com/oauth2/v3/certs';
const google = await createSigner();

const createAppWithGoogle = (responses = { [KEYS]: google.keys }) => {
  const network = createMockNetwork(responses);
  return createTestApp({ env: { ...GOOGLE_ENV }, externalFetch: network.fetch });
};

const NONCE = 'a nonce of the page';
/** Claims of a token that the page requested with its nonce. */
const claims = (overrides: JWTPayload = {}) => googleClaims({ nonce: hashNonce(NONCE), ...overrides });

const signInWith = async (app: TestApp, token: string, nonce: string | undefined = NONCE) => {
  const { data, error } = await createBrowser(app).signInWithIdToken({
    provider: 'google',
    token,
    ...(nonce === '' ? {} : { nonce }),
  });
  return error ? `${error.status} ${error.code}` : data.user.email;
};

test('signs in with an ID token that the page obtained itself', async () => {
  const app = await createAppWithGoogle();
  expect(await signInWith(app, await google.sign(claims()))).toBe('sam.vane@example.com');
});

test('the token contains the hashed nonce, and a sign-in needs the nonce', async () => {
  const app = await createAppWithGoogle();
  const token = await google.sign(claims());
  expect(await signInWith(app, token, '')).toBe('400 validation_failed');
  expect(await signInWith(app, token, 'another')).toBe('400 bad_jwt');
  expect(await signInWith(app, token, hashNonce(NONCE))).toBe('400 bad_jwt');
  const tokenWithoutNonce = await google.sign(googleClaims());
  expect(await signInWith(app, tokenWithoutNonce)).toBe('400 bad_jwt');
  expect(await signInWith(app, tokenWithoutNonce, '')).toBe('400 validation_failed');
  expect(await app.context.db.select().from(users)).toEqual([]);
  expect(await signInWith(app, token)).toBe('sam.vane@example.com');
});

test('a token works once, also when it is used five times at once, for as long as it is valid', async () => {
  const app = await createTestApp({
    env: { ...GOOGLE_ENV, RATE_LIMITS: 'live' },
    externalFetch: createMockNetwork({ [KEYS]: google.keys }).fetch,
  });
  const issuedAt = Math.floor(Date.now() / 1000) + 50;
  const token = await google.sign(claims({ iat: issuedAt }));
  const responses = await Promise.all(Array.from({ length: 5 }, () => signInWith(app, token)));
  expect(responses.filter((response) => response === '400 bad_jwt')).toHaveLength(4);
  expect(responses).toContain('sam.vane@example.com');
  app.advance(11 * 60_000);
  expect(await signInWith(app, token)).toBe('400 bad_jwt');
  const nextToken = await google.sign(claims({ iat: issuedAt + 11 * 60 }));
  expect(await signInWith(app, nextToken)).toBe('sam.vane@example.com');
});

test('a token with a re-encoded signature counts as the same token', async () => {
  const app = await createAppWithGoogle();
  const token = await google.sign(claims());
  expect(await signInWith(app, token)).toBe('sam.vane@example.com');
  // The last character of a base64url string of 256 bytes has unused bits.
  for (const suffix of ['', 'A', '=', '==']) expect(await signInWith(app, `${token}${suffix}`)).toBe('400 bad_jwt');
  const BASE64URL_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  for (const character of BASE64URL_ALPHABET)
    expect(await signInWith(app, token.slice(0, -1) + character)).toBe('400 bad_jwt');
});

test('rejects a token with another issuer, audience or time, or without a subject', async () => {
  const app = await createAppWithGoogle();
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
  const responses = [];
  for (const [overrides] of changes)
    responses.push([overrides, await signInWith(app, await google.sign(claims(overrides)))]);
  expect(responses).toEqual(changes);
  expect(await app.context.db.select().from(users)).toEqual([]);
});

test('rejects a token with another signature', async () => {
  const app = await createAppWithGoogle();
  const validToken = await google.sign(claims());
  const [, payload, signature] = validToken.split('.');
  const foreignKeys = await createSigner();
  const publicPem = new TextEncoder().encode(await exportSPKI(google.publicKey));
  const encodeSegment = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signHmac = (alg: string) => new SignJWT(claims()).setProtectedHeader({ alg, kid: 'key-1' }).sign(publicPem);
  const jwk = { kty: 'oct', k: 'AAAA' };
  const tokens = [
    await foreignKeys.sign(claims()),
    await foreignKeys.sign(claims(), { jku: 'https://evil.example/keys', jwk }),
    await foreignKeys.sign(claims(), { kid: 'unknown' }),
    await google.sign(claims(), { crit: ['exp'], exp: 1 }).catch(() => 'x.y.z'),
    await signHmac('HS256'),
    await signHmac('HS512'),
    `${encodeSegment({ alg: 'none' })}.${payload}.`,
    `${encodeSegment({ alg: 'none', kid: 'key-1' })}.${payload}.${signature}`,
    `${encodeSegment({ alg: 'RS256', kid: 'key-1' })}.${encodeSegment(claims({ sub: '1' }))}.${signature}`,
    `${validToken.slice(0, -8)}AAAAAAAA`,
    'not a token',
    'a.b.c',
  ];
  for (const token of tokens) expect([token, await signInWith(app, token)]).toEqual([token, '400 bad_jwt']);
});

test('rejects a published key that is intended for another use', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'key-2' };
  const app = await createAppWithGoogle({ [KEYS]: () => Response.json({ keys: [jwk] }) });
  const token = await new SignJWT(claims()).setProtectedHeader({ alg: 'ES256', kid: 'key-2' }).sign(privateKey);
  expect(await signInWith(app, token)).toBe('400 bad_jwt');
});

test('our own tokens and those of mock providers do not sign in Google users', async () => {
  const app = await createAppWithGoogle();
  const seller = await app.signUpSeller();
  expect(await signInWith(app, seller.session.access_token)).toBe('400 bad_jwt');
  const mockToken = await createTestApp();
  const { path } = await submitProviderPage(mockToken, await startFlow(mockToken, createBrowser(mockToken), 'google'));
  expect(path).toContain('/auth/v1/callback?code=');
  const token = await google.sign(claims({ iss: 'http://localhost:3000/sandbox/identity/google' }));
  expect(await signInWith(app, token)).toBe('400 bad_jwt');
});

test('when the keys cannot be read, the sign-in fails with a retryable error', async () => {
  const failures = [
    () => Promise.reject(new TypeError('fetch failed')),
    () => new Response('Bad gateway', { status: 502 }),
    () => Response.json({ nothing: true }),
    () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
  ];
  for (const response of failures) {
    const app = await createAppWithGoogle({ [KEYS]: response as typeof google.keys });
    expect(await signInWith(app, await google.sign(claims()))).toMatch(/^503 /);
  }
});

test('a token links an identity to the signed-in account and continues its session', async () => {
  const app = await createAppWithGoogle();
  const browser = await signUpBrowser(app, 'sam.vane@example.com');
  const iat = Math.floor(Date.now() / 1000);
  const linkResponse = async (jti: string) =>
    browser.linkIdentity({
      provider: 'google',
      token: await google.sign(claims({ jti, iat, exp: iat + 3600 })),
      nonce: NONCE,
    });
  const { data, error } = await linkResponse('1');
  expect(error).toBeNull();
  expect(data.user?.app_metadata.providers).toEqual(['email', 'google']);
  expect((await browser.refreshSession()).error).toBeNull();
  expect((await linkResponse('1')).error?.code).toBe('bad_jwt');
  expect((await linkResponse('2')).error?.code).toBe('identity_already_exists');
  app.advance(6 * 60_000);
  expect((await linkResponse('3')).error?.code).toBe('reauthentication_needed');
});

test('only providers with ID tokens accept them', async () => {
  const app = await createTestApp();
  for (const provider of ['github', 'facebook', '']) {
    const { error } = await createBrowser(app).signInWithIdToken({ provider, token: 'a.b.c' });
    expect(error?.code).toBe('oauth_provider_not_supported');
  }
});
