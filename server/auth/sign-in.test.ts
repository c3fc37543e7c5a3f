import { expect, test } from 'vitest';

import { createEmail, createTestAuth, readError, readSession } from '../testing/test-auth.ts';
import { getHashCount, hashPassword, verifyPassword } from './passwords.ts';
import { MAX_SESSIONS_PER_USER } from './session-validity.ts';

const auth = await createTestAuth();

test('a wrong password and an unknown address get the same response', async () => {
  const email = createEmail();
  await auth.signUp(email);
  const knownEmail = await auth.signIn(email, 'wrong password');
  const unknownEmail = await auth.signIn(createEmail(), 'wrong password');
  const invalidEmail = await auth.signIn('no address', 'wrong password');
  const body = await knownEmail.text();
  expect(JSON.parse(body)).toMatchObject({ code: 'invalid_credentials', msg: 'Invalid login credentials' });
  for (const response of [unknownEmail, invalidEmail]) {
    expect(response.status).toBe(knownEmail.status);
    expect([...response.headers]).toEqual([...knownEmail.headers]);
    expect(await response.text()).toBe(body);
  }
});

test('a wrong password costs one hash, for a known and for an unknown address', async () => {
  const email = createEmail();
  await auth.signUp(email);
  const countHashes = async (address: string) => {
    const before = getHashCount();
    await auth.signIn(address, 'wrong password');
    return getHashCount() - before;
  };
  expect(await countHashes(email)).toBe(1);
  expect(await countHashes(createEmail())).toBe(1);
});

test('stores passwords as argon2id with 19 MiB, two passes and one lane', async () => {
  const hash = await hashPassword('correct horse', 'full');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword('correct horse', hash, 'full')).toBe(true);
  expect(await verifyPassword('correct horse ', hash, 'full')).toBe(false);
  expect(await verifyPassword('correct horse', null, 'full')).toBe(false);
});

test('composed and decomposed characters are equal', async () => {
  const hash = await hashPassword('caf\u00e9 au lait', 'full');
  expect(await verifyPassword('cafe\u0301 au lait', hash, 'full')).toBe(true);
});

test('of many concurrent hashes, fifty wait and the rest are rejected at once', async () => {
  const results = await Promise.allSettled(Array.from({ length: 60 }, () => hashPassword('correct horse', 'full')));
  const rejected = results.filter((result) => result.status === 'rejected');
  expect(rejected).toHaveLength(8);
  expect(rejected[0]?.reason).toMatchObject({ code: 'over_request_rate_limit', status: 429, retryAfterS: 5 });
  expect(await hashPassword('afterwards', 'full')).toContain('argon2id');
});

test('a user has at most twenty sessions: the least recently used one ends', async () => {
  const email = createEmail();
  const first = await auth.signUp(email);
  auth.clock.now += 1000;
  const second = await readSession(await auth.signIn(email));
  for (let count = 2; count < MAX_SESSIONS_PER_USER; count += 1) {
    auth.clock.now += 1000;
    await readSession(await auth.signIn(email));
  }
  const storedSessions = await readSession(await auth.refresh(first.refresh_token));
  auth.clock.now += 1000;
  const newestSession = await readSession(await auth.signIn(email));
  expect((await auth.user(storedSessions.access_token)).status).toBe(200);
  expect((await auth.user(newestSession.access_token)).status).toBe(200);
  expect(await readError(await auth.user(second.access_token))).toBe('403 session_not_found');
  expect(await readError(await auth.refresh(second.refresh_token))).toBe('400 session_expired');
});

test('twenty-five concurrent sign-ins leave twenty sessions', async () => {
  const email = createEmail();
  const first = await auth.signUp(email);
  const sessions = await Promise.all(Array.from({ length: 25 }, async () => readSession(await auth.signIn(email))));
  const responses = await Promise.all([first, ...sessions].map((session) => auth.user(session.access_token)));
  expect(responses.filter((response) => response.status === 200)).toHaveLength(MAX_SESSIONS_PER_USER);
});
