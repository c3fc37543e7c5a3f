import { expect, test } from 'vitest';

import { authClient, createTestApp } from '#server/testing/test-app.ts';

import { createMockNetwork } from '../testing/mock-network.ts';

const TURNSTILE = 'https://challenges.cloudflare.com/turnstile/v0/siteverify';
const HCAPTCHA = 'https://api.hcaptcha.com/siteverify';
const ENV = { CAPTCHA: 'turnstile', CAPTCHA_SITE_KEY: 'site-1', CAPTCHA_SECRET: 'secret-1' };

/** A captcha service that accepts one token. */
const respondAsCaptcha = async (request: Request) =>
  new URLSearchParams(await request.text()).get('response') === 'a person'
    ? Response.json({ success: true, hostname: 'localhost', 'error-codes': [] })
    : Response.json({ success: false, 'error-codes': ['invalid-input-response'] });

const newEmail = () => `${crypto.randomUUID()}@example.com`;

async function createGuardedApp(
  env: Record<string, string> = ENV,
  responses: Parameters<typeof createMockNetwork>[0] = { [TURNSTILE]: respondAsCaptcha },
) {
  const network = createMockNetwork(responses);
  const app = await createTestApp({ env, externalFetch: network.fetch });
  const client = authClient(app.request);
  const requestsWith = (captchaToken?: string, email = newEmail(), password = 'correct horse') => {
    const options = captchaToken === undefined ? {} : { captchaToken };
    return {
      'sign up': () => client.signUp({ email, password, options }),
      'sign in': () => client.signInWithPassword({ email, password, options }),
      recover: () => client.resetPasswordForEmail(email, options),
    };
  };
  return { app, client, requestsWith, requests: network.requests };
}

const describeError = ({ error }: { error: { status?: number | undefined; code?: string | undefined } | null }) =>
  error ? `${error.status} ${error.code}` : 'let through';

test('requires no captcha where none is configured', async () => {
  const { requestsWith, requests } = await createGuardedApp({});
  expect(describeError(await requestsWith()['sign up']())).toBe('let through');
  expect(describeError(await requestsWith('anything').recover())).toBe('let through');
  expect(requests).toEqual([]);
});

test('rejects forms without a valid token where a captcha is configured', async () => {
  const { requestsWith } = await createGuardedApp();
  for (const name of ['sign up', 'sign in', 'recover'] as const) {
    for (const token of [undefined, '', 'a machine'])
      expect([name, token, describeError(await requestsWith(token)[name]())]).toEqual([
        name,
        token,
        '400 captcha_failed',
      ]);
  }
  const email = newEmail();
  expect(describeError(await requestsWith('a person', email)['sign up']())).toBe('let through');
  expect(describeError(await requestsWith('a person', email)['sign in']())).toBe('let through');
  expect(describeError(await requestsWith('a person', email).recover())).toBe('let through');
  expect(describeError(await requestsWith('a person')['sign in']())).toBe('400 invalid_credentials');
});

test('requires a captcha for passkey options', async () => {
  const { app } = await createGuardedApp();
  const requestOptions = async (security: object) =>
    app.request('/auth/v1/passkeys/authentication/options', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ gotrue_meta_security: security }),
    });
  expect((await requestOptions({})).status).toBe(400);
  expect((await requestOptions({ captcha_token: 'a machine' })).status).toBe(400);
  expect((await requestOptions({ captcha_token: 'a person' })).status).toBe(200);
});

test('existing sessions need no captcha', async () => {
  const { requestsWith, client } = await createGuardedApp();
  await requestsWith('a person')['sign up']();
  expect((await client.refreshSession()).error).toBeNull();
  expect((await client.getUser()).error).toBeNull();
});

test('the verification request contains the secret and the token, and nothing of the form', async () => {
  const { requestsWith, requests } = await createGuardedApp();
  await requestsWith('a person')['sign up']();
  expect(requests.map(({ url, method }) => `${method} ${url}`)).toEqual([`POST ${TURNSTILE}`]);
  const form = new URLSearchParams(await requests[0]?.text());
  expect(Object.fromEntries(form)).toEqual({ secret: 'secret-1', response: 'a person' });
});

test('the verification request to hCaptcha contains the site key', async () => {
  const { requestsWith, requests } = await createGuardedApp(
    { ...ENV, CAPTCHA: 'hcaptcha' },
    { [HCAPTCHA]: respondAsCaptcha },
  );
  expect(describeError(await requestsWith('a person')['sign up']())).toBe('let through');
  const form = new URLSearchParams(await requests[0]?.text());
  expect(form.get('sitekey')).toBe('site-1');
});

test('rejects all requests with a reason when the captcha service is unavailable', async () => {
  const failures = [
    () => Promise.reject(new TypeError('fetch failed')),
    () => Promise.resolve(new Response('Bad gateway', { status: 502 })),
    () => Promise.resolve(Response.json({ yes: true })),
    () => Promise.resolve(Response.json({ success: false, 'error-codes': ['invalid-input-secret'] })),
    () => Promise.resolve(Response.redirect('https://evil.example/yes')),
  ];
  for (const respond of failures) {
    const { requestsWith } = await createGuardedApp(ENV, { [TURNSTILE]: respond });
    const { error } = await requestsWith('a person')['sign up']();
    expect([error?.status, error?.message]).toEqual([
      503,
      'We can’t complete the security check right now. Try again in a minute.',
    ]);
  }
});
