import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';

import { APP_URL, openDoors, refusalOf } from '../auth-testing.ts';
import { eventsOf, levelOf, signedIn, signedUp, tokenOf, withTotp } from '../factors/testing-factors.ts';
import { softAuthenticator, type Quirks } from '../testing-authenticator.ts';
import { enter, ICLOUD, register, withPasskey, type Authenticator } from './testing-passkeys.ts';

const doors = await openDoors();

test("a passkey gets its provider's name and signs in at aal2 by itself", async () => {
  const { client: first, userId, authenticator } = await withPasskey(doors);
  for (const aaguid of [ICLOUD, undefined]) {
    doors.clock.now += 1000;
    await register(first, softAuthenticator(APP_URL, aaguid));
  }
  const { client, error } = await enter(doors, authenticator);
  expect(error).toBeNull();
  expect((await client.getUser()).data.user?.id).toBe(userId);
  const claims = decodeJwt(await tokenOf(client));
  expect(claims.aal).toBe('aal2');
  expect(claims.amr).toMatchObject([{ method: 'passkey' }]);
  const { data } = await client.passkey.list();
  expect(data?.map((passkey) => passkey.friendly_name)).toEqual([
    'iCloud Keychain',
    'iCloud Keychain 2',
    'Passkey',
  ]);
  expect(data?.map((passkey) => typeof passkey.last_used_at)).toEqual(['string', 'undefined', 'undefined']);
  expect(await eventsOf(doors, userId)).toContain('passkey_added: iCloud Keychain');
});

