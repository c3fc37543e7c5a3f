import { expect, test } from 'vitest';

import { DAY_MS, HOUR_MS } from '#domain/time-units.ts';
import { rateBuckets } from '#server/db/schema-users.ts';

import { confirmAddress, takeMail } from '../testing/take-mail.ts';
import { createAuthClients, createEmail, createTestAuth, readError } from '../testing/test-auth.ts';

const auth = await createTestAuth('live');
const { context } = auth;

/** One second into a day on which nothing has been counted. */
function beginNewDay(): void {
  auth.clock.now = Math.ceil(auth.clock.now / DAY_MS) * DAY_MS + 1000;
}

/** An IP address that none of these users has signed in from. */
const STRANGER_IP = '203.0.113.9';

const requestRecovery = (email: string, target: Pick<typeof auth, 'postFrom'> = auth) =>
  target.postFrom(STRANGER_IP, 'recover', { email });

async function signUpUser() {
  const email = createEmail();
  const session = await auth.signUp(email);
  await takeMail(context, email);
  return { email, token: session.access_token, userId: session.user.id };
}

const createHeaders = (token: string) => ({
  'content-type': 'application/json',
  authorization: `Bearer ${token}`,
});

test('twenty requests for one address send three mails, and an unknown address counts the same', async () => {
  beginNewDay();
  const { email } = await signUpUser();
  const [knownOutcomes, unknownOutcomes]: [string[], string[]] = [[], []];
  const otherProcess = createAuthClients(auth.createContext(auth.openSecondHandle(), 'live'));
  for (let index = 0; index < 10; index++) {
    const unknownEmail = 'nobody@shop.example';
    knownOutcomes.push(await readError(await requestRecovery(email, index % 2 ? otherProcess : auth)));
    unknownOutcomes.push(await readError(await requestRecovery(unknownEmail, index % 2 ? otherProcess : auth)));
  }
  expect(knownOutcomes).toEqual([
    ...Array<string>(3).fill('200 undefined'),
    ...Array<string>(7).fill('429 over_email_send_rate_limit'),
  ]);
  expect(unknownOutcomes).toEqual(knownOutcomes);
  expect(await takeMail(context, email)).toHaveLength(3);
  auth.clock.now += HOUR_MS;
  const response = await requestRecovery(email);
  expect(response.status).toBe(200);
});

test('one IP address can request twenty mails per hour, for any addresses', async () => {
  beginNewDay();
  const responses = await Promise.all(Array.from({ length: 21 }, () => requestRecovery(createEmail())));
  const statuses = responses.map(({ status }) => status).toSorted((first, second) => first - second);
  expect(statuses).toEqual([...Array<number>(20).fill(200), 429]);
  const response = await requestRecovery(createEmail());
  expect(Number(response.headers.get('retry-after'))).toBe(3599);
});

/** Number of successful requests among as many as are allowed per hour. */
const countSuccesses = async (send: () => Promise<Response> | Response): Promise<number> => {
  const responses = await Promise.all([send(), send(), send()]);
  auth.clock.now += HOUR_MS;
  return responses.filter(({ status }) => status === 200).length;
};

test('an address gets twenty mails per day, and five of them are reserved for recovery', async () => {
  beginNewDay();
  const { email } = await signUpUser();
  for (let hour = 0; hour < 6; hour++)
    await countSuccesses(() => auth.postFrom(STRANGER_IP, 'resend', { type: 'signup', email }));
  expect(await takeMail(context, email)).toHaveLength(15);
  expect(await countSuccesses(() => requestRecovery(email))).toBe(3);
  expect(await countSuccesses(() => requestRecovery(email))).toBe(2);
  expect(await takeMail(context, email)).toHaveLength(5);
  expect(await countSuccesses(() => requestRecovery(email))).toBe(0);
});

