import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';

import { openDoors, refusalOf } from '../auth-testing.ts';
import { levelOf, signedIn, signedUp, tokenOf, totpCode, withTotp } from './testing-factors.ts';

const doors = await openDoors();
const MINUTE = 60_000;

const challenged = async (client: Awaited<ReturnType<typeof signedIn>>, factorId: string) => {
  const { data, error } = await client.mfa.challenge({ factorId });
  if (error) throw error;
  return data.id;
};

test('an app is added: its secret is shown once, and its first code elevates the session', async () => {
  const { client, email } = await signedUp(doors);
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
  expect(await levelOf(client)).toBe('aal1 of aal1');

  const verified = await client.mfa.challengeAndVerify({ factorId, code: totpCode(doors, totp.secret) });
  expect(verified.error).toBeNull();
  expect(await levelOf(client)).toBe('aal2 of aal2');
  expect(events).toContain('MFA_CHALLENGE_VERIFIED');
  const { data: listed } = await client.mfa.listFactors();
  expect(listed?.totp.map((factor) => factor.friendly_name)).toEqual(['My phone']);
  const { amr, second_step } = decodeJwt(await tokenOf(client));
  expect(amr).toMatchObject([{ method: 'password' }, { method: 'totp' }]);
  expect(second_step).toBe(true);
});

test('the secret is encrypted', async () => {
  const { secret } = await withTotp(doors);
  const { rows } = (await doors.context.db.execute('select * from factors')) as { rows: unknown[] };
  expect(JSON.stringify(rows)).not.toContain(secret);
});

test("later sign-ins ask for the second factor and rotate the session's tokens", async () => {
  const { email, factorId, secret } = await withTotp(doors);
  const client = await signedIn(doors, email);
  expect(await levelOf(client)).toBe('aal1 of aal2');
  const before = (await client.getSession()).data.session;
  const { error } = await client.mfa.challengeAndVerify({ factorId, code: totpCode(doors, secret) });
  expect(error).toBeNull();
  expect(await levelOf(client)).toBe('aal2 of aal2');
  const after = (await client.getSession()).data.session;
  expect(decodeJwt(after?.access_token ?? '').session_id).toBe(
    decodeJwt(before?.access_token ?? '').session_id,
  );
  expect(after?.refresh_token).not.toBe(before?.refresh_token);
  expect((await client.refreshSession()).error).toBeNull();
  expect(await levelOf(client)).toBe('aal2 of aal2');
});

test('reusing a refresh token that was stolen before the second factor ends the session', async () => {
  const { email, factorId, secret } = await withTotp(doors);
  const client = await signedIn(doors, email);
  const stolen = (await client.getSession()).data.session?.refresh_token ?? '';
  doors.clock.now += 1000;
  await client.mfa.challengeAndVerify({ factorId, code: totpCode(doors, secret) });
  doors.clock.now += MINUTE;
  expect(await refusalOf(await doors.refresh(stolen))).toBe('400 refresh_token_already_used');
  expect((await client.getUser()).error?.name).toBe('AuthSessionMissingError');
});

test('the first factor ends all other sessions without a second factor', async () => {
  const { email, client } = await signedUp(doors);
  const other = await signedIn(doors, email);
  const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'App' });
  expect((await other.getUser()).error).toBeNull();
  const code = totpCode(doors, data?.totp.secret ?? '');
  await client.mfa.challengeAndVerify({ factorId: data?.id ?? '', code });
  expect((await other.getUser()).data.user).toBeNull();
  expect((await client.getUser()).error).toBeNull();
});

test('accepts codes one period early and late, and no further', async () => {
  const { email, factorId, secret } = await withTotp(doors);
  const tried: string[] = [];
  for (const periods of [-2, 2, -1, 1]) {
    doors.clock.now += 5 * MINUTE;
    const client = await signedIn(doors, email);
    const code = totpCode(doors, secret, periods);
    const { error } = await client.mfa.challengeAndVerify({ factorId, code });
    tried.push(`${periods}: ${error?.code ?? 'right'}`);
  }
  expect(tried).toEqual([
    '-2: mfa_verification_failed',
    '2: mfa_verification_failed',
    '-1: right',
    '1: right',
  ]);
});

test('accepts a code once, and none from before it', async () => {
  const { email, factorId, secret } = await withTotp(doors);
  const client = await signedIn(doors, email);
  const earlier = totpCode(doors, secret);
  const code = totpCode(doors, secret, 1);
  expect((await client.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
  for (const old of [code, earlier]) {
    const { error } = await client.mfa.challengeAndVerify({ factorId, code: old });
    expect([error?.status, error?.code]).toEqual([422, 'mfa_verification_failed']);
  }
});

test('of two concurrent sign-ins with one code, one succeeds', async () => {
  const { email, factorId, secret } = await withTotp(doors);
  const two = [await signedIn(doors, email), await signedIn(doors, email)];
  const code = totpCode(doors, secret);
  const outcomes = await Promise.all(two.map((client) => client.mfa.challengeAndVerify({ factorId, code })));
  expect(outcomes.map(({ error }) => error?.code ?? 'right').toSorted()).toEqual([
    'mfa_verification_failed',
    'right',
  ]);
});

test('a challenge is answered once within five minutes, after a limited number of wrong tries', async () => {
  const { client, factorId, secret } = await withTotp(doors);
  const challengeId = await challenged(client, factorId);
  const answer = (code: string) => client.mfa.verify({ factorId, challengeId, code });
  expect((await answer('000000')).error?.code).toBe('mfa_verification_failed');
  expect(
    (await answer(`${totpCode(doors, secret).slice(0, 3)} ${totpCode(doors, secret).slice(3)}`)).error,
  ).toBeNull();
  doors.clock.now += 30_000;
  expect((await answer(totpCode(doors, secret))).error?.code).toBe('mfa_challenge_expired');
  const late = await challenged(client, factorId);
  doors.clock.now += 5 * MINUTE;
  const { error } = await client.mfa.verify({ factorId, challengeId: late, code: totpCode(doors, secret) });
  expect([error?.status, error?.code]).toEqual([422, 'mfa_challenge_expired']);
});

test('challenges and factors of other users or sessions are not found', async () => {
  const [one, other] = [await withTotp(doors), await withTotp(doors)];
  const second = await signedIn(doors, one.email);
  const code = totpCode(doors, one.secret);
  const refusals = [
    await other.client.mfa.challenge({ factorId: one.factorId }),
    await other.client.mfa.challenge({ factorId: crypto.randomUUID() }),
    await other.client.mfa.challenge({ factorId: 'x' }),
    await other.client.mfa.unenroll({ factorId: one.factorId }),
    await second.mfa.verify({
      factorId: one.factorId,
      challengeId: await challenged(one.client, one.factorId),
      code,
    }),
    await one.client.mfa.verify({
      factorId: one.factorId,
      challengeId: await challenged(other.client, other.factorId),
      code,
    }),
    await one.client.mfa.verify({ factorId: one.factorId, challengeId: crypto.randomUUID(), code }),
  ].map(({ error }) => `${error?.status} ${error?.code} ${error?.message}`);
  expect(new Set(refusals)).toEqual(new Set(['404 mfa_factor_not_found There is no such second step.']));
});
