import { expect, test } from 'vitest';

import { listSecurityEvents, listSmsCodes, signUpUser } from '../testing/factor-helpers.ts';
import { takeMail } from '../testing/take-mail.ts';
import { createTestAuth, readError, readSession } from '../testing/test-auth.ts';

const auth = await createTestAuth();

let numbers = 0;
const newNumber = () => `+4915113${String(++numbers).padStart(6, '0')}`;

/** A user who has requested a number, and the code that was sent to it. */
async function requestNumber(phone = newNumber(), target = auth) {
  const person = await signUpUser(target);
  // `listSmsCodes` orders by time, and a second code for the same number must come last.
  target.clock.now += 1;
  const { data, error } = await person.client.updateUser({ phone });
  if (error) throw error;
  const codes = await listSmsCodes(target, phone);
  return { ...person, phone, code: codes.at(-1) ?? '', user: data.user };
}

const fetchPhone = async ({ client }: { client: Awaited<ReturnType<typeof signUpUser>>['client'] }) =>
  (await client.getUser()).data.user?.phone;

test('a number is stored once the code of its message is verified', async () => {
  const person = await requestNumber();
  expect(person.user.phone).toBe('');
  const { phone, code: token, client } = person;
  const { error } = await client.verifyOtp({ phone, token, type: 'phone_change' });
  expect(error).toBeNull();
  expect(await fetchPhone(person)).toBe(phone);
  expect(await listSecurityEvents(auth, person.userId)).toContain(`phone_changed: ending in ${phone.slice(-4)}`);
});

test('wrong, used and expired codes and codes for another number get the same error', async () => {
  const { phone, code, client } = await requestNumber();
  const submitCode = async (token: string, to = phone) =>
    (await client.verifyOtp({ phone: to, token, type: 'phone_change' })).error;
  const otherUser = await requestNumber();
  const wrongCode = code === '000000' ? '000001' : '000000';
  expect(await submitCode(wrongCode)).toMatchObject({
    status: 403,
    code: 'otp_expired',
    message: 'Token has expired or is invalid',
  });
  if (code !== otherUser.code) expect((await submitCode(code, otherUser.phone))?.code).toBe('otp_expired');
  expect(await submitCode(code)).toBeNull();
  expect((await submitCode(code))?.code).toBe('otp_expired');
  const expired = await requestNumber();
  auth.clock.now += 5 * 60_000 + 1;
  const { error } = await expired.client.verifyOtp({
    phone: expired.phone,
    token: expired.code,
    type: 'phone_change',
  });
  expect(error?.code).toBe('otp_expired');
});

test('resending voids the earlier code; a number without a pending change gets none, with the same response', async () => {
  const { phone, code, client } = await requestNumber();
  auth.clock.now += 1;
  const { data, error } = await client.resend({ type: 'phone_change', phone });
  expect([typeof data.messageId, error]).toEqual(['string', null]);
  const foreignResend = await client.resend({ type: 'sms', phone: '+491510000001' });
  expect([typeof foreignResend.data.messageId, foreignResend.error]).toEqual(['string', null]);
  expect(await listSmsCodes(auth, '+491510000001')).toEqual([]);
  const [, newCode = ''] = await listSmsCodes(auth, phone);
  const submitCode = (token: string) => client.verifyOtp({ phone, token, type: 'sms' });
  if (newCode !== code) expect((await submitCode(code)).error?.code).toBe('otp_expired');
  expect((await submitCode(newCode)).error).toBeNull();
});

test('a number belongs to one account, which only the owner of the phone can find out', async () => {
  const phone = newNumber();
  const [first, otherUser] = [await requestNumber(phone), await requestNumber(phone)];
  expect((await first.client.verifyOtp({ phone, token: first.code, type: 'phone_change' })).error).toBeNull();
  const { error } = await otherUser.client.verifyOtp({ phone, token: otherUser.code, type: 'phone_change' });
  expect(error).toMatchObject({ status: 422, code: 'phone_exists' });
  expect(await fetchPhone(otherUser)).toBe('');
});

test('an empty number removes the number', async () => {
  const person = await requestNumber();
  await person.client.verifyOtp({ phone: person.phone, token: person.code, type: 'phone_change' });
  expect(await fetchPhone(person)).toBe(person.phone);
  expect((await person.client.updateUser({ phone: '' })).error).toBeNull();
  expect(await fetchPhone(person)).toBe('');
});

test('changing the number needs recent authentication and a valid number', async () => {
  const { client } = await signUpUser(auth);
  expect((await client.updateUser({ phone: '0151 12' })).error).toMatchObject({ code: 'validation_failed' });
  auth.clock.now += 5 * 60_000;
  const { error } = await client.updateUser({ phone: newNumber() });
  expect(error).toMatchObject({ status: 401, code: 'reauthentication_needed' });
});

test('a number gets three messages per hour, new requests and resends together', async () => {
  const limitedAuth = await createTestAuth('live');
  const { phone, client } = await requestNumber('+4915113999999', limitedAuth);
  expect((await client.resend({ type: 'phone_change', phone })).error).toBeNull();
  expect((await client.updateUser({ phone })).error).toBeNull();
  expect((await client.updateUser({ phone })).error).toMatchObject({
    status: 429,
    code: 'over_sms_send_rate_limit',
  });
});

test('a code for a number creates no session', async () => {
  const { phone, code, email } = await requestNumber();
  const response = await auth.post('verify', { type: 'phone_change', phone, token: code });
  expect([response.status, await response.json()]).toEqual([
    200,
    { msg: 'Your phone number is confirmed.', code: '200' },
  ]);
  const notices = (await takeMail(auth.context, email)).filter(({ kind }) => kind === 'security_notice');
  expect(notices).toMatchObject([
    { event: 'phone_change_requested', detail: `ending in ${phone.slice(-4)}` },
    { event: 'phone_changed' },
  ]);
});

test('a pending number ends with the session that requested it', async () => {
  const firstUser = await requestNumber();
  const { phone } = firstUser;
  const secondUser = await readSession(await auth.signIn(firstUser.email));
  const headers = { authorization: `Bearer ${secondUser.access_token}` };
  expect((await auth.send('POST', 'logout?scope=others', { headers })).status).toBe(204);
  expect((await auth.post('resend', { type: 'phone_change', phone })).status).toBe(200);
  expect(await listSmsCodes(auth, phone)).toEqual([firstUser.code]);
  const expired = await auth.post('verify', { type: 'phone_change', phone, token: firstUser.code });
  expect(await readError(expired)).toBe('403 otp_expired');
  expect(await (await auth.user(secondUser.access_token)).json()).toMatchObject({ phone: '' });
});