test('the owner recovers from a known IP address after strangers have used up the mails of the day', async () => {
  beginNewDay();
  const { email } = await signUpUser();
  for (let hour = 0; hour < 7; hour++) await countSuccesses(() => requestRecovery(email));
  await takeMail(context, email);
  expect(await readError(await requestRecovery(email))).toBe('429 over_email_send_rate_limit');
  expect((await auth.post('recover', { email })).status).toBe(200);
  expect(await takeMail(context, email)).toMatchObject([{ kind: 'recover_password' }]);
  const statuses = [];
  for (let index = 0; index < 3; index++) statuses.push((await auth.post('recover', { email })).status);
  expect(statuses).toEqual([200, 200, 429]);
});

test('requests that send no mail do not count for the day', async () => {
  beginNewDay();
  const { email, userId } = await signUpUser();
  await confirmAddress(context, userId);
  for (let hour = 0; hour < 6; hour++)
    await countSuccesses(() => auth.postFrom(STRANGER_IP, 'resend', { type: 'signup', email }));
  expect(await takeMail(context, email)).toEqual([]);
  for (let hour = 0; hour < 7; hour++) await countSuccesses(() => requestRecovery(email));
  expect(await takeMail(context, email)).toHaveLength(20);
});

test('allows five code tries per address in 15 minutes; links do not count', async () => {
  beginNewDay();
  const { email } = await signUpUser();
  const outcomes: string[] = [];
  const token = '000000';
  for (let index = 0; index < 6; index++)
    outcomes.push(await readError(await auth.post('verify', { type: 'recovery', email, token })));
  expect(outcomes).toEqual([...Array<string>(5).fill('403 otp_expired'), '429 over_request_rate_limit']);
  const link = await auth.post('verify', { type: 'recovery', token_hash: 'wrong' });
  expect(await readError(link)).toBe('403 otp_expired');
  auth.clock.now += HOUR_MS / 4;
  const laterTry = await auth.post('verify', { type: 'recovery', email, token });
  expect(await readError(laterTry)).toBe('403 otp_expired');
});

test('allows a signed-in user five wrong passwords in 15 minutes', async () => {
  beginNewDay();
  const { token } = await signUpUser();
  const outcomes: string[] = [];
  for (let index = 0; index < 6; index++) {
    const body = { password: 'a new password', current_password: 'wrong password' };
    outcomes.push(await readError(await auth.put(token, body)));
  }
  expect(outcomes).toEqual([...Array<string>(5).fill('400 invalid_credentials'), '429 over_request_rate_limit']);
});

test('allows ten email changes per hour, and three per address, so that they do not reveal accounts', async () => {
  beginNewDay();
  const takenEmail = (await signUpUser()).email;
  const { token } = await signUpUser();
  const changeEmail = async (email: string) => readError(await auth.put(token, { email }));
  const responses: string[] = [];
  for (let index = 0; index < 4; index++) responses.push(await changeEmail(takenEmail));
  for (let index = 0; index < 7; index++) responses.push(await changeEmail(createEmail()));
  expect(responses).toEqual([
    ...Array<string>(3).fill('422 email_exists'),
    '429 over_email_send_rate_limit',
    ...Array<string>(6).fill('200 undefined'),
    '429 over_request_rate_limit',
  ]);
});

test('mails the code of `reauthenticate` three times per hour', async () => {
  beginNewDay();
  const { email, token } = await signUpUser();
  const statuses: number[] = [];
  for (let index = 0; index < 4; index++)
    statuses.push((await auth.send('GET', 'reauthenticate', { headers: createHeaders(token) })).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect(await takeMail(context, email)).toHaveLength(3);
});

test('bucket keys contain no address', async () => {
  beginNewDay();
  const { email } = await signUpUser();
  await requestRecovery(email);
  await auth.post('verify', { type: 'recovery', email, token: '000000' });
  expect(JSON.stringify(await context.db.select().from(rateBuckets))).not.toContain(email);
});
