import { Writable } from 'node:stream';

import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';

import {
  createAuthClients,
  createEmail,
  createTestAuth,
  createTestAuthOnce,
  PASSWORD,
  readError,
  readSession,
} from '../testing/test-auth.ts';

const auth = await createTestAuth();
const JSON_TYPE = { 'content-type': 'application/json' };

test('each error has the shape, API version and cache header that the client needs', async () => {
  const responses = [
    await auth.post('token?grant_type=password', { email: createEmail(), password: 'wrong password' }),
    await auth.send('POST', 'signup', { headers: JSON_TYPE, body: '{"email":' }),
    await auth.send('GET', 'nothing/here'),
    await auth.send('DELETE', 'user'),
    await auth.send('GET', 'user'),
  ];
  for (const response of responses) {
    expect(response.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const body = (await response.json()) as Record<string, unknown>;
    expect(body.code).toBe(body.error_code);
    expect(typeof body.msg).toBe('string');
  }
});

test('malformed JSON is bad_json', async () => {
  const response = await auth.send('POST', 'signup', { headers: JSON_TYPE, body: '{"email":' });
  expect(await readError(response)).toBe('400 bad_json');
});

test('too deeply nested JSON is bad_json on each route', async () => {
  const nestedJson = (depth: number) => `{"email":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  for (const path of ['signup', 'token?grant_type=password', 'verify', 'recover', 'passkeys/authentication/verify'])
    for (const depth of [8, 5000]) {
      const response = await auth.send('POST', path, { headers: JSON_TYPE, body: nestedJson(depth) });
      expect([path, await readError(response)]).toEqual([path, '400 bad_json']);
    }
  const allowedDepth = await auth.send('POST', 'signup', { headers: JSON_TYPE, body: nestedJson(7) });
  expect(await readError(allowedDepth)).toBe('400 validation_failed');
});

test('an empty body is bad_json where a body is required', async () => {
  const response = await auth.send('POST', 'token?grant_type=password', { headers: JSON_TYPE });
  expect(await readError(response)).toBe('400 bad_json');
});

test('rejects a body that is not declared as JSON', async () => {
  const body = JSON.stringify({ email: createEmail(), password: PASSWORD });
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
    const response = await auth.send('POST', 'signup', { headers: { 'content-type': type }, body });
    expect(await readError(response)).toBe('415 unsupported_media_type');
  }
});

test('ignores unknown keys, as newer clients send them', async () => {
  const accepted = () => ({ email: createEmail(), password: PASSWORD });
  const bodies: [string, unknown, string][] = [
    ['signup', { ...accepted(), role: 'service_role' }, '200 undefined'],
    ['signup', { ...accepted(), data: { admin: true } }, '200 undefined'],
    ['signup', { ...accepted(), gotrue_meta_security: { captcha_token: 'x', more: 1 } }, '200 undefined'],
    ['token?grant_type=password', { ...accepted(), userId: 'x' }, '400 invalid_credentials'],
    ['token?grant_type=refresh_token', { refresh_token: 'x', session: 'y' }, '400 refresh_token_not_found'],
    ['verify', { type: 'email', token_hash: 'x', user: 'y' }, '403 otp_expired'],
    ['recover', { email: createEmail(), channel: 'sms' }, '200 undefined'],
    ['resend', { type: 'signup', email: createEmail(), options: {} }, '200 undefined'],
  ];
  for (const [path, body, response] of bodies)
    expect([path, await readError(await auth.post(path, body))]).toEqual([path, response]);
  const signUpResponse = await readSession(
    await auth.post('signup', { ...accepted(), data: { admin: true }, role: 'service_role' }),
  );
  expect(signUpResponse.user).toMatchObject({ role: 'authenticated', user_metadata: {} });
});

test('pages of any origin can read the public keys and nothing else', async () => {
  const headers = { origin: 'https://app.example' };
  const keys = await auth.send('GET', '.well-known/jwks.json', { headers });
  expect([keys.status, keys.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  const user = await auth.send('GET', 'user', { headers });
  expect(await readError(user)).toBe('403 foreign_origin');
  expect(user.headers.get('access-control-allow-origin')).toBeNull();
});

test('rejects a value of the wrong type and does not repeat it in the response', async () => {
  const response = await auth.post('signup', { email: ['secret@shop.example'], password: PASSWORD });
  expect(response.status).toBe(400);
  expect(await response.text()).not.toContain('secret@shop.example');
});

test('rejects a body over 16 kB, with a declared length or streamed', async () => {
  const body = JSON.stringify({ email: createEmail(), password: 'x'.repeat(17_000) });
  const declared = await auth.send('POST', 'signup', { headers: JSON_TYPE, body });
  const streamed = await auth.send('POST', 'signup', {
    headers: JSON_TYPE,
    body: new Blob([body]).stream(),
    duplex: 'half',
  } as RequestInit);
  for (const response of [declared, streamed]) {
    expect(response.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect(await readError(response)).toBe('413 request_too_large');
  }
});

test('answers another method on a known path with 405 and the allowed ones', async () => {
  const response = await auth.send('GET', 'signup');
  expect(response.headers.get('allow')).toBe('POST');
  expect(await readError(response)).toBe('405 method_not_allowed');
  expect(await readError(await auth.send('PUT', '.well-known/jwks.json'))).toBe('405 method_not_allowed');
});

test('answers unknown paths under the prefix with 404 in the same shape', async () => {
  for (const path of ['', 'sign-up', 'admin/users', 'signup/', 'token/x']) {
    expect(await readError(await auth.send('POST', path))).toBe('404 not_found');
  }
});

test('rejects an unknown grant type or scope', async () => {
  for (const grant of ['', '?grant_type=web3', '?grant_type=__proto__']) {
    expect(await readError(await auth.post(`token${grant}`, {}))).toBe('400 validation_failed');
  }
  const { access_token } = await auth.signUp();
  const headers = { authorization: `Bearer ${access_token}` };
  const response = await auth.send('POST', 'logout?scope=everyone', { headers });
  expect(await readError(response)).toBe('400 validation_failed');
});

test('redirect_to must be on our own origin', async () => {
  const redirect = () => ({ email: createEmail(), password: PASSWORD });
  for (const accepted of ['http://localhost:3000/builder', '/builder']) {
    const response = await auth.post(`signup?redirect_to=${encodeURIComponent(accepted)}`, redirect());
    expect(response.status).toBe(200);
  }
  const rejected = [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'http://localhost:3001/',
  ];
  for (const address of rejected) {
    const response = await auth.post(`signup?redirect_to=${encodeURIComponent(address)}`, redirect());
    expect(await readError(response)).toBe('400 validation_failed');
  }
});

test('signing out accepts an empty body of JSON type', async () => {
  const { access_token } = await auth.signUp();
  const headers = { ...JSON_TYPE, authorization: `Bearer ${access_token}` };
  expect((await auth.send('POST', 'logout?scope=local', { headers })).status).toBe(204);
});

test('a cookie is no authorization', async () => {
  const { access_token } = await auth.signUp();
  const headers = { cookie: `access_token=${access_token}; authorization=Bearer ${access_token}` };
  expect(await readError(await auth.send('GET', 'user', { headers }))).toBe('401 no_authorization');
});

test('a session response has no expires_at and is not cached', async () => {
  const response = await auth.post('signup', { email: createEmail(), password: PASSWORD });
  expect(response.headers.get('cache-control')).toBe('no-store');
  const body = (await response.json()) as Record<string, unknown>;
  expect(Object.keys(body).toSorted()).toEqual(
    ['access_token', 'expires_in', 'refresh_token', 'token_type', 'user'].toSorted(),
  );
  expect(body).toMatchObject({ token_type: 'bearer', expires_in: 600 });
  expect(JSON.stringify(body)).not.toContain('argon2');
});

/** Routes whose users table is missing. */
async function createBrokenAuth() {
  const auth = await createTestAuthOnce();
  await auth.context.db.execute(sql`alter table users rename to people`);
  onTestFinished(async () => void (await auth.context.db.execute(sql`alter table people rename to users`)));
  return auth;
}

test('an internal error is 500 in the same shape and reveals nothing', async () => {
  const brokenAuth = await createBrokenAuth();
  const response = await brokenAuth.post('signup', { email: createEmail(), password: PASSWORD });
  expect(response.headers.get('x-supabase-api-version')).toBe('2024-01-01');
  expect(await response.json()).toEqual({
    code: 'unexpected_failure',
    error_code: 'unexpected_failure',
    msg: 'Something went wrong on our side. Please try again.',
  });
});

test('the log of an internal error contains the query and none of its values', async () => {
  const brokenAuth = await createBrokenAuth();
  const lines: string[] = [];
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  const email = createEmail();
  await createAuthClients({ ...brokenAuth.context, log: pino(sink) }).post('signup', {
    email,
    password: PASSWORD,
  });
  const log = lines.join('');
  expect(log).toContain('from \\"users\\"');
  expect(log).not.toContain(email);
  expect(log).not.toContain(PASSWORD);
});
