import { expect, test } from 'vitest';

import { configFrom } from '#server/config.ts';
import { outbox } from '#server/db/schema-mail.ts';

import { doorsOf, openDoors } from '../auth-testing.ts';
import { levelOf, messagesTo, signedIn, signedUp, type Doors } from './testing-factors.ts';

const doors = await openDoors();
const MINUTE = 60_000;

let numbers = 0;
const newNumber = () => `+4915112${String(++numbers).padStart(6, '0')}`;

/** A user with a phone factor that has been verified once. */
async function withPhone(at: Doors = doors) {
  const person = await signedUp(at);
  const phone = newNumber();
  const { data, error } = await person.client.mfa.enroll({
    factorType: 'phone',
    friendlyName: 'Phone',
    phone,
  });
  if (error) throw error;
  return { ...person, phone, factorId: data.id };
}

test('a phone is added with the code of a message', async () => {
  const { client, phone, factorId } = await withPhone();
  const { data } = await client.mfa.challenge({ factorId, channel: 'sms' });
  expect(data).toMatchObject({ type: 'phone' });
  const [code = ''] = await messagesTo(doors, phone);
  expect(code).toMatch(/^\d{6}$/);
  const { error } = await client.mfa.verify({ factorId, challengeId: data?.id ?? '', code });
  expect(error).toBeNull();
  expect(await levelOf(client)).toBe('aal2 of aal2');
  expect((await client.mfa.listFactors()).data?.phone).toHaveLength(1);
});

test('accepts a number in common notations and stores it in E.164 form', async () => {
  const { client } = await signedUp(doors);
  const { data } = await client.mfa.enroll({
    factorType: 'phone',
    friendlyName: 'Phone',
    phone: '0049 (151) 12-34.56/78',
  });
  expect(data?.phone).toBe('+4915112345678');
});

test.for([
  '',
  '0151 12345678',
  '+49',
  '+0151 12345678',
  '+49 151 12345678 901234',
  'call me',
  '+49151a2345678',
])('rejects an invalid number: %j', async (phone) => {
  const { client } = await signedUp(doors);
  const { error } = await client.mfa.enroll({ factorType: 'phone', friendlyName: 'Phone', phone });
  expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
});

test('where no messages can be sent, no phone can be added or challenged', async () => {
  const config = {
    ...configFrom({ APP_URL: doors.context.config.appUrl }),
    accounts: { ...doors.context.config.accounts, sms: null },
  };
  const mute = doorsOf({ ...doors.context, config, mode: 'live' });
  const { email } = await signedUp(doors);
  const client = mute.client();
  await client.signInWithPassword({ email, password: 'a plain password' });
  const { error } = await client.mfa.enroll({
    factorType: 'phone',
    friendlyName: 'Phone',
    phone: newNumber(),
  });
  expect(error).toMatchObject({ status: 422, code: 'mfa_phone_enroll_not_enabled' });
  const held = await withPhone();
  await client.signInWithPassword({ email: held.email, password: 'a plain password' });
  const asked = await client.mfa.challenge({ factorId: held.factorId });
  expect(asked.error).toMatchObject({ status: 422, code: 'sms_send_failed' });
});

test('a code answers only its own challenge, and no later one', async () => {
  const { client, phone, factorId } = await withPhone();
  const first = (await client.mfa.challenge({ factorId })).data?.id ?? '';
  const second = (await client.mfa.challenge({ factorId })).data?.id ?? '';
  const [early = '', late = ''] = await messagesTo(doors, phone);
  const verify = (challengeId: string, code: string) => client.mfa.verify({ factorId, challengeId, code });
  if (early !== late) expect((await verify(second, early)).error?.code).toBe('mfa_verification_failed');
  expect((await verify(second, late)).error).toBeNull();
  expect((await verify(second, late)).error?.code).toBe('mfa_challenge_expired');
  doors.clock.now += 5 * MINUTE;
  expect((await verify(first, early)).error?.code).toBe('mfa_challenge_expired');
});

test('codes are encrypted in the outbox and hashed in the challenge', async () => {
  const { client, phone, factorId } = await withPhone();
  await client.mfa.challenge({ factorId });
  const [code = ''] = await messagesTo(doors, phone);
  const rows = await doors.context.db.select().from(outbox);
  const challenges = (await doors.context.db.execute('select * from challenges')) as { rows: unknown[] };
  const kept = [...rows, ...challenges.rows].map((row) => Object.values(row as object)).flat();
  expect(JSON.stringify(kept)).not.toContain(code);
});

test('a phone factor rejects TOTP codes, and vice versa', async () => {
  const { client, email, phone, factorId } = await withPhone();
  const { data } = await client.mfa.challenge({ factorId });
  const [code = ''] = await messagesTo(doors, phone);
  const { data: app } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'App' });
  const crossed = await client.mfa.verify({ factorId: app?.id ?? '', challengeId: data?.id ?? '', code });
  expect(crossed.error?.code).toBe('mfa_factor_not_found');
  await client.mfa.verify({ factorId, challengeId: data?.id ?? '', code });
  const again = await signedIn(doors, email);
  expect(await levelOf(again)).toBe('aal1 of aal2');
});

test('a number and a user each get three messages per hour', async () => {
  const limited = await openDoors('live');
  const ask = async (client: Awaited<ReturnType<typeof withPhone>>['client'], factorId: string) =>
    (await client.mfa.challenge({ factorId })).error;
  const one = await withPhone(limited);
  for (let time = 0; time < 3; time++) expect(await ask(one.client, one.factorId)).toBeNull();
  expect(await ask(one.client, one.factorId)).toMatchObject({
    status: 429,
    code: 'over_sms_send_rate_limit',
  });

  const other = await signedUp(limited);
  const same = await other.client.mfa.enroll({
    factorType: 'phone',
    friendlyName: 'Theirs',
    phone: one.phone,
  });
  expect((await ask(other.client, same.data?.id ?? ''))?.code).toBe('over_sms_send_rate_limit');
  const own = await other.client.mfa.enroll({ factorType: 'phone', friendlyName: 'Own', phone: newNumber() });
  expect(await ask(other.client, own.data?.id ?? '')).toBeNull();
  expect(await messagesTo(limited, one.phone)).toHaveLength(3);
});