test('the options list no credentials and require user verification', async () => {
  const { client, userId } = await signedUp(doors);
  const { data: asked } = await doors.client().passkey.startAuthentication();
  expect(asked?.options).not.toHaveProperty('allowCredentials');
  expect(asked?.options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
  const { data: made } = await client.passkey.startRegistration();
  expect(made?.options).toMatchObject({
    rp: { id: 'localhost', name: 'Tillwright' },
    user: { id: Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url') },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
});

test('a passkey sign-in needs no TOTP code', async () => {
  const { client } = await withTotp(doors);
  const authenticator = softAuthenticator(APP_URL);
  await register(client, authenticator);
  const entered = await enter(doors, authenticator);
  expect(await levelOf(entered.client)).toBe('aal2 of aal2');
  expect((await entered.client.passkey.list()).error).toBeNull();
});

test('a passkey session stays at aal2 when the last factor is removed', async () => {
  const { email, client, factorId } = await withTotp(doors);
  const authenticator = softAuthenticator(APP_URL);
  await register(client, authenticator);
  const { client: entered } = await enter(doors, authenticator);
  expect((await entered.mfa.unenroll({ factorId })).error).toBeNull();
  await entered.refreshSession();
  expect(await levelOf(entered)).toBe('aal2 of aal2');
  expect(await levelOf(await signedIn(doors, email))).toBe('aal1 of aal1');
});

const LIES: [string, Quirks][] = [
  ['another origin', { origin: 'https://evil.example' }],
  ['another site', { rpId: 'evil.example' }],
  ['nobody touched it', { userPresent: false }],
  ['nobody showed who is touching', { userVerified: false }],
  ['a count that goes back', { counter: 0 }],
];

test.for(LIES)('rejects an assertion: %s', async ([, quirks]) => {
  const { authenticator } = await withPasskey(doors);
  expect((await enter(doors, authenticator)).error).toBeNull();
  const { error } = await enter(doors, authenticator, quirks);
  expect(error).toMatchObject({ status: 422, code: 'webauthn_verification_failed' });
});

test.for(LIES.slice(0, 4))('rejects a registration: %s', async ([, quirks]) => {
  const { client } = await signedUp(doors);
  const { error } = await register(client, softAuthenticator(APP_URL), quirks);
  expect(error).toMatchObject({ status: 422, code: 'webauthn_verification_failed' });
  expect((await client.passkey.list()).data).toEqual([]);
});

test('an unknown passkey and a wrong signature get the same error', async () => {
  const { authenticator } = await withPasskey(doors);
  const stranger = softAuthenticator(APP_URL);
  stranger.create({ challenge: 'x', rp: { id: 'localhost' }, user: { id: 'x' } });
  const unknown = await enter(doors, stranger);
  const client = doors.client();
  const { data } = await client.passkey.startAuthentication();
  const right = authenticator.get(data?.options ?? ({} as never));
  const { signature } = stranger.get(data?.options ?? ({} as never)).response;
  const wrong = await client.passkey.verifyAuthentication({
    challengeId: data?.challenge_id ?? '',
    credential: { ...right, response: { ...right.response, signature } },
  });
  expect([wrong.error?.message, wrong.error?.name]).toEqual([unknown.error?.message, unknown.error?.name]);
});

test('rejects a passkey with the user handle of another user', async () => {
  const [one, other] = [await withPasskey(doors), await withPasskey(doors)];
  const key = one.authenticator.keys[0];
  if (key) key.userHandle = Buffer.from(other.userId.replaceAll('-', ''), 'hex').toString('base64url');
  expect((await enter(doors, one.authenticator)).error).toMatchObject({
    code: 'webauthn_verification_failed',
  });
});

test('a challenge is answered once, in time, and only for its purpose', async () => {
  const { client, authenticator } = await withPasskey(doors);
  const guest = doors.client();
  const { data } = await guest.passkey.startAuthentication();
  const answer = (credential: ReturnType<Authenticator['get']>) =>
    doors.post('passkeys/authentication/verify', { challenge_id: data?.challenge_id, credential });
  const options = data?.options ?? ({} as never);
  expect((await answer(authenticator.get(options))).status).toBe(200);
  expect(await refusalOf(await answer(authenticator.get(options)))).toBe('422 webauthn_challenge_expired');

  const late = await guest.passkey.startAuthentication();
  doors.clock.now += 5 * 60_000;
  const afterwards = await guest.passkey.verifyAuthentication({
    challengeId: late.data?.challenge_id ?? '',
    credential: authenticator.get(late.data?.options ?? ({} as never)),
  });
  expect(afterwards.error).toMatchObject({ code: 'webauthn_challenge_expired' });

  const { client: entered } = await enter(doors, authenticator);
  const registration = await entered.passkey.startRegistration();
  const crossed = await guest.passkey.verifyAuthentication({
    challengeId: registration.data?.challenge_id ?? '',
    credential: authenticator.get({
      challenge: registration.data?.options.challenge ?? '',
      rpId: 'localhost',
    }),
  });
  expect(crossed.error).toMatchObject({ code: 'webauthn_challenge_expired' });
  const elsewhere = await client.passkey.verifyRegistration({
    challengeId: registration.data?.challenge_id ?? '',
    credential: softAuthenticator(APP_URL).create(registration.data?.options ?? ({} as never)),
  });
  expect(elsewhere.error).not.toBeNull();
});

test('the challenge of a security key is not answered by a new passkey', async () => {
  const { client } = await signedUp(doors);
  const { data: factor } = await client.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' });
  const factorId = factor?.id ?? '';
  const { data } = await client.mfa.challenge({ factorId, webauthn: { rpId: 'localhost' } });
  if (data?.webauthn.type !== 'create') throw new Error('Not asked to create');
  const { challenge, user } = data.webauthn.credential_options.publicKey;
  const text = (bytes: unknown) => Buffer.from(bytes as ArrayBuffer).toString('base64url');
  const credential = softAuthenticator(APP_URL).create({
    challenge: text(challenge),
    rp: { id: 'localhost' },
    user: { id: text(user.id) },
  });
  const { error } = await client.passkey.verifyRegistration({ challengeId: data.id, credential });
  expect(error).toMatchObject({ code: 'webauthn_challenge_expired' });
});

test('of two concurrent assertions with one counter, one succeeds', async () => {
  const { authenticator } = await withPasskey(doors);
  const outcomes = await Promise.all([
    enter(doors, authenticator, { counter: 5 }),
    enter(doors, authenticator, { counter: 5 }),
  ]);
  expect(outcomes.filter(({ error }) => error === null)).toHaveLength(1);
});

test('allows twenty option requests per IP address in 15 minutes', async () => {
  const limited = await openDoors('live');
  limited.clock.now = Math.ceil(limited.clock.now / 900_000) * 900_000;
  const answers: number[] = [];
  for (let time = 0; time < 21; time++) {
    answers.push((await limited.post('passkeys/authentication/options', {})).status);
  }
  expect(answers.filter((status) => status === 200)).toHaveLength(20);
  expect(answers.at(-1)).toBe(429);
});
