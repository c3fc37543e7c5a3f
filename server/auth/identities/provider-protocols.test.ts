import { createHash } from 'node:crypto';

import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { expect, test } from 'vitest';

import {
  createAppleEnv,
  GITHUB_ENV,
  GOOGLE_ENV,
  googleClaims,
  createSigner,
  createMockNetwork,
} from '#server/testing/mock-network.ts';
import { createBrowser, startFlow, getLocation } from '#server/testing/provider-flow-helpers.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const CALLBACK = 'http://localhost:3000/auth/v1/callback';
const signer = await createSigner();

const readFormFields = async (request: Request | undefined) =>
  Object.fromEntries(new URLSearchParams(await request?.text()));

const returnWith = async (app: TestApp, query: Record<string, string>) =>
  getLocation(await app.request(`/auth/v1/callback?${new URLSearchParams(query)}`));

const exchangeCode = async (browser: ReturnType<typeof createBrowser>, endUrl: URL) => {
  const code = endUrl.searchParams.get('code');
  if (code === null) return endUrl.searchParams.get('error_code');
  return (await browser.exchangeCodeForSession(code)).data.user?.email;
};

test("follows Google's protocol", async () => {
  let nonce = '';
  const network = createMockNetwork({
    'https://oauth2.googleapis.com/token': async () =>
      Response.json({
        access_token: 'ya29.a0',
        expires_in: 3599,
        scope: 'https://www.googleapis.com/auth/userinfo.email openid',
        token_type: 'Bearer',
        id_token: await signer.sign(googleClaims({ nonce })),
      }),
    'https://www.googleapis.com/oauth2/v3/certs': signer.keys,
  });
  const app = await createTestApp({ env: { ...GOOGLE_ENV }, externalFetch: network.fetch });
  const browser = createBrowser(app);
  const page = await startFlow(app, browser, 'google');
  const authorizeParams = Object.fromEntries(page.searchParams);
  nonce = authorizeParams.nonce ?? '';
  expect(page.origin + page.pathname).toBe('https://accounts.google.com/o/oauth2/v2/auth');
  expect(authorizeParams).toMatchObject({
    client_id: GOOGLE_ENV.GOOGLE_CLIENT_ID,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge_method: 'S256',
  });
  const endUrl = await returnWith(app, {
    state: authorizeParams.state ?? '',
    iss: 'https://accounts.google.com',
    code: '4/0AX4XfWh',
    scope: 'email openid',
    authuser: '0',
    prompt: 'none',
  });
  expect(await exchangeCode(browser, endUrl)).toBe('sam.vane@example.com');
  const tokenRequest = await readFormFields(network.requests[0]);
  expect(tokenRequest).toMatchObject({
    grant_type: 'authorization_code',
    code: '4/0AX4XfWh',
    redirect_uri: CALLBACK,
    client_id: GOOGLE_ENV.GOOGLE_CLIENT_ID,
    client_secret: GOOGLE_ENV.GOOGLE_CLIENT_SECRET,
  });
  const challenge = createHash('sha256')
    .update(tokenRequest.code_verifier ?? '')
    .digest('base64url');
  expect(challenge).toBe(authorizeParams.code_challenge);
});

test("rejects Google's responses for another flow, from another issuer or without a token", async () => {
  const idTokens = [
    () => signer.sign(googleClaims({ nonce: 'another' })),
    () => signer.sign(googleClaims({})),
    () => Promise.resolve(undefined),
    () => Promise.resolve('a.b.c'),
  ];
  for (const idToken of idTokens) {
    const network = createMockNetwork({
      'https://oauth2.googleapis.com/token': async () =>
        Response.json({ access_token: 'x', token_type: 'Bearer', id_token: await idToken() }),
      'https://www.googleapis.com/oauth2/v3/certs': signer.keys,
    });
    const app = await createTestApp({ env: { ...GOOGLE_ENV }, externalFetch: network.fetch });
    const page = await startFlow(app, createBrowser(app), 'google');
    const state = page.searchParams.get('state') ?? '';
    const endUrl = await returnWith(app, { state, code: 'x' });
    expect(endUrl.searchParams.get('error_code')).toBe('bad_oauth_callback');
    expect(endUrl.searchParams.get('error_description')).toBe('Google sent an invalid response. Try again.');
  }
  const app = await createTestApp({ env: { ...GOOGLE_ENV }, externalFetch: createMockNetwork({}).fetch });
  const state = (await startFlow(app, createBrowser(app), 'google')).searchParams.get('state') ?? '';
  const mixedUpUrl = await returnWith(app, { state, code: 'x', iss: 'https://evil.example' });
  expect(mixedUpUrl.searchParams.get('error_code')).toBe('bad_oauth_callback');
});

