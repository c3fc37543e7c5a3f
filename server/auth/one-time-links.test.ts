import { expect, test } from 'vitest';

import { oneTimeTokens } from '#server/db/schema-users.ts';

import { createAuthClients, createEmail, createTestAuth, readError } from '../testing/test-auth.ts';
import { createAccount } from './create-account.ts';
import { createSignInLink } from './one-time-links.ts';

const auth = await createTestAuth();

async function createLink(): Promise<{ userId: string; token: string }> {
  const user = await createAccount(auth.context, { email: createEmail(), password: null });
  const link = new URL(await createSignInLink(auth.context, user.id));
  return { userId: user.id, token: link.searchParams.get('token_hash') ?? '' };
}

const verify = (token: string) => auth.post('verify', { type: 'email', token_hash: token });

test('a link signs in once', async () => {
  const { userId, token } = await createLink();
  const response = await verify(token);
  expect(await response.json()).toMatchObject({ user: { id: userId }, token_type: 'bearer' });
  expect(await readError(await verify(token))).toBe('403 otp_expired');
});

test('a link that is used many times at once, in two processes, signs in once', async () => {
  const { token } = await createLink();
  const otherProcess = createAuthClients(auth.createContext(auth.openSecondHandle()));
  const responses = [auth, otherProcess, auth, otherProcess, auth, otherProcess].map((process) =>
    process.post('verify', { type: 'email', token_hash: token }),
  );
  const statuses = (await Promise.all(responses)).map((response) => response.status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 403, 403, 403, 403, 403]);
});

test('a link is valid for an hour', async () => {
  const [inTime, expired] = [await createLink(), await createLink()];
  auth.clock.now += 3_599_000;
  expect((await verify(inTime.token)).status).toBe(200);
  auth.clock.now += 1000;
  expect(await readError(await verify(expired.token))).toBe('403 otp_expired');
});

test('a wrong token gets the response of a used one', async () => {
  const { token } = await createLink();
  await verify(token);
  const usedResponse = await (await verify(token)).text();
  expect(await (await verify('A'.repeat(43))).text()).toBe(usedResponse);
  expect(await (await verify(`${token}x`)).text()).toBe(usedResponse);
});

test('a link has 256 bits, and only their keyed hash is stored', async () => {
  const { token } = await createLink();
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(JSON.stringify(await auth.context.db.select().from(oneTimeTokens))).not.toContain(token);
});

test('fetching the link does not use it up', async () => {
  const { token } = await createLink();
  const response = await auth.send('GET', `verify?type=email&token_hash=${token}`);
  expect(await readError(response)).toBe('405 method_not_allowed');
  expect((await verify(token)).status).toBe(200);
});

test('a newer link invalidates the previous one', async () => {
  const { userId, token } = await createLink();
  await createSignInLink(auth.context, userId);
  expect(await readError(await verify(token))).toBe('403 otp_expired');
});
