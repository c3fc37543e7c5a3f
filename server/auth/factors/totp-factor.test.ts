import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';

import {
  getAuthLevel,
  signInUser,
  signUpUser,
  getAccessToken,
  generateTotpCode,
  signUpWithTotp,
} from '#server/testing/factor-helpers.ts';
import { createTestAuth, readError } from '#server/testing/test-auth.ts';

const auth = await createTestAuth();
const MINUTE = 60_000;

const createChallenge = async (client: Awaited<ReturnType<typeof signInUser>>, factorId: string) => {
  const { data, error } = await client.mfa.challenge({ factorId });
  if (error) throw error;
  return data.id;
};

test('an app is added: its secret is shown once, and its first code elevates the session', async () => {
  const { client, email } = await signUpUser(auth);
  const events: string[] = [];
  client.onAuthStateChange((event) => events.push(event));
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: ' My phone ' });
  expect(error).toBeNull();
  const { id: factorId, friendly_name, totp } = data ?? {};
  if (!factorId || !totp) throw new Error('Nothing was enrolled');
  expect(friendly_name).toBe('My phone');
  expect(totp.uri).toBe(
    `otpauth://totp/Tillwright:${encodeURIComponent(email)}?issuer=Tillwright&secret=${totp.secret}&algorithm=SHA1&digits=6&period=30`,
  );
  expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#%]*<\/svg>$/);
  expect(await getAuthLevel(client)).toBe('aal1 of aal1');

  const verification = await client.mfa.challengeAndVerify({
    factorId,
    code: generateTotpCode(auth, totp.secret),
  });
  expect(verification.error).toBeNull();
  expect(await getAuthLevel(client)).toBe('aal2 of aal2');
  expect(events).toContain('MFA_CHALLENGE_VERIFIED');
  const { data: listed } = await client.mfa.listFactors();
  expect(listed?.totp.map((factor) => factor.friendly_name)).toEqual(['My phone']);
  const { amr, second_step } = decodeJwt(await getAccessToken(client));
  expect(amr).toMatchObject([{ method: 'password' }, { method: 'totp' }]);
  expect(second_step).toBe(true);
});

test('the secret is encrypted', async () => {
  const { secret } = await signUpWithTotp(auth);
  const { rows } = (await auth.context.db.execute('select * from factors')) as { rows: unknown[] };
  expect(JSON.stringify(rows)).not.toContain(secret);
});

test("later sign-ins ask for the second factor and rotate the session's tokens", async () => {
  const { email, factorId, secret } = await signUpWithTotp(auth);
  const client = await signInUser(auth, email);
  expect(await getAuthLevel(client)).toBe('aal1 of aal2');
  const before = (await client.getSession()).data.session;
  const { error } = await client.mfa.challengeAndVerify({ factorId, code: generateTotpCode(auth, secret) });
  expect(error).toBeNull();
  expect(await getAuthLevel(client)).toBe('aal2 of aal2');
  const after = (await client.getSession()).data.session;
  expect(decodeJwt(after?.access_token ?? '').session_id).toBe(decodeJwt(before?.access_token ?? '').session_id);
  expect(after?.refresh_token).not.toBe(before?.refresh_token);
  expect((await client.refreshSession()).error).toBeNull();
  expect(await getAuthLevel(client)).toBe('aal2 of aal2');
});

test('reusing a refresh token that was stolen before the second factor ends the session', async () => {
  const { email, factorId, secret } = await signUpWithTotp(auth);
  const client = await signInUser(auth, email);
  const reuse = (await client.getSession()).data.session?.refresh_token ?? '';
  auth.clock.now += 1000;
  await client.mfa.challengeAndVerify({ factorId, code: generateTotpCode(auth, secret) });
  auth.clock.now += MINUTE;
  expect(await readError(await auth.refresh(reuse))).toBe('400 refresh_token_already_used');
  expect((await client.getUser()).error?.name).toBe('AuthSessionMissingError');
});

test('the first factor ends all other sessions without a second factor', async () => {
  const { email, client } = await signUpUser(auth);
  const otherClient = await signInUser(auth, email);
  const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'App' });
  expect((await otherClient.getUser()).error).toBeNull();
  const code = generateTotpCode(auth, data?.totp.secret ?? '');
  await client.mfa.challengeAndVerify({ factorId: data?.id ?? '', code });
  expect((await otherClient.getUser()).data.user).toBeNull();
  expect((await client.getUser()).error).toBeNull();
});

