import { expect, test } from 'vitest';

import { signInDelays } from '#server/db/schema-accounts.ts';

import { doorsOf, newEmail, openDoors } from './auth-testing.ts';

const doors = await openDoors('live');
const HERE = '203.0.113.7';
const THERE = '198.51.100.1';
const HOUR_MS = 3600 * 1000;

const wrong = (email: string, address = HERE) => doors.signInFrom(address, email, 'wrong password');

/** Delay in seconds after the given number of wrong passwords. The correct one would succeed. */
async function waitAfter(email: string, failures: number): Promise<number> {
  for (let index = 0; index < failures; index += 1) {
    doors.clock.now += 60_000;
    expect((await wrong(email)).status).toBe(400);
  }
  const early = await wrong(email);
  return early.status === 429 ? Number(early.headers.get('retry-after')) : 0;
}

test('delays the next try from the third wrong password on, doubling up to a minute', async () => {
  const waits = [];
  for (const failures of [3, 4, 5, 6, 7, 8, 9, 10]) waits.push(await waitAfter(newEmail(), failures));
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
});

test('delays known and unknown addresses alike, with the same response', async () => {
  const [known, unknown] = [newEmail(), newEmail()];
  await doors.signUp(known);
  const told = await Promise.all(
    [known, unknown].map(async (email) => {
      for (let time = 0; time < 4; time += 1) await wrong(email);
      const answer = await wrong(email);
      return [answer.status, answer.headers.get('retry-after'), await answer.text()];
    }),
  );
  expect(told[0]).toEqual(told[1]);
  expect(told[0]?.[0]).toBe(429);
});

test('does not delay other IP addresses, or other email addresses from this one', async () => {
  const [email, other] = [newEmail(), newEmail()];
  for (const address of [email, other]) await doors.signUp(address);
  for (let time = 0; time < 5; time += 1) await wrong(email);
  expect((await doors.signInFrom(HERE, email)).status).toBe(429);
  expect((await doors.signInFrom(THERE, email)).status).toBe(200);
  expect((await doors.signInFrom(HERE, other)).status).toBe(200);
});

test('the correct password resets the failures, and so does an hour', async () => {
  const email = newEmail();
  await doors.signUp(email);
  for (let time = 0; time < 3; time += 1) await wrong(email);
  doors.clock.now += 1000;
  expect((await doors.signInFrom(HERE, email)).status).toBe(200);
  for (let time = 0; time < 2; time += 1) expect((await wrong(email)).status).toBe(400);
  expect((await doors.signInFrom(HERE, email)).status).toBe(200);
  for (let time = 0; time < 3; time += 1) await wrong(email);
  doors.clock.now += HOUR_MS + 1;
  for (let time = 0; time < 2; time += 1) expect((await wrong(email)).status).toBe(400);
  expect((await doors.signInFrom(HERE, email)).status).toBe(200);
});

test('a try during a delay does not count', async () => {
  const email = newEmail();
  await doors.signUp(email);
  for (let time = 0; time < 3; time += 1) await wrong(email);
  for (let time = 0; time < 30; time += 1) expect((await wrong(email)).status).toBe(429);
  doors.clock.now += 1000;
  expect((await doors.signInFrom(HERE, email)).status).toBe(200);
});

test('the table contains no addresses and no expired rows', async () => {
  const email = newEmail();
  doors.clock.now += 2 * HOUR_MS;
  await wrong(email);
  const rows = await doors.context.db.select().from(signInDelays);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(email);
  expect(JSON.stringify(rows)).not.toContain(HERE);
});

test('without rate limits there is no delay', async () => {
  const off = doorsOf(doors.contextOn(doors.another(), 'off'));
  const email = newEmail();
  for (let time = 0; time < 6; time += 1)
    expect((await off.signInFrom(HERE, email, 'wrong password')).status).toBe(400);
});
