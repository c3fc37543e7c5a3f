import { createHash } from 'node:crypto';

import { Hono } from 'hono';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { expect, test } from 'vitest';

import { identityProviders } from './identity-providers.ts';

const origin = 'http://localhost:3000';
const CALLBACK_URL = `${origin}/auth/v1/callback`;
const CODE_VERIFIER = 'v'.repeat(64);
const CODE_CHALLENGE = createHash('sha256').update(CODE_VERIFIER).digest('base64url');

const openProviders = () => {
  const providersApp = new Hono().route('/sandbox/identity', identityProviders(origin));
  const fetchPath = async (path: string, init?: RequestInit, env?: object) =>
    providersApp.request(`${origin}/sandbox/identity/${path}`, init, env);
  const postForm = (path: string, fields: Record<string, string>) =>
    fetchPath(path, { method: 'POST', body: new URLSearchParams(fields) });
  return { fetchPath, postForm };
};

const authorizationQuery = (overrides: Record<string, string> = {}) =>
  new URLSearchParams({
    client_id: 'sandbox',
    redirect_uri: CALLBACK_URL,
    response_type: 'code',
    scope: 'openid email',
    state: 'st',
    nonce: 'no',
    code_challenge: CODE_CHALLENGE,
    code_challenge_method: 'S256',
    ...overrides,
  }).toString();

const SAMPLE_USER = { email: 'Sam@example.com', name: 'Sam Vane', verified: 'yes', action: 'continue' };

const requestCode = async (
  { postForm }: ReturnType<typeof openProviders>,
  provider: string,
  person = SAMPLE_USER,
  overrides = {},
) => {
  const response = await postForm(`${provider}/authorize?${authorizationQuery(overrides)}`, person);
  return new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';
};

const tokenParams = (code: string, overrides: Record<string, string> = {}) => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: CALLBACK_URL,
  client_id: 'sandbox',
  client_secret: 'sandbox',
  code_verifier: CODE_VERIFIER,
  ...overrides,
});

test('redirects back with a code that is exchanged for a signed ID token', async () => {
  const sandbox = openProviders();
  const response = await sandbox.postForm(`google/authorize?${authorizationQuery()}`, SAMPLE_USER);
  const location = new URL(response.headers.get('location') ?? '');
  expect([response.status, location.origin + location.pathname]).toEqual([303, CALLBACK_URL]);
  expect(location.searchParams.get('state')).toBe('st');
  const tokens = await sandbox.postForm('google/token', tokenParams(location.searchParams.get('code') ?? ''));
  const { id_token: idToken } = (await tokens.json()) as { id_token: string };
  const keys = (await (await sandbox.fetchPath('google/keys')).json()) as Parameters<typeof createLocalJWKSet>[0];
  const { payload } = await jwtVerify(idToken, createLocalJWKSet(keys), {
    issuer: `${origin}/sandbox/identity/google`,
    audience: 'sandbox',
    algorithms: ['RS256'],
  });
  expect(payload).toMatchObject({
    email: 'Sam@example.com',
    email_verified: true,
    nonce: 'no',
    name: 'Sam Vane',
  });
});

test('returns the same subject for the same email address, and another one at another provider', async () => {
  const sandbox = openProviders();
  const getSubject = async (provider: string, email: string) => {
    const code = await requestCode(sandbox, provider, { ...SAMPLE_USER, email }, { scope: '' });
    const { id_token: token = '' } = (await (
      await sandbox.postForm(`${provider}/token`, tokenParams(code))
    ).json()) as Record<string, string>;
    return (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }).sub;
  };
  expect(await getSubject('google', 'sam@example.com')).toBe(await getSubject('google', 'SAM@example.com'));
  expect(await getSubject('google', 'sam@example.com')).not.toBe(await getSubject('apple', 'sam@example.com'));
  expect(await getSubject('google', 'sam@example.com')).not.toBe(await getSubject('google', 'pam@example.com'));
});

test('exchanges a code once, with the same client and redirect URI', async () => {
  const sandbox = openProviders();
  const wrongParams: Record<string, string>[] = [
    { code_verifier: 'w'.repeat(64) },
    { redirect_uri: `${origin}/elsewhere` },
    { code: 'another' },
    { client_secret: 'guessed' },
    { client_id: 'another' },
    { grant_type: 'password' },
  ];
  for (const overrides of wrongParams) {
    const response = await sandbox.postForm(
      'google/token',
      tokenParams(await requestCode(sandbox, 'google'), overrides),
    );
    expect([overrides, response.ok]).toEqual([overrides, false]);
  }
  expect((await sandbox.postForm('apple/token', tokenParams(await requestCode(sandbox, 'google')))).ok).toBe(false);
  const code = await requestCode(sandbox, 'google');
  expect((await sandbox.postForm('google/token', tokenParams(code))).ok).toBe(true);
  expect((await sandbox.postForm('google/token', tokenParams(code))).ok).toBe(false);
});

