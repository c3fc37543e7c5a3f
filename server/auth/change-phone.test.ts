import { expect, test } from 'vitest';

import { openDoors, refusalOf, sessionFrom } from './auth-testing.ts';
import { eventsOf, messagesTo, signedUp } from './factors/testing-factors.ts';
import { takeMail } from './testing-mailbox.ts';

const doors = await openDoors();

let numbers = 0;
const newNumber = () => `+4915113${String(++numbers).padStart(6, '0')}`;

/** A user who has requested a number, and the code that was sent to it. */
async function asked(phone = newNumber(), at = doors) {
  const person = await signedUp(at);
  const { data, error } = await person.client.updateUser({ phone });
  if (error) throw error;
  const codes = await messagesTo(at, phone);
  return { ...person, phone, code: codes.at(-1) ?? '', user: data.user };
}

const phoneOf = async ({ client }: { client: Awaited<ReturnType<typeof signedUp>>['client'] }) =>
  (await client.getUser()).data.user?.phone;

test('a number is stored once the code of its message is verified', async () => {
  const person = await asked();
  expect(person.user.phone).toBe('');
  const { phone, code: token, client } = person;
  const { error } = await client.verifyOtp({ phone, token, type: 'phone_change' });
  expect(error).toBeNull();
  expect(await phoneOf(person)).toBe(phone);
  expect(await eventsOf(doors, person.userId)).toContain(`phone_changed: ending in ${phone.slice(-4)}`);
});

test('wrong, used and expired codes and codes for another number get the same error', async () => {
  const { phone, code, client } = await asked();
  const show = async (token: string, to = phone) =>
    (await client.verifyOtp({ phone: to, token, type: 'phone_change' })).error;
  const other = await asked();
  const wrong = code === '000000' ? '000001' : '000000';
  expect(await show(wrong)).toMatchObject({
    status: 403,
    code: 'otp_expired',
    message: 'Token has expired or is invalid',
  });
  if (code !== other.code) expect((await show(code, other.phone))?.code).toBe('otp_expired');
  expect(await show(code)).toBeNull();
  expect((await show(code))?.code).toBe('otp_expired');
  const late = await asked();
  doors.clock.now += 5 * 60_000 + 1;
  const { error } = await late.client.verifyOtp({
    phone: late.phone,
    token: late.code,
    type: 'phone_change',
  });
  expect(error?.code).toBe('otp_expired');
});

test('resending voids the earlier code; a number without a pending change gets none, with the same response', async () => {
  const { phone, code, client } = await asked();
  const { data, error } = await client.resend({ type: 'phone_change', phone });
  expect([typeof data.messageId, error]).toEqual(['string', null]);
  const stranger = await client.resend({ type: 'sms', phone: '+491510000001' });
  expect([typeof stranger.data.messageId, stranger.error]).toEqual(['string', null]);
  expect(await messagesTo(doors, '+491510000001')).toEqual([]);
  const [, next = ''] = await messagesTo(doors, phone);
  const show = (token: string) => client.verifyOtp({ phone, token, type: 'sms' });
  if (next !== code) expect((await show(code)).error?.code).toBe('otp_expired');
  expect((await show(next)).error).toBeNull();
});

test('a number belongs to one account, which only the owner of the phone can find out', async () => {
  const phone = newNumber();
  const [one, other] = [await asked(phone), await asked(phone)];
  expect((await one.client.verifyOtp({ phone, token: one.code, type: 'phone_change' })).error).toBeNull();
  const { error } = await other.client.verifyOtp({ phone, token: other.code, type: 'phone_change' });
  expect(error).toMatchObject({ status: 422, code: 'phone_exists' });
  expect(await phoneOf(other)).toBe('');
});

test('an empty number removes the number', async () => {
  const person = await asked();
  await person.client.verifyOtp({ phone: person.phone, token: person.code, type: 'phone_change' });
  expect(await phoneOf(person)).toBe(person.phone);
  expect((await person.client.updateUser({ phone: '' })).error).toBeNull();
  expect(await phoneOf(person)).toBe('');
});

test('changing the number needs recent authentication and a valid number', async () => {
  const { client } = await signedUp(doors);
  expect((await client.updateUser({ phone: '0151 12' })).error).toMatchObject({ code: 'validation_failed' });
  doors.clock.now += 5 * 60_000;
  const { error } = await client.updateUser({ phone: newNumber() });
  expect(error).toMatchObject({ status: 401, code: 'reauthentication_needed' });
});

test('a number gets three messages per hour, new requests and resends together', async () => {
  const limited = await openDoors('live');
  const { phone, client } = await asked('+4915113999999', limited);
  expect((await client.resend({ type: 'phone_change', phone })).error).toBeNull();
  expect((await client.updateUser({ phone })).error).toBeNull();
  expect((await client.updateUser({ phone })).error).toMatchObject({
    status: 429,
    code: 'over_sms_send_rate_limit',
  });
});

test('a code for a number creates no session', async () => {
  const { phone, code, email } = await asked();
  const answer = await doors.post('verify', { type: 'phone_change', phone, token: code });
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { msg: 'Your phone number is confirmed.', code: '200' },
  ]);
  const notices = (await takeMail(doors.context, email)).filter(({ kind }) => kind === 'security_notice');
  expect(notices).toMatchObject([
    { event: 'phone_change_asked', detail: `ending in ${phone.slice(-4)}` },
    { event: 'phone_changed' },
  ]);
});

test('a pending number ends with the session that requested it', async () => {
  const thief = await asked();
  const { phone } = thief;
  const owner = await sessionFrom(await doors.signIn(thief.email));
  const headers = { authorization: `Bearer ${owner.access_token}` };
  expect((await doors.send('POST', 'logout?scope=others', { headers })).status).toBe(204);
  expect((await doors.post('resend', { type: 'phone_change', phone })).status).toBe(200);
  expect(await messagesTo(doors, phone)).toEqual([thief.code]);
  const late = await doors.post('verify', { type: 'phone_change', phone, token: thief.code });
  expect(await refusalOf(late)).toBe('403 otp_expired');
  expect(await (await doors.user(owner.access_token)).json()).toMatchObject({ phone: '' });
});
