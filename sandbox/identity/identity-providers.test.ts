import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { identityProviders } from './identity-providers.ts';

const origin = 'http://localhost:3000';
const back = `${origin}/auth/v1/callback`;
const verifier = 'v'.repeat(64);
const challenge = createHash('sha256').update(verifier).digest('base64url');

const open = () => {
  const app = new Hono().route('/sandbox/identity', identityProviders(origin));
  const ask = async (path: string, init?: RequestInit, env?: object) =>
    app.request(`${origin}/sandbox/identity/${path}`, init, env);
  const post = (path: string, fields: Record<string, string>) =>
    ask(path, { method: 'POST', body: new URLSearchParams(fields) });
  return { ask, post };
};

const query = (change: Record<string, string> = {}) =>
  new URLSearchParams({
    client_id: 'sandbox',
    redirect_uri: back,
    response_type: 'code',
    scope: 'openid email',
    state: 'st',
    nonce: 'no',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...change,
  }).toString();

const sam = { email: 'Sam@example.com', name: 'Sam Vane', verified: 'yes', action: 'continue' };

const codeFrom = async ({ post }: ReturnType<typeof open>, provider: string, person = sam, change = {}) => {
  const answer = await post(`${provider}/authorize?${query(change)}`, person);
  return new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
};

const exchangeOf = (code: string, change: Record<string, string> = {}) => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: back,
  client_id: 'sandbox',
  client_secret: 'sandbox',
  code_verifier: verifier,
  ...change,
});

test('redirects back with a code that is exchanged for a signed ID token', async () => {
  const sandbox = open();
  const answer = await sandbox.post(`google/authorize?${query()}`, sam);
  const location = new URL(answer.headers.get('location') ?? '');
  expect([answer.status, location.origin + location.pathname]).toEqual([303, back]);
  expect(location.searchParams.get('state')).toBe('st');
  const tokens = await sandbox.post('google/token', exchangeOf(location.searchParams.get('code') ?? ''));
  const { id_token: idToken } = (await tokens.json()) as { id_token: string };
  const keys = (await (await sandbox.ask('google/keys')).json()) as Parameters<typeof createLocalJWKSet>[0];
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
  const sandbox = open();
  const subject = async (provider: string, email: string) => {
    const code = await codeFrom(sandbox, provider, { ...sam, email }, { scope: '' });
    const { id_token: token = '' } = (await (
      await sandbox.post(`${provider}/token`, exchangeOf(code))
    ).json()) as Record<string, string>;
    return (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string })
      .sub;
  };
  expect(await subject('google', 'sam@example.com')).toBe(await subject('google', 'SAM@example.com'));
  expect(await subject('google', 'sam@example.com')).not.toBe(await subject('apple', 'sam@example.com'));
  expect(await subject('google', 'sam@example.com')).not.toBe(await subject('google', 'pam@example.com'));
});

test('exchanges a code once, with the same client and redirect URI', async () => {
  const sandbox = open();
  const wrong: Record<string, string>[] = [
    { code_verifier: 'w'.repeat(64) },
    { redirect_uri: `${origin}/elsewhere` },
    { code: 'another' },
    { client_secret: 'guessed' },
    { client_id: 'another' },
    { grant_type: 'password' },
  ];
  for (const change of wrong) {
    const answer = await sandbox.post('google/token', exchangeOf(await codeFrom(sandbox, 'google'), change));
    expect([change, answer.ok]).toEqual([change, false]);
  }
  expect((await sandbox.post('apple/token', exchangeOf(await codeFrom(sandbox, 'google')))).ok).toBe(false);
  const code = await codeFrom(sandbox, 'google');
  expect((await sandbox.post('google/token', exchangeOf(code))).ok).toBe(true);
  expect((await sandbox.post('google/token', exchangeOf(code))).ok).toBe(false);
});

