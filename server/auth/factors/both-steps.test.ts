import { randomUUID } from 'node:crypto';

import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';

import { ALL_FUNCTIONS } from '#server/functions/all-functions.ts';
import { authClient, callAs, openShop } from '#server/testing.ts';

import { newEmail, openDoors, PASSWORD } from '../auth-testing.ts';
import { confirmAddress, shownBy, takeOne } from '../testing-mailbox.ts';
import { signedIn, tokenOf, totpCode, withTotp, type Client } from './testing-factors.ts';

const NEW = 'a new password';
const MINUTE = 60_000;
const doors = await openDoors();
const { clock, context } = doors;

type Person = Awaited<ReturnType<typeof withTotp>>;

const passApp = async (client: Client, { factorId, secret }: Person) => {
  const { error } = await client.mfa.challengeAndVerify({ factorId, code: totpCode(doors, secret) });
  expect(error).toBeNull();
};

const changeAddress = async (client: Client) =>
  (await client.updateUser({ email: newEmail() })).error?.code ?? 'changed';

test('a sign-in with both factors allows sensitive changes for five minutes from the first factor', async () => {
  const person = await withTotp(doors);
  const client = await signedIn(doors, person.email);
  clock.now += 2 * MINUTE;
  await passApp(client, person);
  expect(await changeAddress(client)).toBe('changed');
  clock.now += 3 * MINUTE;
  expect(await changeAddress(client)).toBe('reauthentication_needed');
});

test('with two-factor authentication, neither factor alone suffices', async () => {
  const person = await withTotp(doors);
  const { client, email } = person;
  clock.now += 6 * MINUTE;
  await passApp(client, person);
  expect(await changeAddress(client)).toBe('reauthentication_needed');
  expect((await client.mfa.recoveryCodes.generate()).error?.code).toBe('reauthentication_needed');
  const withPassword = { email: newEmail(), current_password: PASSWORD };
  expect((await client.updateUser(withPassword)).error).toBeNull();
  await client.refreshSession();

  clock.now += 6 * MINUTE;
  expect((await client.updateUser(withPassword)).error?.code).toBe('reauthentication_needed');
  expect((await client.updateUser({ password: NEW, current_password: PASSWORD })).error?.code).toBe(
    'reauthentication_needed',
  );
  expect((await client.mfa.unenroll({ factorId: person.factorId })).error?.code).toBe(
    'reauthentication_needed',
  );
  // The password was correct each time; only the second factor is missing.
  await client.refreshSession();
  await passApp(client, person);
  expect((await client.updateUser({ password: NEW, current_password: PASSWORD })).error).toBeNull();
  expect((await doors.signIn(email, NEW)).status).toBe(200);
});

test('a mailed code does not replace the second factor and stays valid until it is verified', async () => {
  const person = await withTotp(doors);
  const { client, email } = person;
  clock.now += 6 * MINUTE;
  await client.reauthenticate();
  const { code: nonce } = await takeOne(context, email, 'confirmation_code');
  const change = async () => (await client.updateUser({ password: NEW, nonce })).error?.code ?? 'changed';
  expect(await change()).toBe('reauthentication_needed');
  await passApp(client, person);
  expect(await change()).toBe('changed');
});

test('after following a password reset link, the user sets a new password once the second factor is verified', async () => {
  const person = await withTotp(doors);
  await doors.post('recover', { email: person.email });
  const { token_hash } = shownBy(await takeOne(context, person.email, 'recover_password'));
  const client = doors.client();
  await client.verifyOtp({ type: 'recovery', token_hash });
  await passApp(client, person);
  expect((await client.updateUser({ password: NEW })).error).toBeNull();
});

/** A seller with a TOTP factor in the complete app, long after signing in. */
async function sellerWithApp() {
  const shop = await openShop();
  const { email, session } = await shop.seller();
  await confirmAddress(shop.context, session.user.id);
  const client = authClient(shop.request);
  await client.signInWithPassword({ email, password: 'correct horse' });
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'App' });
  if (error) throw error;
  const app = new TOTP({ secret: data.totp.secret });
  const pass = async () => {
    const code = app.generate({ timestamp: shop.context.realNow().getTime() });
    expect((await client.mfa.challengeAndVerify({ factorId: data.id, code })).error).toBeNull();
  };
  const call: ReturnType<typeof callAs> = async (name, body) =>
    callAs(shop.request, await tokenOf(client))(name, body);
  await pass();
  shop.advance(6 * MINUTE);
  await client.refreshSession();
  return { shop, email, client, pass, call };
}

test('no sensitive function works with one factor, and the account lists the missing one', async () => {
  const { client, pass, call } = await sellerWithApp();
  const refusals = async () => {
    const codes: unknown[] = [];
    for (const { name, access } of ALL_FUNCTIONS)
      if (access === 'confirmed') codes.push((await call(name, {} as never)).body.error?.code);
    return [...new Set(codes)];
  };
  const unshown = async () => (await call('get-account', {})).body.unshown;
  expect([await unshown(), await refusals()]).toEqual([['first', 'second'], ['confirmation_needed']]);
  await call('confirm-identity', { password: 'correct horse' });
  await client.refreshSession();
  expect([await unshown(), await refusals()]).toEqual([['second'], ['confirmation_needed']]);
  await pass();
  expect(await unshown()).toEqual([]);
  expect((await call('end-session', { sessionId: randomUUID() })).body.error?.code).toBe('not_found');
});

test('a mailed code counts as first factor for users without a password', async () => {
  const { shop, email, client, pass, call } = await sellerWithApp();
  await pass();
  expect((await call('get-account', {})).body.unshown).toEqual(['first']);
  await client.reauthenticate();
  const { code } = await takeOne(shop.context, email, 'confirmation_code');
  await call('confirm-identity', { code });
  await client.refreshSession();
  expect((await call('get-account', {})).body.unshown).toEqual([]);
});

test('a wrong password is reported as wrong even if the second factor is missing', async () => {
  const { client } = await withTotp(doors);
  clock.now += 6 * MINUTE;
  const wish = { email: newEmail(), current_password: 'wrong password' };
  expect((await client.updateUser(wish)).error?.code).toBe('invalid_credentials');
});
