import { decodeJwt } from 'jose';
import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';

import { createSignInLink } from '#server/auth/one-time-links.ts';
import { confirmAddress, parseMailLink, takeMailOfKind } from '#server/testing/take-mail.ts';
import { authClient, createTestApp, type TestSeller, type TestApp } from '#server/testing/test-app.ts';

type TokenPair = { access_token: string; refresh_token: string };

const post = async (app: TestApp, path: string, body: object, token?: string, method = 'POST') =>
  app.request(`/auth/v1/${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
const readTokens = async (response: Response) => {
  expect(response.status).toBe(200);
  return (await response.json()) as TokenPair;
};

/** A seller whose account has a TOTP factor. */
async function createTestEnv() {
  const app = await createTestApp();
  const owner = await app.signUpSeller();
  await confirmAddress(app.context, owner.session.user.id);
  const client = authClient(app.request);
  await client.signInWithPassword({ email: owner.email, password: 'correct horse' });
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'App' });
  if (error) throw error;
  const code = new TOTP({ secret: data.totp.secret }).generate();
  await client.mfa.challengeAndVerify({ factorId: data.id, code });
  return { app, owner, factorId: data.id };
}

/** All sign-in methods that work with one factor that a thief may have. */
const ONE_FACTOR_SIGN_INS: Record<string, (app: TestApp, owner: TestSeller) => Promise<Response>> = {
  'the password': (app, { email }) => post(app, 'token?grant_type=password', { email, password: 'correct horse' }),
  'a link that signs in': async (app, { session }) => {
    const link = await createSignInLink(app.context, session.user.id);
    const { token_hash, type } = parseMailLink({ link });
    return post(app, 'verify', { token_hash, type });
  },
  'the mailbox': async (app, { email }) => {
    await post(app, 'recover', { email });
    await app.waitUntilIdle();
    const { token_hash, type } = parseMailLink(await takeMailOfKind(app.context, email, 'recover_password'));
    return post(app, 'verify', { token_hash, type });
  },
};

test('no continuation of a one-factor session bypasses the second factor', async () => {
  const { app, owner, factorId } = await createTestEnv();
  for (const [label, signIn] of Object.entries(ONE_FACTOR_SIGN_INS)) {
    let tokens = await readTokens(await signIn(app, owner));
    for (let time = 0; time < 3; time += 1) {
      const claims = decodeJwt(tokens.access_token);
      expect([label, claims.aal, claims.second_step]).toEqual([label, 'aal1', true]);
      tokens = await readTokens(
        await post(app, 'token?grant_type=refresh_token', { refresh_token: tokens.refresh_token }),
      );
    }
    const { access_token: token } = tokens;
    const responses = [
      await post(app, 'user', { password: 'taken over by me' }, token, 'PUT'),
      await post(app, 'user', { email: 'thief@evil.example' }, token, 'PUT'),
      await post(app, 'factors', { factor_type: 'totp', friendly_name: 'Thief' }, token),
      await post(app, `factors/${factorId}`, {}, token, 'DELETE'),
      await post(app, 'factors/recovery-codes', {}, token),
      await post(app, 'passkeys/registration/options', {}, token),
      await app.request('/auth/v1/user/identities/authorize?provider=google', {
        headers: { authorization: `Bearer ${token}` },
      }),
    ];
    const codes = await Promise.all(responses.map(async (response) => (await response.json()) as { code: string }));
    expect([label, codes.map(({ code }) => code)]).toEqual([label, Array<string>(7).fill('insufficient_aal')]);
  }
});

test('forty TOTP codes count as five tries: six digits cannot be guessed', async () => {
  const app = await createTestApp({ env: { RATE_LIMITS: 'live' }, freezeClock: true });
  const owner = await app.signUpSeller();
  await confirmAddress(app.context, owner.session.user.id);
  const client = authClient(app.request);
  await client.signInWithPassword({ email: owner.email, password: 'correct horse' });
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'App' });
  if (error) throw error;
  const code = new TOTP({ secret: data.totp.secret }).generate({
    timestamp: app.context.realNow().getTime(),
  });
  await client.mfa.challengeAndVerify({ factorId: data.id, code });
  const oneFactorTokens = await readTokens(
    await post(app, 'token?grant_type=password', { email: owner.email, password: 'correct horse' }),
  );
  const wrongCode = code === '000000' ? '111111' : '000000';
  const statusCounts: Record<string, number> = {};
  let id = '';
  for (let time = 0; time < 40; time += 1) {
    const challenge = await post(
      app,
      `factors/${data.id}/challenge`,
      { factorId: data.id },
      oneFactorTokens.access_token,
    );
    if (challenge.ok) ({ id } = (await challenge.json()) as { id: string });
    const path = `factors/${data.id}/verify`;
    const { status } = await post(app, path, { challenge_id: id, code: wrongCode }, oneFactorTokens.access_token);
    statusCounts[status] = (statusCounts[status] ?? 0) + 1;
  }
  expect(statusCounts).toEqual({ 422: 5, 429: 35 });
});
