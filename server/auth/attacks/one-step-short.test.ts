import { decodeJwt } from 'jose';
import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';

import { createSignInLink } from '#server/auth/sign-in-link.ts';
import { confirmAddress, shownBy, takeOne } from '#server/auth/testing-mailbox.ts';
import { authClient, openShop, type TestSeller, type TestShop } from '#server/testing.ts';

type Tokens = { access_token: string; refresh_token: string };

const post = async (shop: TestShop, door: string, body: object, token?: string, method = 'POST') =>
  shop.request(`/auth/v1/${door}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
const tokensOf = async (answer: Response) => {
  expect(answer.status).toBe(200);
  return (await answer.json()) as Tokens;
};

/** A seller whose account has a TOTP factor. */
async function openWorld() {
  const shop = await openShop();
  const owner = await shop.seller();
  await confirmAddress(shop.context, owner.session.user.id);
  const client = authClient(shop.request);
  await client.signInWithPassword({ email: owner.email, password: 'correct horse' });
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'App' });
  if (error) throw error;
  const code = new TOTP({ secret: data.totp.secret }).generate();
  await client.mfa.challengeAndVerify({ factorId: data.id, code });
  return { shop, owner, factorId: data.id };
}

/** All sign-in methods that work with one factor that a thief may have. */
const ONE_STEP: Record<string, (shop: TestShop, owner: TestSeller) => Promise<Response>> = {
  'the password': (shop, { email }) =>
    post(shop, 'token?grant_type=password', { email, password: 'correct horse' }),
  'a link that signs in': async (shop, { session }) => {
    const link = await createSignInLink(shop.context, session.user.id);
    const { token_hash, type } = shownBy({ link });
    return post(shop, 'verify', { token_hash, type });
  },
  'the mailbox': async (shop, { email }) => {
    await post(shop, 'recover', { email });
    await shop.settled();
    const { token_hash, type } = shownBy(await takeOne(shop.context, email, 'recover_password'));
    return post(shop, 'verify', { token_hash, type });
  },
};

test('no continuation of a one-factor session bypasses the second factor', async () => {
  const { shop, owner, factorId } = await openWorld();
  for (const [what, enter] of Object.entries(ONE_STEP)) {
    let tokens = await tokensOf(await enter(shop, owner));
    for (let time = 0; time < 3; time += 1) {
      const claims = decodeJwt(tokens.access_token);
      expect([what, claims.aal, claims.second_step]).toEqual([what, 'aal1', true]);
      tokens = await tokensOf(
        await post(shop, 'token?grant_type=refresh_token', { refresh_token: tokens.refresh_token }),
      );
    }
    const { access_token: token } = tokens;
    const refused = [
      await post(shop, 'user', { password: 'taken over by me' }, token, 'PUT'),
      await post(shop, 'user', { email: 'thief@evil.example' }, token, 'PUT'),
      await post(shop, 'factors', { factor_type: 'totp', friendly_name: 'Thief' }, token),
      await post(shop, `factors/${factorId}`, {}, token, 'DELETE'),
      await post(shop, 'factors/recovery-codes', {}, token),
      await post(shop, 'passkeys/registration/options', {}, token),
      await shop.request('/auth/v1/user/identities/authorize?provider=google', {
        headers: { authorization: `Bearer ${token}` },
      }),
    ];
    const codes = await Promise.all(refused.map(async (answer) => (await answer.json()) as { code: string }));
    expect([what, codes.map(({ code }) => code)]).toEqual([what, Array<string>(7).fill('insufficient_aal')]);
  }
});

test('forty TOTP codes count as five tries: six digits cannot be guessed', async () => {
  const shop = await openShop({ env: { RATE_LIMITS: 'live' }, still: true });
  const owner = await shop.seller();
  await confirmAddress(shop.context, owner.session.user.id);
  const client = authClient(shop.request);
  await client.signInWithPassword({ email: owner.email, password: 'correct horse' });
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'App' });
  if (error) throw error;
  const code = new TOTP({ secret: data.totp.secret }).generate({
    timestamp: shop.context.realNow().getTime(),
  });
  await client.mfa.challengeAndVerify({ factorId: data.id, code });
  const half = await tokensOf(
    await post(shop, 'token?grant_type=password', { email: owner.email, password: 'correct horse' }),
  );
  const wrong = code === '000000' ? '111111' : '000000';
  const answers: Record<string, number> = {};
  let id = '';
  for (let time = 0; time < 40; time += 1) {
    const asked = await post(shop, `factors/${data.id}/challenge`, { factorId: data.id }, half.access_token);
    if (asked.ok) ({ id } = (await asked.json()) as { id: string });
    const door = `factors/${data.id}/verify`;
    const { status } = await post(shop, door, { challenge_id: id, code: wrong }, half.access_token);
    answers[status] = (answers[status] ?? 0) + 1;
  }
  expect(answers).toEqual({ 422: 5, 429: 35 });
});
