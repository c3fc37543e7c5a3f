import { expect, test } from 'vitest';

import { parseConfig } from '#server/core/config.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { getAuthLevel, listSmsCodes, signInUser, signUpUser, type TestAuth } from '#server/testing/factor-helpers.ts';
import { createAuthClients, createTestAuth } from '#server/testing/test-auth.ts';

const auth = await createTestAuth();
const MINUTE = 60_000;

let numbers = 0;
const newNumber = () => `+4915112${String(++numbers).padStart(6, '0')}`;

/** A user with a phone factor that has been verified once. */
async function signUpWithPhone(target: TestAuth = auth) {
  const testUser = await signUpUser(target);
  const phone = newNumber();
  const { data, error } = await testUser.client.mfa.enroll({
    factorType: 'phone',
    friendlyName: 'Phone',
    phone,
  });
  if (error) throw error;
  return { ...testUser, phone, factorId: data.id };
}

test('a phone is added with the code of a message', async () => {
  const { client, phone, factorId } = await signUpWithPhone();
  const { data } = await client.mfa.challenge({ factorId, channel: 'sms' });
  expect(data).toMatchObject({ type: 'phone' });
  const [code = ''] = await listSmsCodes(auth, phone);
  expect(code).toMatch(/^\d{6}$/);
  const { error } = await client.mfa.verify({ factorId, challengeId: data?.id ?? '', code });
  expect(error).toBeNull();
  expect(await getAuthLevel(client)).toBe('aal2 of aal2');
  expect((await client.mfa.listFactors()).data?.phone).toHaveLength(1);
});

test('accepts a number in common notations and stores it in E.164 form', async () => {
  const { client } = await signUpUser(auth);
  const { data } = await client.mfa.enroll({
    factorType: 'phone',
    friendlyName: 'Phone',
    phone: '0049 (151) 12-34.56/78',
  });
  expect(data?.phone).toBe('+4915112345678');
});

test.for(['', '0151 12345678', '+49', '+0151 12345678', '+49 151 12345678 901234', 'call me', '+49151a2345678'])(
  'rejects an invalid number: %j',
  async (phone) => {
    const { client } = await signUpUser(auth);
    const { error } = await client.mfa.enroll({ factorType: 'phone', friendlyName: 'Phone', phone });
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
  },
);

test('where no messages can be sent, no phone can be added or challenged', async () => {
  const config = {
    ...parseConfig({ APP_URL: auth.context.config.appUrl }),
    accounts: { ...auth.context.config.accounts, sms: null },
  };
  const authWithoutSms = createAuthClients({ ...auth.context, config, mode: 'live' });
  const { email } = await signUpUser(auth);
  const client = authWithoutSms.client();
  await client.signInWithPassword({ email, password: 'a plain password' });
  const { error } = await client.mfa.enroll({
    factorType: 'phone',
    friendlyName: 'Phone',
    phone: newNumber(),
  });
  expect(error).toMatchObject({ status: 422, code: 'mfa_phone_enroll_not_enabled' });
  const stored = await signUpWithPhone();
  await client.signInWithPassword({ email: stored.email, password: 'a plain password' });
  const challenge = await client.mfa.challenge({ factorId: stored.factorId });
  expect(challenge.error).toMatchObject({ status: 422, code: 'sms_send_failed' });
});

test('a code answers only its own challenge, and no later one', async () => {
  const { client, phone, factorId } = await signUpWithPhone();
  const first = (await client.mfa.challenge({ factorId })).data?.id ?? '';
  auth.clock.now += 1;
  const second = (await client.mfa.challenge({ factorId })).data?.id ?? '';
  const [inTime = '', expired = ''] = await listSmsCodes(auth, phone);
  const verify = (challengeId: string, code: string) => client.mfa.verify({ factorId, challengeId, code });
  if (inTime !== expired) expect((await verify(second, inTime)).error?.code).toBe('mfa_verification_failed');
  expect((await verify(second, expired)).error).toBeNull();
  expect((await verify(second, expired)).error?.code).toBe('mfa_challenge_expired');
  auth.clock.now += 5 * MINUTE;
  expect((await verify(first, inTime)).error?.code).toBe('mfa_challenge_expired');
});

test('codes are encrypted in the outbox and hashed in the challenge', async () => {
  const { client, phone, factorId } = await signUpWithPhone();
  await client.mfa.challenge({ factorId });
  const [code = ''] = await listSmsCodes(auth, phone);
  const rows = await auth.context.db.select().from(outbox);
  const challenges = (await auth.context.db.execute('select * from challenges')) as { rows: unknown[] };
  const storedRows = [...rows, ...challenges.rows].map((row) => Object.values(row as object)).flat();
  expect(JSON.stringify(storedRows)).not.toContain(code);
});

test('a phone factor rejects TOTP codes, and vice versa', async () => {
  const { client, email, phone, factorId } = await signUpWithPhone();
  const { data } = await client.mfa.challenge({ factorId });
  const [code = ''] = await listSmsCodes(auth, phone);
  const { data: totpFactor } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'App' });
  const responses = await client.mfa.verify({
    factorId: totpFactor?.id ?? '',
    challengeId: data?.id ?? '',
    code,
  });
  expect(responses.error?.code).toBe('mfa_factor_not_found');
  await client.mfa.verify({ factorId, challengeId: data?.id ?? '', code });
  const repeated = await signInUser(auth, email);
  expect(await getAuthLevel(repeated)).toBe('aal1 of aal2');
});

test('a number and a user each get three messages per hour', async () => {
  const limitedAuth = await createTestAuth('live');
  const challengePhone = async (client: Awaited<ReturnType<typeof signUpWithPhone>>['client'], factorId: string) =>
    (await client.mfa.challenge({ factorId })).error;
  const one = await signUpWithPhone(limitedAuth);
  for (let time = 0; time < 3; time++) expect(await challengePhone(one.client, one.factorId)).toBeNull();
  expect(await challengePhone(one.client, one.factorId)).toMatchObject({
    status: 429,
    code: 'over_sms_send_rate_limit',
  });

  const otherPhone = await signUpUser(limitedAuth);
  const samePhone = await otherPhone.client.mfa.enroll({
    factorType: 'phone',
    friendlyName: 'Theirs',
    phone: one.phone,
  });
  expect((await challengePhone(otherPhone.client, samePhone.data?.id ?? ''))?.code).toBe('over_sms_send_rate_limit');
  const ownPhone = await otherPhone.client.mfa.enroll({
    factorType: 'phone',
    friendlyName: 'Own',
    phone: newNumber(),
  });
  expect(await challengePhone(otherPhone.client, ownPhone.data?.id ?? '')).toBeNull();
  expect(await listSmsCodes(limitedAuth, one.phone)).toHaveLength(3);
});
