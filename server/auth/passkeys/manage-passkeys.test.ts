import { expect, test } from 'vitest';

import {
  listSecurityEvents,
  signInUser,
  signUpUser,
  generateTotpCode,
  signUpWithTotp,
  type Client,
} from '#server/testing/factor-helpers.ts';
import { signInWithPasskey, registerPasskey, signUpWithPasskey } from '#server/testing/passkey-helpers.ts';
import { createSoftwareAuthenticator } from '#server/testing/software-authenticator.ts';
import { APP_URL, createTestAuth } from '#server/testing/test-auth.ts';

const auth = await createTestAuth();

test('the same passkey is not registered twice', async () => {
  const { client } = await signUpUser(auth);
  const authenticator = createSoftwareAuthenticator(APP_URL);
  await registerPasskey(client, authenticator);
  const { data } = await client.passkey.startRegistration();
  expect(data?.options.excludeCredentials?.map(({ id }) => id)).toEqual([authenticator.keys[0]?.id]);
});

test('only its owner renames and removes a passkey', async () => {
  const { client, userId, passkeyId, authenticator } = await signUpWithPasskey(auth);
  const { client: otherUser } = await signUpUser(auth);
  const rename = (actingClient: Client, friendlyName: string) =>
    actingClient.passkey.update({ passkeyId, friendlyName });
  expect((await rename(otherUser, 'Mine')).error).toMatchObject({
    status: 404,
    code: 'webauthn_credential_not_found',
  });
  expect((await otherUser.passkey.delete({ passkeyId })).error).toMatchObject({ status: 404 });
  expect((await rename(client, ' Laptop ')).data?.friendly_name).toBe('Laptop');
  for (const name of [' ', 'Lap\0top'])
    expect((await rename(client, name)).error).toMatchObject({ code: 'validation_failed' });
  expect((await client.passkey.delete({ passkeyId })).error).toBeNull();
  expect((await client.passkey.list()).data).toEqual([]);
  expect((await signInWithPasskey(auth, authenticator)).error).not.toBeNull();
  expect(await listSecurityEvents(auth, userId)).toContain('passkey_removed: Laptop');
});

test('adding and removing passkeys needs recent authentication and the second factor', async () => {
  const { client, passkeyId } = await signUpWithPasskey(auth);
  auth.clock.now += 5 * 60_000;
  expect((await client.passkey.startRegistration()).error).toMatchObject({ code: 'reauthentication_needed' });
  expect((await client.passkey.delete({ passkeyId })).error).toMatchObject({
    code: 'reauthentication_needed',
  });
  const { email, factorId, secret } = await signUpWithTotp(auth);
  const aal1Client = await signInUser(auth, email);
  for (const { error } of [
    await aal1Client.passkey.startRegistration(),
    await aal1Client.passkey.list(),
    await aal1Client.passkey.delete({ passkeyId }),
    await aal1Client.passkey.update({ passkeyId, friendlyName: 'x' }),
  ]) {
    expect(error).toMatchObject({ status: 403, code: 'insufficient_aal' });
  }
  await aal1Client.mfa.challengeAndVerify({ factorId, code: generateTotpCode(auth, secret) });
  expect((await aal1Client.passkey.list()).error).toBeNull();
});

test('an account has at most ten passkeys', async () => {
  const { client } = await signUpUser(auth);
  for (let count = 0; count < 10; count++) await registerPasskey(client, createSoftwareAuthenticator(APP_URL));
  expect((await client.passkey.startRegistration()).error).toMatchObject({ code: 'too_many_passkeys' });
});