test('accepts codes one period early and late, and no further', async () => {
  const { email, factorId, secret } = await signUpWithTotp(auth);
  const outcome: string[] = [];
  for (const periods of [-2, 2, -1, 1]) {
    auth.clock.now += 5 * MINUTE;
    const client = await signInUser(auth, email);
    const code = generateTotpCode(auth, secret, periods);
    const { error } = await client.mfa.challengeAndVerify({ factorId, code });
    outcome.push(`${periods}: ${error?.code ?? 'right'}`);
  }
  expect(outcome).toEqual(['-2: mfa_verification_failed', '2: mfa_verification_failed', '-1: right', '1: right']);
});

test('accepts a code once, and none from before it', async () => {
  const { email, factorId, secret } = await signUpWithTotp(auth);
  const client = await signInUser(auth, email);
  const earlierCode = generateTotpCode(auth, secret);
  const code = generateTotpCode(auth, secret, 1);
  expect((await client.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
  for (const oldCode of [code, earlierCode]) {
    const { error } = await client.mfa.challengeAndVerify({ factorId, code: oldCode });
    expect([error?.status, error?.code]).toEqual([422, 'mfa_verification_failed']);
  }
});

test('of two concurrent sign-ins with one code, one succeeds', async () => {
  const { email, factorId, secret } = await signUpWithTotp(auth);
  const clients = [await signInUser(auth, email), await signInUser(auth, email)];
  const code = generateTotpCode(auth, secret);
  const outcomes = await Promise.all(clients.map((client) => client.mfa.challengeAndVerify({ factorId, code })));
  expect(outcomes.map(({ error }) => error?.code ?? 'right').toSorted()).toEqual(['mfa_verification_failed', 'right']);
});

test('a challenge is answered once within five minutes, after a limited number of wrong tries', async () => {
  const { client, factorId, secret } = await signUpWithTotp(auth);
  const challengeId = await createChallenge(client, factorId);
  const response = (code: string) => client.mfa.verify({ factorId, challengeId, code });
  expect((await response('000000')).error?.code).toBe('mfa_verification_failed');
  expect(
    (await response(`${generateTotpCode(auth, secret).slice(0, 3)} ${generateTotpCode(auth, secret).slice(3)}`)).error,
  ).toBeNull();
  auth.clock.now += 30_000;
  expect((await response(generateTotpCode(auth, secret))).error?.code).toBe('mfa_challenge_expired');
  const expired = await createChallenge(client, factorId);
  auth.clock.now += 5 * MINUTE;
  const { error } = await client.mfa.verify({
    factorId,
    challengeId: expired,
    code: generateTotpCode(auth, secret),
  });
  expect([error?.status, error?.code]).toEqual([422, 'mfa_challenge_expired']);
});

test('challenges and factors of other users or sessions are not found', async () => {
  const [first, otherClient] = [await signUpWithTotp(auth), await signUpWithTotp(auth)];
  const second = await signInUser(auth, first.email);
  const code = generateTotpCode(auth, first.secret);
  const errors = [
    await otherClient.client.mfa.challenge({ factorId: first.factorId }),
    await otherClient.client.mfa.challenge({ factorId: crypto.randomUUID() }),
    await otherClient.client.mfa.challenge({ factorId: 'x' }),
    await otherClient.client.mfa.unenroll({ factorId: first.factorId }),
    await second.mfa.verify({
      factorId: first.factorId,
      challengeId: await createChallenge(first.client, first.factorId),
      code,
    }),
    await first.client.mfa.verify({
      factorId: first.factorId,
      challengeId: await createChallenge(otherClient.client, otherClient.factorId),
      code,
    }),
    await first.client.mfa.verify({ factorId: first.factorId, challengeId: crypto.randomUUID(), code }),
  ].map(({ error }) => `${error?.status} ${error?.code} ${error?.message}`);
  expect(new Set(errors)).toEqual(new Set(['404 mfa_factor_not_found This two-factor method doesn’t exist.']));
});
