import { expect, test } from 'vitest';

import { rateBuckets } from '#server/db/schema-people.ts';

import { doorsOf, newEmail, openDoors, refusalOf } from './auth-testing.ts';
import { confirmAddress, takeMail } from './testing-mailbox.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const doors = await openDoors('live');
const { context } = doors;

/** One second into a day on which nothing has been counted. */
function beginNewDay(): void {
  doors.clock.now = Math.ceil(doors.clock.now / DAY_MS) * DAY_MS + 1000;
}

/** An IP address that none of these users has signed in from. */
const STRANGER = '203.0.113.9';

const recover = (email: string, at: Pick<typeof doors, 'postFrom'> = doors) =>
  at.postFrom(STRANGER, 'recover', { email });

async function signedUp() {
  const email = newEmail();
  const session = await doors.signUp(email);
  await takeMail(context, email);
  return { email, token: session.access_token, userId: session.user.id };
}

const withToken = (token: string) => ({
  'content-type': 'application/json',
  authorization: `Bearer ${token}`,
});

test('twenty requests for one address send three mails, and an unknown address counts the same', async () => {
  beginNewDay();
  const { email } = await signedUp();
  const [known, unknown]: [string[], string[]] = [[], []];
  const second = doorsOf(doors.contextOn(doors.another(), 'live'));
  for (let turn = 0; turn < 10; turn++) {
    const nobody = 'nobody@shop.example';
    known.push(await refusalOf(await recover(email, turn % 2 ? second : doors)));
    unknown.push(await refusalOf(await recover(nobody, turn % 2 ? second : doors)));
  }
  expect(known).toEqual([
    ...Array<string>(3).fill('200 undefined'),
    ...Array<string>(7).fill('429 over_email_send_rate_limit'),
  ]);
  expect(unknown).toEqual(known);
  expect(await takeMail(context, email)).toHaveLength(3);
  doors.clock.now += HOUR_MS;
  const answer = await recover(email);
  expect(answer.status).toBe(200);
});

test('one IP address can request twenty mails per hour, for any addresses', async () => {
  beginNewDay();
  const answers = await Promise.all(Array.from({ length: 21 }, () => recover(newEmail())));
  const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
  expect(statuses).toEqual([...Array<number>(20).fill(200), 429]);
  const answer = await recover(newEmail());
  expect(Number(answer.headers.get('retry-after'))).toBe(3599);
});

/** Number of successful requests among as many as are allowed per hour. */
const answeredIn = async (send: () => Promise<Response> | Response): Promise<number> => {
  const answers = await Promise.all([send(), send(), send()]);
  doors.clock.now += HOUR_MS;
  return answers.filter(({ status }) => status === 200).length;
};

test('an address gets twenty mails per day, and five of them are reserved for recovery', async () => {
  beginNewDay();
  const { email } = await signedUp();
  for (let hour = 0; hour < 6; hour++)
    await answeredIn(() => doors.postFrom(STRANGER, 'resend', { type: 'signup', email }));
  expect(await takeMail(context, email)).toHaveLength(15);
  expect(await answeredIn(() => recover(email))).toBe(3);
  expect(await answeredIn(() => recover(email))).toBe(2);
  expect(await takeMail(context, email)).toHaveLength(5);
  expect(await answeredIn(() => recover(email))).toBe(0);
});

test('the owner recovers from a known IP address after strangers have used up the mails of the day', async () => {
  beginNewDay();
  const { email } = await signedUp();
  for (let hour = 0; hour < 7; hour++) await answeredIn(() => recover(email));
  await takeMail(context, email);
  expect(await refusalOf(await recover(email))).toBe('429 over_email_send_rate_limit');
  expect((await doors.post('recover', { email })).status).toBe(200);
  expect(await takeMail(context, email)).toMatchObject([{ kind: 'recover_password' }]);
  const statuses = [];
  for (let turn = 0; turn < 3; turn++) statuses.push((await doors.post('recover', { email })).status);
  expect(statuses).toEqual([200, 200, 429]);
});

test('requests that send no mail do not count for the day', async () => {
  beginNewDay();
  const { email, userId } = await signedUp();
  await confirmAddress(context, userId);
  for (let hour = 0; hour < 6; hour++)
    await answeredIn(() => doors.postFrom(STRANGER, 'resend', { type: 'signup', email }));
  expect(await takeMail(context, email)).toEqual([]);
  for (let hour = 0; hour < 7; hour++) await answeredIn(() => recover(email));
  expect(await takeMail(context, email)).toHaveLength(20);
});

test('allows five code tries per address in 15 minutes; links do not count', async () => {
  beginNewDay();
  const { email } = await signedUp();
  const tries: string[] = [];
  const token = '000000';
  for (let turn = 0; turn < 6; turn++)
    tries.push(await refusalOf(await doors.post('verify', { type: 'recovery', email, token })));
  expect(tries).toEqual([...Array<string>(5).fill('403 otp_expired'), '429 over_request_rate_limit']);
  const link = await doors.post('verify', { type: 'recovery', token_hash: 'wrong' });
  expect(await refusalOf(link)).toBe('403 otp_expired');
  doors.clock.now += HOUR_MS / 4;
  const later = await doors.post('verify', { type: 'recovery', email, token });
  expect(await refusalOf(later)).toBe('403 otp_expired');
});

test('allows a signed-in user five wrong passwords in 15 minutes', async () => {
  beginNewDay();
  const { token } = await signedUp();
  const tries: string[] = [];
  for (let turn = 0; turn < 6; turn++) {
    const body = { password: 'a new password', current_password: 'wrong password' };
    tries.push(await refusalOf(await doors.put(token, body)));
  }
  expect(tries).toEqual([...Array<string>(5).fill('400 invalid_credentials'), '429 over_request_rate_limit']);
});

test('allows ten email changes per hour, and three per address, so that they do not reveal accounts', async () => {
  beginNewDay();
  const taken = (await signedUp()).email;
  const { token } = await signedUp();
  const ask = async (email: string) => refusalOf(await doors.put(token, { email }));
  const answers: string[] = [];
  for (let turn = 0; turn < 4; turn++) answers.push(await ask(taken));
  for (let turn = 0; turn < 7; turn++) answers.push(await ask(newEmail()));
  expect(answers).toEqual([
    ...Array<string>(3).fill('422 email_exists'),
    '429 over_email_send_rate_limit',
    ...Array<string>(6).fill('200 undefined'),
    '429 over_request_rate_limit',
  ]);
});

test('mails the code of `reauthenticate` three times per hour', async () => {
  beginNewDay();
  const { email, token } = await signedUp();
  const statuses: number[] = [];
  for (let turn = 0; turn < 4; turn++)
    statuses.push((await doors.send('GET', 'reauthenticate', { headers: withToken(token) })).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect(await takeMail(context, email)).toHaveLength(3);
});

test('bucket keys contain no address', async () => {
  beginNewDay();
  const { email } = await signedUp();
  await recover(email);
  await doors.post('verify', { type: 'recovery', email, token: '000000' });
  expect(JSON.stringify(await context.db.select().from(rateBuckets))).not.toContain(email);
});
