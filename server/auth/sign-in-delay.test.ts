import { expect, test } from 'vitest';

import { HOUR_MS } from '#domain/time-units.ts';
import { signInDelays } from '#server/db/schema-accounts.ts';

import { createAuthClients, createEmail, createTestAuth } from '../testing/test-auth.ts';

const auth = await createTestAuth('live');
const LOCAL_IP = '203.0.113.7';
const OTHER_IP = '198.51.100.1';

const signInWrongly = (email: string, address = LOCAL_IP) => auth.signInFrom(address, email, 'wrong password');

/** Delay in seconds after the given number of wrong passwords. The correct one would succeed. */
async function getDelayAfter(email: string, failures: number): Promise<number> {
  for (let index = 0; index < failures; index += 1) {
    auth.clock.now += 60_000;
    expect((await signInWrongly(email)).status).toBe(400);
  }
  const earlyTry = await signInWrongly(email);
  return earlyTry.status === 429 ? Number(earlyTry.headers.get('retry-after')) : 0;
}

test('delays the next try from the third wrong password on, doubling up to a minute', async () => {
  const delays = [];
  for (const failures of [3, 4, 5, 6, 7, 8, 9, 10]) delays.push(await getDelayAfter(createEmail(), failures));
  expect(delays).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
});

test('delays known and unknown addresses alike, with the same response', async () => {
  const [knownResponse, unknownResponse] = [createEmail(), createEmail()];
  await auth.signUp(knownResponse);
  const retryAfter = await Promise.all(
    [knownResponse, unknownResponse].map(async (email) => {
      for (let time = 0; time < 4; time += 1) await signInWrongly(email);
      const response = await signInWrongly(email);
      return [response.status, response.headers.get('retry-after'), await response.text()];
    }),
  );
  expect(retryAfter[0]).toEqual(retryAfter[1]);
  expect(retryAfter[0]?.[0]).toBe(429);
});

test('does not delay other IP addresses, or other email addresses from this one', async () => {
  const [email, otherEmail] = [createEmail(), createEmail()];
  for (const address of [email, otherEmail]) await auth.signUp(address);
  for (let time = 0; time < 5; time += 1) await signInWrongly(email);
  expect((await auth.signInFrom(LOCAL_IP, email)).status).toBe(429);
  expect((await auth.signInFrom(OTHER_IP, email)).status).toBe(200);
  expect((await auth.signInFrom(LOCAL_IP, otherEmail)).status).toBe(200);
});

test('the correct password resets the failures, and so does an hour', async () => {
  const email = createEmail();
  await auth.signUp(email);
  for (let time = 0; time < 3; time += 1) await signInWrongly(email);
  auth.clock.now += 1000;
  expect((await auth.signInFrom(LOCAL_IP, email)).status).toBe(200);
  for (let time = 0; time < 2; time += 1) expect((await signInWrongly(email)).status).toBe(400);
  expect((await auth.signInFrom(LOCAL_IP, email)).status).toBe(200);
  for (let time = 0; time < 3; time += 1) await signInWrongly(email);
  auth.clock.now += HOUR_MS + 1;
  for (let time = 0; time < 2; time += 1) expect((await signInWrongly(email)).status).toBe(400);
  expect((await auth.signInFrom(LOCAL_IP, email)).status).toBe(200);
});

test('a try during a delay does not count', async () => {
  const email = createEmail();
  await auth.signUp(email);
  for (let time = 0; time < 3; time += 1) await signInWrongly(email);
  for (let time = 0; time < 30; time += 1) expect((await signInWrongly(email)).status).toBe(429);
  auth.clock.now += 1000;
  expect((await auth.signInFrom(LOCAL_IP, email)).status).toBe(200);
});

test('the table contains no addresses and no expired rows', async () => {
  const email = createEmail();
  auth.clock.now += 2 * HOUR_MS;
  await signInWrongly(email);
  const rows = await auth.context.db.select().from(signInDelays);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(email);
  expect(JSON.stringify(rows)).not.toContain(LOCAL_IP);
});

test('without rate limits there is no delay', async () => {
  const authWithoutLimits = createAuthClients(auth.createContext(auth.openSecondHandle(), 'off'));
  const email = createEmail();
  for (let time = 0; time < 6; time += 1)
    expect((await authWithoutLimits.signInFrom(LOCAL_IP, email, 'wrong password')).status).toBe(400);
});