test("returns the email address and its verification only in GitHub's email list", async () => {
  const sandbox = openProviders();
  const code = await requestCode(sandbox, 'github', { ...SAMPLE_USER, verified: '' });
  const tokens = (await (await sandbox.postForm('github/token', tokenParams(code))).json()) as Record<string, string>;
  expect(tokens['id_token']).toBeUndefined();
  const headers = { authorization: `Bearer ${tokens['access_token']}` };
  const user = (await (await sandbox.fetchPath('github/user', { headers })).json()) as Record<string, unknown>;
  expect(user).toMatchObject({ id: expect.any(Number), login: 'Sam', name: 'Sam Vane', email: null });
  const emails = await (await sandbox.fetchPath('github/user/emails', { headers })).json();
  expect(emails).toMatchObject([{ email: 'Sam@example.com', primary: true, verified: false }]);
  expect((await sandbox.fetchPath('github/user')).status).toBe(401);
  expect((await sandbox.fetchPath('github/user/emails', { headers: { authorization: 'Bearer x' } })).status).toBe(401);
});

test("posts Apple's response as a form and sends the name only the first time", async () => {
  const { postForm } = openProviders();
  const address = `apple/authorize?${authorizationQuery({ scope: 'name email', response_mode: 'form_post' })}`;
  const firstHtml = await (await postForm(address, SAMPLE_USER)).text();
  expect(firstHtml).toContain(`method="post" action="${CALLBACK_URL}"`);
  expect(firstHtml).toContain('name="state" value="st"');
  expect(firstHtml).toContain('&quot;firstName&quot;:&quot;Sam&quot;');
  expect(await (await postForm(address, SAMPLE_USER)).text()).not.toContain('firstName');
  const canceledHtml = await (await postForm(address, { ...SAMPLE_USER, action: 'cancel' })).text();
  expect(canceledHtml).toContain('name="error" value="user_cancelled_authorize"');
});

test('shows the form again with the input after an invalid email address', async () => {
  const { postForm } = openProviders();
  const response = await postForm(`google/authorize?${authorizationQuery()}`, {
    ...SAMPLE_USER,
    email: '"><script>x',
    name: 'Sam',
  });
  const html = await response.text();
  expect(response.status).toBe(422);
  expect(html).toContain('Enter an email address');
  expect(html).toContain('value="Sam"');
  expect(html).not.toContain('<script>');
});

test('refuses to redirect to another machine or for an unknown client', async () => {
  const { fetchPath, postForm } = openProviders();
  const changes: Record<string, string>[] = [
    { redirect_uri: 'https://evil.example/' },
    { redirect_uri: 'http://localhost.evil.example/' },
    { redirect_uri: 'javascript:alert(1)' },
    { redirect_uri: '//evil.example' },
    { client_id: 'another' },
    { response_type: 'token' },
    { code_challenge_method: 'plain' },
  ];
  for (const overrides of changes) {
    for (const response of [
      await fetchPath(`google/authorize?${authorizationQuery(overrides)}`),
      await postForm(`google/authorize?${authorizationQuery(overrides)}`, SAMPLE_USER),
    ])
      expect([overrides, response.status, response.headers.get('location')]).toEqual([overrides, 400, null]);
  }
});

test('allows sign-in only from this machine', async () => {
  const { fetchPath } = openProviders();
  const connectionFrom = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } });
  const fetchStatuses = async (env: object, headers: Record<string, string> = {}, host = 'localhost:3000') => {
    const app = new Hono().route('/sandbox/identity', identityProviders(origin));
    const address = `http://${host}/sandbox/identity/google/authorize?${authorizationQuery()}`;
    const getResponse = await app.request(address, { headers }, env);
    const init = { method: 'POST', headers, body: new URLSearchParams(SAMPLE_USER) };
    const postResponse = await app.request(address, init, env);
    return [getResponse.status, postResponse.status];
  };
  for (const localAddress of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
    expect([localAddress, await fetchStatuses(connectionFrom(localAddress))]).toEqual([localAddress, [200, 303]]);
  for (const remoteAddressValue of ['192.168.1.7', '203.0.113.7', '::ffff:10.0.0.1', 'fe80::1', '2001:db8::1', ''])
    expect([remoteAddressValue, await fetchStatuses(connectionFrom(remoteAddressValue))]).toEqual([
      remoteAddressValue,
      [403, 403],
    ]);
  const proxied = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip', 'fly-client-ip'];
  for (const name of proxied)
    expect([name, await fetchStatuses(connectionFrom('127.0.0.1'), { [name]: '127.0.0.1' })]).toEqual([
      name,
      [403, 403],
    ]);
  for (const host of ['shop.example', 'localhost.evil.example', '10.0.0.1:3000'])
    expect([host, await fetchStatuses(connectionFrom('127.0.0.1'), {}, host)]).toEqual([host, [403, 403]]);
  const notLocalHtml = await (
    await fetchPath(`google/authorize?${authorizationQuery()}`, {}, connectionFrom('203.0.113.7'))
  ).text();
  expect(notLocalHtml).toContain('lets anyone sign in as any user');
  expect(notLocalHtml).toContain(`href="${CALLBACK_URL}?error=access_denied&amp;state=st"`);
  const foreignQuery = authorizationQuery({ redirect_uri: 'https://evil.example/' });
  const redirectRefusal = await fetchPath(`google/authorize?${foreignQuery}`, {}, connectionFrom('203.0.113.7'));
  expect(await redirectRefusal.text()).not.toContain('evil');
});
