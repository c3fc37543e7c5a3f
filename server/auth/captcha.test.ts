import { expect, test } from 'vitest';

import { authClient, openShop } from '#server/testing.ts';

import { outsideOf } from './identities/testing-outside.ts';

const TURNSTILE = 'https://challenges.cloudflare.com/turnstile/v0/siteverify';
const HCAPTCHA = 'https://api.hcaptcha.com/siteverify';
const ENV = { CAPTCHA: 'turnstile', CAPTCHA_SITE_KEY: 'site-1', CAPTCHA_SECRET: 'secret-1' };

/** A captcha service that accepts one token. */
const judge = async (request: Request) =>
  new URLSearchParams(await request.text()).get('response') === 'a person'
    ? Response.json({ success: true, hostname: 'localhost', 'error-codes': [] })
    : Response.json({ success: false, 'error-codes': ['invalid-input-response'] });

const newEmail = () => `${crypto.randomUUID()}@example.com`;

async function openGuarded(
  env: Record<string, string> = ENV,
  answers: Parameters<typeof outsideOf>[0] = { [TURNSTILE]: judge },
) {
  const outside = outsideOf(answers);
  const shop = await openShop({ env, outside: outside.fetch });
  const client = authClient(shop.request);
  const ways = (captchaToken?: string, email = newEmail(), password = 'correct horse') => {
    const options = captchaToken === undefined ? {} : { captchaToken };
    return {
      'sign up': () => client.signUp({ email, password, options }),
      'sign in': () => client.signInWithPassword({ email, password, options }),
      recover: () => client.resetPasswordForEmail(email, options),
    };
  };
  return { shop, client, ways, asked: outside.asked };
}

const told = ({ error }: { error: { status?: number | undefined; code?: string | undefined } | null }) =>
  error ? `${error.status} ${error.code}` : 'let through';

test('requires no captcha where none is configured', async () => {
  const { ways, asked } = await openGuarded({});
  expect(told(await ways()['sign up']())).toBe('let through');
  expect(told(await ways('anything').recover())).toBe('let through');
  expect(asked).toEqual([]);
});

test('rejects forms without a valid token where a captcha is configured', async () => {
  const { ways } = await openGuarded();
  for (const name of ['sign up', 'sign in', 'recover'] as const) {
    for (const token of [undefined, '', 'a machine'])
      expect([name, token, told(await ways(token)[name]())]).toEqual([name, token, '400 captcha_failed']);
  }
  const email = newEmail();
  expect(told(await ways('a person', email)['sign up']())).toBe('let through');
  expect(told(await ways('a person', email)['sign in']())).toBe('let through');
  expect(told(await ways('a person', email).recover())).toBe('let through');
  expect(told(await ways('a person')['sign in']())).toBe('400 invalid_credentials');
});

test('requires a captcha for passkey options', async () => {
  const { shop } = await openGuarded();
  const ask = async (security: object) =>
    shop.request('/auth/v1/passkeys/authentication/options', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ gotrue_meta_security: security }),
    });
  expect((await ask({})).status).toBe(400);
  expect((await ask({ captcha_token: 'a machine' })).status).toBe(400);
  expect((await ask({ captcha_token: 'a person' })).status).toBe(200);
});

test('existing sessions need no captcha', async () => {
  const { ways, client } = await openGuarded();
  await ways('a person')['sign up']();
  expect((await client.refreshSession()).error).toBeNull();
  expect((await client.getUser()).error).toBeNull();
});

test('the verification request contains the secret and the token, and nothing of the form', async () => {
  const { ways, asked } = await openGuarded();
  await ways('a person')['sign up']();
  expect(asked.map(({ url, method }) => `${method} ${url}`)).toEqual([`POST ${TURNSTILE}`]);
  const form = new URLSearchParams(await asked[0]?.text());
  expect(Object.fromEntries(form)).toEqual({ secret: 'secret-1', response: 'a person' });
});

test('the verification request to hCaptcha contains the site key', async () => {
  const { ways, asked } = await openGuarded({ ...ENV, CAPTCHA: 'hcaptcha' }, { [HCAPTCHA]: judge });
  expect(told(await ways('a person')['sign up']())).toBe('let through');
  const form = new URLSearchParams(await asked[0]?.text());
  expect(form.get('sitekey')).toBe('site-1');
});

test('rejects all requests with a reason when the captcha service is unavailable', async () => {
  const trouble = [
    () => Promise.reject(new TypeError('fetch failed')),
    () => Promise.resolve(new Response('Bad gateway', { status: 502 })),
    () => Promise.resolve(Response.json({ yes: true })),
    () => Promise.resolve(Response.json({ success: false, 'error-codes': ['invalid-input-secret'] })),
    () => Promise.resolve(Response.redirect('https://evil.example/yes')),
  ];
  for (const answer of trouble) {
    const { ways } = await openGuarded(ENV, { [TURNSTILE]: answer });
    const { error } = await ways('a person')['sign up']();
    expect([error?.status, error?.message]).toEqual([
      503,
      'We cannot check right now that you are a person. Please try again in a minute.',
    ]);
  }
});
