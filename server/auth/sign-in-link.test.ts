import { expect, test } from 'vitest';

import { oneTimeTokens } from '#server/db/schema-people.ts';

import { doorsOf, newEmail, openDoors, refusalOf } from './auth-testing.ts';
import { createAccount } from './accounts.ts';
import { createSignInLink } from './sign-in-link.ts';

const doors = await openDoors();

async function newLink(): Promise<{ userId: string; token: string }> {
  const user = await createAccount(doors.context, { email: newEmail(), password: null });
  const link = new URL(await createSignInLink(doors.context, user.id));
  return { userId: user.id, token: link.searchParams.get('token_hash') ?? '' };
}

const verify = (token: string) => doors.post('verify', { type: 'email', token_hash: token });

test('a link signs in once', async () => {
  const { userId, token } = await newLink();
  const answer = await verify(token);
  expect(await answer.json()).toMatchObject({ user: { id: userId }, token_type: 'bearer' });
  expect(await refusalOf(await verify(token))).toBe('403 otp_expired');
});

test('a link that is used many times at once, in two processes, signs in once', async () => {
  const { token } = await newLink();
  const second = doorsOf(doors.contextOn(doors.another()));
  const presses = [doors, second, doors, second, doors, second].map((process) =>
    process.post('verify', { type: 'email', token_hash: token }),
  );
  const statuses = (await Promise.all(presses)).map((answer) => answer.status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 403, 403, 403, 403, 403]);
});

test('a link is valid for an hour', async () => {
  const [early, late] = [await newLink(), await newLink()];
  doors.clock.now += 3_599_000;
  expect((await verify(early.token)).status).toBe(200);
  doors.clock.now += 1000;
  expect(await refusalOf(await verify(late.token))).toBe('403 otp_expired');
});

test('a wrong token gets the response of a used one', async () => {
  const { token } = await newLink();
  await verify(token);
  const used = await (await verify(token)).text();
  expect(await (await verify('A'.repeat(43))).text()).toBe(used);
  expect(await (await verify(`${token}x`)).text()).toBe(used);
});

test('a link has 256 bits, and only their keyed hash is stored', async () => {
  const { token } = await newLink();
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(JSON.stringify(await doors.context.db.select().from(oneTimeTokens))).not.toContain(token);
});

test('fetching the link does not use it up', async () => {
  const { token } = await newLink();
  const answer = await doors.send('GET', `verify?type=email&token_hash=${token}`);
  expect(await refusalOf(answer)).toBe('405 method_not_allowed');
  expect((await verify(token)).status).toBe(200);
});

test('a newer link invalidates the previous one', async () => {
  const { userId, token } = await newLink();
  await createSignInLink(doors.context, userId);
  expect(await refusalOf(await verify(token))).toBe('403 otp_expired');
});
