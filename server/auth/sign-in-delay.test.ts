import { expect, test } from 'vitest';

import { signInDelays } from '#server/db/schema-accounts.ts';

import { doorsOf, newEmail, openDoors } from './auth-testing.ts';

const doors = await openDoors('live');
const HERE = '203.0.113.7';
const THERE = '198.51.100.1';
const HOUR_MS = 3600 * 1000;

const wrong = (email: string, address = HERE) => doors.signInFrom(address, email, 'wrong password');

/** How long one has to wait after so many wrong passwords, in seconds. The right one would be let in. */
async function waitAfter(email: string, failures: number): Promise<number> {
  for (let index = 0; index < failures; index += 1) {
    doors.clock.now += 60_000;
    expect((await wrong(email)).status).toBe(400);
  }
  const early = await wrong(email);
  return early.status === 429 ? Number(early.headers.get('retry-after')) : 0;
}

test('from the third wrong password on one waits for the next try, each time twice as long, a minute at most', async () => {
  const waits = [];
  for (const failures of [3, 4, 5, 6, 7, 8, 9, 10]) waits.push(await waitAfter(newEmail(), failures));
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
});

test('a known address waits as long as an unknown one, and is told the same', async () => {
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

test('nobody elsewhere waits for them, and neither does another address here', async () => {
  const [email, other] = [newEmail(), newEmail()];
  for (const address of [email, other]) await doors.signUp(address);
  for (let time = 0; time < 5; time += 1) await wrong(email);
  expect((await doors.signInFrom(HERE, email)).status).toBe(429);
  expect((await doors.signInFrom(THERE, email)).status).toBe(200);
  expect((await doors.signInFrom(HERE, other)).status).toBe(200);
});

test('the right password in time makes all wrong ones forgotten, and so does an hour', async () => {
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

test('a try that is too early counts for nothing', async () => {
  const email = newEmail();
  await doors.signUp(email);
  for (let time = 0; time < 3; time += 1) await wrong(email);
  for (let time = 0; time < 30; time += 1) expect((await wrong(email)).status).toBe(429);
  doors.clock.now += 1000;
  expect((await doors.signInFrom(HERE, email)).status).toBe(200);
});

test('the table holds neither addresses nor what is over', async () => {
  const email = newEmail();
  doors.clock.now += 2 * HOUR_MS;
  await wrong(email);
  const rows = await doors.context.db.select().from(signInDelays);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(email);
  expect(JSON.stringify(rows)).not.toContain(HERE);
});

test('without limits nobody waits', async () => {
  const off = doorsOf(doors.contextOn(doors.another(), 'off'));
  const email = newEmail();
  for (let time = 0; time < 6; time += 1)
    expect((await off.signInFrom(HERE, email, 'wrong password')).status).toBe(400);
});