test("returns the email address and its verification only in GitHub's email list", async () => {
  const sandbox = open();
  const code = await codeFrom(sandbox, 'github', { ...sam, verified: '' });
  const tokens = (await (await sandbox.post('github/token', exchangeOf(code))).json()) as Record<
    string,
    string
  >;
  expect(tokens['id_token']).toBeUndefined();
  const headers = { authorization: `Bearer ${tokens['access_token']}` };
  const user = (await (await sandbox.ask('github/user', { headers })).json()) as Record<string, unknown>;
  expect(user).toMatchObject({ id: expect.any(Number), login: 'Sam', name: 'Sam Vane', email: null });
  const emails = await (await sandbox.ask('github/user/emails', { headers })).json();
  expect(emails).toMatchObject([{ email: 'Sam@example.com', primary: true, verified: false }]);
  expect((await sandbox.ask('github/user')).status).toBe(401);
  expect((await sandbox.ask('github/user/emails', { headers: { authorization: 'Bearer x' } })).status).toBe(
    401,
  );
});

test("posts Apple's response as a form and sends the name only the first time", async () => {
  const { post } = open();
  const address = `apple/authorize?${query({ scope: 'name email', response_mode: 'form_post' })}`;
  const first = await (await post(address, sam)).text();
  expect(first).toContain(`method="post" action="${back}"`);
  expect(first).toContain('name="state" value="st"');
  expect(first).toContain('&quot;firstName&quot;:&quot;Sam&quot;');
  expect(await (await post(address, sam)).text()).not.toContain('firstName');
  const cancelled = await (await post(address, { ...sam, action: 'cancel' })).text();
  expect(cancelled).toContain('name="error" value="user_cancelled_authorize"');
});

test('shows the form again with the input after an invalid email address', async () => {
  const { post } = open();
  const answer = await post(`google/authorize?${query()}`, { ...sam, email: '"><script>x', name: 'Sam' });
  const html = await answer.text();
  expect(answer.status).toBe(422);
  expect(html).toContain('Enter an email address');
  expect(html).toContain('value="Sam"');
  expect(html).not.toContain('<script>');
});

test('refuses to redirect to another machine or for an unknown client', async () => {
  const { ask, post } = open();
  const changes: Record<string, string>[] = [
    { redirect_uri: 'https://evil.example/' },
    { redirect_uri: 'http://localhost.evil.example/' },
    { redirect_uri: 'javascript:alert(1)' },
    { redirect_uri: '//evil.example' },
    { client_id: 'another' },
    { response_type: 'token' },
    { code_challenge_method: 'plain' },
  ];
  for (const change of changes) {
    for (const answer of [
      await ask(`google/authorize?${query(change)}`),
      await post(`google/authorize?${query(change)}`, sam),
    ])
      expect([change, answer.status, answer.headers.get('location')]).toEqual([change, 400, null]);
  }
});

test('allows sign-in only from this machine', async () => {
  const { ask } = open();
  const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } });
  const page = async (env: object, headers: Record<string, string> = {}, host = 'localhost:3000') => {
    const app = new Hono().route('/sandbox/identity', identityProviders(origin));
    const address = `http://${host}/sandbox/identity/google/authorize?${query()}`;
    const look = await app.request(address, { headers }, env);
    const init = { method: 'POST', headers, body: new URLSearchParams(sam) };
    const say = await app.request(address, init, env);
    return [look.status, say.status];
  };
  for (const local of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
    expect([local, await page(from(local))]).toEqual([local, [200, 303]]);
  for (const foreign of ['192.168.1.7', '203.0.113.7', '::ffff:10.0.0.1', 'fe80::1', '2001:db8::1', ''])
    expect([foreign, await page(from(foreign))]).toEqual([foreign, [403, 403]]);
  const proxied = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip', 'fly-client-ip'];
  for (const name of proxied)
    expect([name, await page(from('127.0.0.1'), { [name]: '127.0.0.1' })]).toEqual([name, [403, 403]]);
  for (const host of ['shop.example', 'localhost.evil.example', '10.0.0.1:3000'])
    expect([host, await page(from('127.0.0.1'), {}, host)]).toEqual([host, [403, 403]]);
  const told = await (await ask(`google/authorize?${query()}`, {}, from('203.0.113.7'))).text();
  expect(told).toContain('anyone could sign in as anybody');
  expect(told).toContain(`href="${back}?error=access_denied&amp;state=st"`);
  const astray = query({ redirect_uri: 'https://evil.example/' });
  const lost = await ask(`google/authorize?${astray}`, {}, from('203.0.113.7'));
  expect(await lost.text()).not.toContain('evil');
});
