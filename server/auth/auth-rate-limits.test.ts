import { expect, test } from 'vitest';

import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';
import { rateBuckets } from '#server/db/schema-users.ts';

import { createAuthClients, createEmail, createTestAuth, PASSWORD, readSession } from '../testing/test-auth.ts';

/** Runs of equal statuses of repeated calls, such as '10 × 400, 1 × 429'. */
async function collectStatusRuns(count: number, call: (index: number) => Promise<Response>): Promise<string> {
  const runs: { status: number; length: number }[] = [];
  for (let index = 0; index < count; index += 1) {
    const { status } = await call(index);
    const last = runs.at(-1);
    if (last?.status === status) last.length += 1;
    else runs.push({ status, length: 1 });
  }
  return runs.map(({ status, length }) => `${length} × ${status}`).join(', ');
}

const auth = await createTestAuth('live');

/** One second into a day on which nothing has been counted. */
function beginNewDay(): void {
  auth.clock.now = Math.ceil(auth.clock.now / DAY_MS) * DAY_MS + 1000;
}

test('sign-in: 10 per 15 minutes for an email address from one IP address, 50 for the IP address', async () => {
  beginNewDay();
  const { user } = await auth.signUp();
  expect(await collectStatusRuns(11, () => auth.signIn(user.email))).toBe('10 × 200, 1 × 429');
  const response = await auth.signIn(user.email);
  expect(Number(response.headers.get('retry-after'))).toBe(15 * 60 - 1);
  expect(await response.json()).toMatchObject({ code: 'over_request_rate_limit' });
  // The refused eleventh try counts for the IP address, too.
  const statusRuns = await collectStatusRuns(40, () => {
    auth.clock.now += 100;
    return auth.signIn(createEmail());
  });
  expect(statusRuns).toBe('39 × 400, 1 × 429');
  expect((await auth.signInFrom('203.0.113.7', user.email)).status).toBe(200);
  auth.clock.now += 15 * MINUTE_MS;
  expect((await auth.signIn(user.email)).status).toBe(200);
});

test('sign-in: 50 for an email address from all IP addresses together, except those its user recently used', async () => {
  beginNewDay();
  const email = createEmail();
  await auth.signUp(email);
  await auth.signInFrom('203.0.113.7', email);
  const statusRuns = await collectStatusRuns(60, (index) => {
    auth.clock.now += 100;
    return auth.signInFrom(`198.51.100.${index % 30}`, email, 'wrong password');
  });
  expect(statusRuns).toBe('49 × 400, 11 × 429');
  expect((await auth.signInFrom('203.0.113.8', email)).status).toBe(429);
  expect((await auth.signInFrom('203.0.113.7', email)).status).toBe(200);
});

test('sign-in: 20 per second in total, except from IP addresses that the user knows', async () => {
  beginNewDay();
  const email = createEmail();
  await auth.signUp(email);
  await auth.signInFrom('203.0.113.7', email);
  auth.clock.now += 1000;
  const statusRuns = await collectStatusRuns(25, (index) => auth.signInFrom(`192.0.2.${index}`, createEmail()));
  expect(statusRuns).toBe('20 × 400, 5 × 429');
  expect((await auth.signInFrom('203.0.113.7', email)).status).toBe(200);
  auth.clock.now += 1000;
  expect((await auth.signInFrom('192.0.2.200', createEmail())).status).toBe(400);
});

test('sign-up: 3 per hour for an email address', async () => {
  beginNewDay();
  const email = createEmail();
  expect(await collectStatusRuns(4, () => auth.post('signup', { email, password: PASSWORD }))).toBe(
    '1 × 200, 2 × 422, 1 × 429',
  );
});

test('sign-up: 5 per hour and 20 per day from one IP address', async () => {
  beginNewDay();
  const signUp = () => auth.post('signup', { email: createEmail(), password: PASSWORD });
  for (let hour = 0; hour < 3; hour += 1) {
    expect(await collectStatusRuns(5, signUp)).toBe('5 × 200');
    auth.clock.now += HOUR_MS;
  }
  expect(await collectStatusRuns(6, signUp)).toBe('5 × 200, 1 × 429');
  auth.clock.now += HOUR_MS;
  expect((await signUp()).status).toBe(429);
  auth.clock.now += 20 * HOUR_MS;
  expect((await signUp()).status).toBe(200);
});

test('refresh: 30 per minute for a session, then a retryable error', async () => {
  beginNewDay();
  let { refresh_token: token } = await auth.signUp();
  for (let refresh = 0; refresh < 30; refresh += 1)
    token = (await readSession(await auth.refresh(token))).refresh_token;
  const response = await auth.refresh(token);
  expect(response.status).toBe(503);
  expect(Number(response.headers.get('retry-after'))).toBe(59);
  auth.clock.now += MINUTE_MS;
  expect((await auth.refresh(token)).status).toBe(200);
});

test('refresh: 300 per minute from one IP address', async () => {
  beginNewDay();
  expect(await collectStatusRuns(301, () => auth.refresh('unknown'))).toBe('300 × 400, 1 × 503');
});

test('sign-in links: 20 per 15 minutes from one IP address', async () => {
  beginNewDay();
  const verify = () => auth.post('verify', { type: 'email', token_hash: 'wrong' });
  expect(await collectStatusRuns(21, verify)).toBe('20 × 403, 1 × 429');
});

test('email codes: 5 tries per 15 minutes for an address', async () => {
  beginNewDay();
  const email = createEmail();
  const wrongCode = () => auth.post('verify', { type: 'recovery', email, token: '123456' });
  expect(await collectStatusRuns(6, wrongCode)).toBe('5 × 403, 1 × 429');
  auth.clock.now += 15 * MINUTE_MS;
  expect((await wrongCode()).status).toBe(403);
});

test('the limits are a hundred times as high in the sandbox', async () => {
  beginNewDay();
  const limit = createAuthClients(auth.createContext(auth.openSecondHandle(), 'wide'));
  const email = createEmail();
  expect(await collectStatusRuns(20, () => limit.signIn(email))).toBe('20 × 400');
});

test('processes share their counts', async () => {
  beginNewDay();
  const otherProcess = createAuthClients(auth.createContext(auth.openSecondHandle(), 'live'));
  const email = createEmail();
  await auth.signUp(email);
  expect(await collectStatusRuns(11, (index) => (index % 2 ? otherProcess : auth).signIn(email))).toBe(
    '10 × 200, 1 × 429',
  );
});

test('bucket keys contain no email address', async () => {
  beginNewDay();
  const { user } = await auth.signUp();
  const rows = await auth.context.db.select().from(rateBuckets);
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(user.email);
});
