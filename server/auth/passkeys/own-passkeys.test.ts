import { expect, test } from 'vitest';

import { APP_URL, openDoors } from '../auth-testing.ts';
import { eventsOf, signedIn, signedUp, totpCode, withTotp, type Client } from '../factors/testing-factors.ts';
import { softAuthenticator } from '../testing-authenticator.ts';
import { enter, register, withPasskey } from './testing-passkeys.ts';

const doors = await openDoors();

test('the same passkey is not registered twice', async () => {
  const { client } = await signedUp(doors);
  const authenticator = softAuthenticator(APP_URL);
  await register(client, authenticator);
  const { data } = await client.passkey.startRegistration();
  expect(data?.options.excludeCredentials?.map(({ id }) => id)).toEqual([authenticator.keys[0]?.id]);
});

test('only its owner renames and removes a passkey', async () => {
  const { client, userId, passkeyId, authenticator } = await withPasskey(doors);
  const { client: other } = await signedUp(doors);
  const rename = (by: Client, friendlyName: string) => by.passkey.update({ passkeyId, friendlyName });
  expect((await rename(other, 'Mine')).error).toMatchObject({
    status: 404,
    code: 'webauthn_credential_not_found',
  });
  expect((await other.passkey.delete({ passkeyId })).error).toMatchObject({ status: 404 });
  expect((await rename(client, ' Laptop ')).data?.friendly_name).toBe('Laptop');
  for (const name of [' ', 'Lap\0top'])
    expect((await rename(client, name)).error).toMatchObject({ code: 'validation_failed' });
  expect((await client.passkey.delete({ passkeyId })).error).toBeNull();
  expect((await client.passkey.list()).data).toEqual([]);
  expect((await enter(doors, authenticator)).error).not.toBeNull();
  expect(await eventsOf(doors, userId)).toContain('passkey_removed: Laptop');
});

test('adding and removing passkeys needs recent authentication and the second factor', async () => {
  const { client, passkeyId } = await withPasskey(doors);
  doors.clock.now += 5 * 60_000;
  expect((await client.passkey.startRegistration()).error).toMatchObject({ code: 'reauthentication_needed' });
  expect((await client.passkey.delete({ passkeyId })).error).toMatchObject({
    code: 'reauthentication_needed',
  });
  const { email, factorId, secret } = await withTotp(doors);
  const firstLevel = await signedIn(doors, email);
  for (const { error } of [
    await firstLevel.passkey.startRegistration(),
    await firstLevel.passkey.list(),
    await firstLevel.passkey.delete({ passkeyId }),
    await firstLevel.passkey.update({ passkeyId, friendlyName: 'x' }),
  ]) {
    expect(error).toMatchObject({ status: 403, code: 'insufficient_aal' });
  }
  await firstLevel.mfa.challengeAndVerify({ factorId, code: totpCode(doors, secret) });
  expect((await firstLevel.passkey.list()).error).toBeNull();
});

test('an account has at most ten passkeys', async () => {
  const { client } = await signedUp(doors);
  for (let count = 0; count < 10; count++) await register(client, softAuthenticator(APP_URL));
  expect((await client.passkey.startRegistration()).error).toMatchObject({ code: 'too_many_passkeys' });
});
