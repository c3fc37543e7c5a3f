import { expect, test } from 'vitest';

import { rateBuckets } from '#server/db/schema-people.ts';

import { doorsOf, newEmail, openDoors, PASSWORD, sessionFrom } from './auth-testing.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Runs of equal statuses of repeated calls, such as '10 × 400, 1 × 429'. */
async function runsOf(count: number, call: (index: number) => Promise<Response>): Promise<string> {
  const runs: { status: number; length: number }[] = [];
  for (let index = 0; index < count; index += 1) {
    const { status } = await call(index);
    const last = runs.at(-1);
    if (last?.status === status) last.length += 1;
    else runs.push({ status, length: 1 });
  }
  return runs.map(({ status, length }) => `${length} × ${status}`).join(', ');
}

const doors = await openDoors('live');

/** One second into a day on which nothing has been counted. */
function beginNewDay(): void {
  doors.clock.now = Math.ceil(doors.clock.now / DAY_MS) * DAY_MS + 1000;
}

test('sign-in: 10 per 15 minutes for an email address from one IP address, 50 for the IP address', async () => {
  beginNewDay();
  const { user } = await doors.signUp();
  expect(await runsOf(11, () => doors.signIn(user.email))).toBe('10 × 200, 1 × 429');
  const answer = await doors.signIn(user.email);
  expect(Number(answer.headers.get('retry-after'))).toBe(15 * 60 - 1);
  expect(await answer.json()).toMatchObject({ code: 'over_request_rate_limit' });
  // The refused eleventh try counts for the IP address, too.
  const tried = await runsOf(40, () => {
    doors.clock.now += 100;
    return doors.signIn(newEmail());
  });
  expect(tried).toBe('39 × 400, 1 × 429');
  expect((await doors.signInFrom('203.0.113.7', user.email)).status).toBe(200);
  doors.clock.now += 15 * MINUTE_MS;
  expect((await doors.signIn(user.email)).status).toBe(200);
});

test('sign-in: 50 for an email address from all IP addresses together, except those its user recently used', async () => {
  beginNewDay();
  const email = newEmail();
  await doors.signUp(email);
  await doors.signInFrom('203.0.113.7', email);
  const tried = await runsOf(60, (index) => {
    doors.clock.now += 100;
    return doors.signInFrom(`198.51.100.${index % 30}`, email, 'wrong password');
  });
  expect(tried).toBe('49 × 400, 11 × 429');
  expect((await doors.signInFrom('203.0.113.8', email)).status).toBe(429);
  expect((await doors.signInFrom('203.0.113.7', email)).status).toBe(200);
});

test('sign-in: 20 per second in total, except from IP addresses that the user knows', async () => {
  beginNewDay();
  const email = newEmail();
  await doors.signUp(email);
  await doors.signInFrom('203.0.113.7', email);
  doors.clock.now += 1000;
  const tried = await runsOf(25, (index) => doors.signInFrom(`192.0.2.${index}`, newEmail()));
  expect(tried).toBe('20 × 400, 5 × 429');
  expect((await doors.signInFrom('203.0.113.7', email)).status).toBe(200);
  doors.clock.now += 1000;
  expect((await doors.signInFrom('192.0.2.200', newEmail())).status).toBe(400);
});

test('sign-up: 3 per hour for an email address', async () => {
  beginNewDay();
  const email = newEmail();
  expect(await runsOf(4, () => doors.post('signup', { email, password: PASSWORD }))).toBe(
    '1 × 200, 2 × 422, 1 × 429',
  );
});

test('sign-up: 5 per hour and 20 per day from one IP address', async () => {
  beginNewDay();
  const signUp = () => doors.post('signup', { email: newEmail(), password: PASSWORD });
  for (let hour = 0; hour < 3; hour += 1) {
    expect(await runsOf(5, signUp)).toBe('5 × 200');
    doors.clock.now += HOUR_MS;
  }
  expect(await runsOf(6, signUp)).toBe('5 × 200, 1 × 429');
  doors.clock.now += HOUR_MS;
  expect((await signUp()).status).toBe(429);
  doors.clock.now += 20 * HOUR_MS;
  expect((await signUp()).status).toBe(200);
});

test('refresh: 30 per minute for a session, then a retryable error', async () => {
  beginNewDay();
  let { refresh_token: token } = await doors.signUp();
  for (let use = 0; use < 30; use += 1) token = (await sessionFrom(await doors.refresh(token))).refresh_token;
  const answer = await doors.refresh(token);
  expect(answer.status).toBe(503);
  expect(Number(answer.headers.get('retry-after'))).toBe(59);
  doors.clock.now += MINUTE_MS;
  expect((await doors.refresh(token)).status).toBe(200);
});

test('refresh: 300 per minute from one IP address', async () => {
  beginNewDay();
  expect(await runsOf(301, () => doors.refresh('unknown'))).toBe('300 × 400, 1 × 503');
});

test('sign-in links: 20 per 15 minutes from one IP address', async () => {
  beginNewDay();
  const verify = () => doors.post('verify', { type: 'email', token_hash: 'wrong' });
  expect(await runsOf(21, verify)).toBe('20 × 403, 1 × 429');
});

test('email codes: 5 tries per 15 minutes for an address', async () => {
  beginNewDay();
  const email = newEmail();
  const guess = () => doors.post('verify', { type: 'recovery', email, token: '123456' });
  expect(await runsOf(6, guess)).toBe('5 × 403, 1 × 429');
  doors.clock.now += 15 * MINUTE_MS;
  expect((await guess()).status).toBe(403);
});

test('the limits are a hundred times as high in the sandbox', async () => {
  beginNewDay();
  const wide = doorsOf(doors.contextOn(doors.another(), 'wide'));
  const email = newEmail();
  expect(await runsOf(20, () => wide.signIn(email))).toBe('20 × 400');
});

test('processes share their counts', async () => {
  beginNewDay();
  const second = doorsOf(doors.contextOn(doors.another(), 'live'));
  const email = newEmail();
  await doors.signUp(email);
  expect(await runsOf(11, (index) => (index % 2 ? second : doors).signIn(email))).toBe('10 × 200, 1 × 429');
});

test('bucket keys contain no email address', async () => {
  beginNewDay();
  const { user } = await doors.signUp();
  const rows = await doors.context.db.select().from(rateBuckets);
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(user.email);
});