const createGithub = (emails: unknown, token: object = {}) =>
  createMockNetwork({
    'https://github.com/login/oauth/access_token': () =>
      Response.json({
        access_token: 'gho_16C7e42F292c6912E7710c838347Ae178B4a',
        scope: 'read:user,user:email',
        token_type: 'bearer',
        ...token,
      }),
    'https://api.github.com/user': () =>
      Response.json({ login: 'octocat', id: 583_231, name: 'The Octocat', email: 'shown@example.com' }),
    'https://api.github.com/user/emails': () => Response.json(emails),
  });

const signInWithGithub = async (network: ReturnType<typeof createGithub>) => {
  const app = await createTestApp({ env: { ...GITHUB_ENV }, externalFetch: network.fetch });
  const browser = createBrowser(app);
  const page = await startFlow(app, browser, 'github');
  const state = page.searchParams.get('state') ?? '';
  const iss = 'https://github.com/login/oauth';
  return { page, outcome: await exchangeCode(browser, await returnWith(app, { state, code: 'c0de', iss })) };
};

const createGithubEmail = (address: string, primary: boolean, verified: boolean) => ({
  email: address,
  primary,
  verified,
  visibility: primary ? 'private' : null,
});

test("follows GitHub's protocol", async () => {
  const network = createGithub([
    createGithubEmail('old@example.com', false, true),
    createGithubEmail('Octocat@Example.com', true, true),
  ]);
  const { page, outcome } = await signInWithGithub(network);
  expect(page.origin + page.pathname).toBe('https://github.com/login/oauth/authorize');
  expect(page.searchParams.get('code_challenge_method')).toBe('S256');
  expect(page.searchParams.has('nonce')).toBe(false);
  expect(outcome).toBe('octocat@example.com');
  const [exchange, user] = network.requests;
  expect(exchange?.headers.get('accept')).toBe('application/json');
  expect(user?.headers.get('authorization')).toMatch(/^Bearer gho_/);
  expect(user?.headers.get('user-agent')).toBe('Tillwright');
});

test("uses only GitHub's primary address, and only if it is verified", async () => {
  const expectedError = 'provider_email_needs_verification';
  const lists = [
    [createGithubEmail('first@example.com', true, false), createGithubEmail('other@example.com', false, true)],
    [createGithubEmail('other@example.com', false, true)],
    [],
  ];
  for (const list of lists) expect((await signInWithGithub(createGithub(list))).outcome).toBe(expectedError);
});

test("treats GitHub's errors with status 200 as errors", async () => {
  const errorResponse = {
    access_token: undefined,
    error: 'bad_verification_code',
    error_description: 'Expired.',
  };
  expect((await signInWithGithub(createGithub([], errorResponse))).outcome).toBe('bad_oauth_callback');
  expect((await signInWithGithub(createGithub({ message: 'Not Found' }))).outcome).toBe('bad_oauth_callback');
});

test('sends Apple a signed client secret, accepts its form and reads the name beside the token', async () => {
  const { env, publicKey } = await createAppleEnv();
  let nonce = '';
  const network = createMockNetwork({
    'https://appleid.apple.com/auth/token': async () =>
      Response.json({
        access_token: 'a.0',
        expires_in: 3600,
        id_token: await signer.sign({
          ...googleClaims({ name: undefined, azp: undefined }),
          iss: 'https://appleid.apple.com',
          aud: 'example.shop.web',
          sub: '001234.abc.0001',
          email: 'relay@privaterelay.appleid.com',
          email_verified: 'true',
          is_private_email: 'true',
          nonce,
          nonce_supported: true,
        }),
        refresh_token: 'r.0',
        token_type: 'Bearer',
      }),
    'https://appleid.apple.com/auth/keys': signer.keys,
  });
  const app = await createTestApp({ env, externalFetch: network.fetch });
  const browser = createBrowser(app);
  const page = await startFlow(app, browser, 'apple');
  nonce = page.searchParams.get('nonce') ?? '';
  expect(page.searchParams.get('response_mode')).toBe('form_post');
  const response = await app.request('/auth/v1/callback', {
    method: 'POST',
    headers: { origin: 'https://appleid.apple.com' },
    body: new URLSearchParams({
      state: page.searchParams.get('state') ?? '',
      code: 'c1',
      user: JSON.stringify({ name: { firstName: 'Sam', lastName: 'Vane' }, email: 'forged@example.com' }),
    }),
  });
  const code = getLocation(response).searchParams.get('code') ?? '';
  const { data } = await browser.exchangeCodeForSession(code);
  expect(data.user).toMatchObject({
    email: 'relay@privaterelay.appleid.com',
    user_metadata: { name: 'Sam Vane' },
  });
  const { client_secret: secret = '' } = await readFormFields(network.requests[0]);
  expect(decodeProtectedHeader(secret)).toMatchObject({ alg: 'ES256', kid: 'KEY1234567' });
  await jwtVerify(secret, publicKey, {
    issuer: 'TEAM123456',
    subject: 'example.shop.web',
    audience: 'https://appleid.apple.com',
  });
  const { iat = 0, exp = 0 } = decodeJwt(secret);
  expect(exp - iat).toBe(300);
});
