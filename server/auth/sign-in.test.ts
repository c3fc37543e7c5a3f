import { expect, test } from 'vitest';

import { newEmail, openDoors, refusalOf, sessionFrom } from './auth-testing.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { SESSIONS_PER_USER } from './session-life.ts';

const doors = await openDoors();

test('a wrong password and an unknown address get the same response', async () => {
  const email = newEmail();
  await doors.signUp(email);
  const known = await doors.signIn(email, 'wrong password');
  const unknown = await doors.signIn(newEmail(), 'wrong password');
  const impossible = await doors.signIn('no address', 'wrong password');
  const body = await known.text();
  expect(JSON.parse(body)).toMatchObject({ code: 'invalid_credentials', msg: 'Invalid login credentials' });
  for (const answer of [unknown, impossible]) {
    expect(answer.status).toBe(known.status);
    expect([...answer.headers]).toEqual([...known.headers]);
    expect(await answer.text()).toBe(body);
  }
});

test('hashes for unknown addresses, too: rejects some of very many concurrent tries', async () => {
  const email = newEmail();
  await doors.signUp(email);
  const refusedOf = async (addressOf: () => string) => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => doors.signIn(addressOf(), 'wrong one')),
    );
    return answers.filter(({ status }) => status === 429).length;
  };
  expect(await refusedOf(newEmail)).toBeGreaterThan(0);
  expect(await refusedOf(() => email)).toBeGreaterThan(0);
});

test('stores passwords as argon2id with 19 MiB, two passes and one lane', async () => {
  const hash = await hashPassword('correct horse', 'full');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await isPassword('correct horse', hash, 'full')).toBe(true);
  expect(await isPassword('correct horse ', hash, 'full')).toBe(false);
  expect(await isPassword('correct horse', null, 'full')).toBe(false);
});

test('composed and decomposed characters are equal', async () => {
  const hash = await hashPassword('caf\u00e9 au lait', 'full');
  expect(await isPassword('cafe\u0301 au lait', hash, 'full')).toBe(true);
});

test('of many concurrent hashes, fifty wait and the rest are rejected at once', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 60 }, () => hashPassword('correct horse', 'full')),
  );
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused).toHaveLength(8);
  expect(refused[0]?.reason).toMatchObject({ code: 'over_request_rate_limit', status: 429, retryAfterS: 5 });
  expect(await hashPassword('afterwards', 'full')).toContain('argon2id');
});

test('a user has at most twenty sessions: the least recently used one ends', async () => {
  const email = newEmail();
  const first = await doors.signUp(email);
  doors.clock.now += 1000;
  const second = await sessionFrom(await doors.signIn(email));
  for (let count = 2; count < SESSIONS_PER_USER; count += 1) {
    doors.clock.now += 1000;
    await sessionFrom(await doors.signIn(email));
  }
  const kept = await sessionFrom(await doors.refresh(first.refresh_token));
  doors.clock.now += 1000;
  const newest = await sessionFrom(await doors.signIn(email));
  expect((await doors.user(kept.access_token)).status).toBe(200);
  expect((await doors.user(newest.access_token)).status).toBe(200);
  expect(await refusalOf(await doors.user(second.access_token))).toBe('403 session_not_found');
  expect(await refusalOf(await doors.refresh(second.refresh_token))).toBe('400 session_expired');
});

test('twenty-five concurrent sign-ins leave twenty sessions', async () => {
  const email = newEmail();
  const first = await doors.signUp(email);
  const opened = await Promise.all(
    Array.from({ length: 25 }, async () => sessionFrom(await doors.signIn(email))),
  );
  const answers = await Promise.all([first, ...opened].map((session) => doors.user(session.access_token)));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(SESSIONS_PER_USER);
});
