import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';

import {
  listSecurityEvents,
  getAuthLevel,
  signInUser,
  signUpUser,
  getAccessToken,
  signUpWithTotp,
} from '#server/testing/factor-helpers.ts';
import {
  signInWithPasskey,
  ICLOUD,
  registerPasskey,
  signUpWithPasskey,
  type Authenticator,
} from '#server/testing/passkey-helpers.ts';
import { createSoftwareAuthenticator, type AuthenticatorFaults } from '#server/testing/software-authenticator.ts';
import { APP_URL, createTestAuth, readError } from '#server/testing/test-auth.ts';

const auth = await createTestAuth();

test("a passkey gets its provider's name and signs in at aal2 by itself", async () => {
  const { client: first, userId, authenticator } = await signUpWithPasskey(auth);
  for (const aaguid of [ICLOUD, undefined]) {
    auth.clock.now += 1000;
    await registerPasskey(first, createSoftwareAuthenticator(APP_URL, aaguid));
  }
  const { client, error } = await signInWithPasskey(auth, authenticator);
  expect(error).toBeNull();
  expect((await client.getUser()).data.user?.id).toBe(userId);
  const claims = decodeJwt(await getAccessToken(client));
  expect(claims.aal).toBe('aal2');
  expect(claims.amr).toMatchObject([{ method: 'passkey' }]);
  const { data } = await client.passkey.list();
  expect(data?.map((passkey) => passkey.friendly_name)).toEqual(['iCloud Keychain', 'iCloud Keychain 2', 'Passkey']);
  expect(data?.map((passkey) => typeof passkey.last_used_at)).toEqual(['string', 'undefined', 'undefined']);
  expect(await listSecurityEvents(auth, userId)).toContain('passkey_added: iCloud Keychain');
});

test('the options list no credentials and require user verification', async () => {
  const { client, userId } = await signUpUser(auth);
  const { data: optionsResponse } = await auth.client().passkey.startAuthentication();
  expect(optionsResponse?.options).not.toHaveProperty('allowCredentials');
  expect(optionsResponse?.options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
  const { data: newCredential } = await client.passkey.startRegistration();
  expect(newCredential?.options).toMatchObject({
    rp: { id: 'localhost', name: 'Tillwright' },
    user: { id: Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url') },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
});

test('a passkey sign-in needs no TOTP code', async () => {
  const { client } = await signUpWithTotp(auth);
  const authenticator = createSoftwareAuthenticator(APP_URL);
  await registerPasskey(client, authenticator);
  const outcome = await signInWithPasskey(auth, authenticator);
  expect(await getAuthLevel(outcome.client)).toBe('aal2 of aal2');
  expect((await outcome.client.passkey.list()).error).toBeNull();
});

test('a passkey session stays at aal2 when the last factor is removed', async () => {
  const { email, client, factorId } = await signUpWithTotp(auth);
  const authenticator = createSoftwareAuthenticator(APP_URL);
  await registerPasskey(client, authenticator);
  const { client: outcome } = await signInWithPasskey(auth, authenticator);
  expect((await outcome.mfa.unenroll({ factorId })).error).toBeNull();
  await outcome.refreshSession();
  expect(await getAuthLevel(outcome)).toBe('aal2 of aal2');
  expect(await getAuthLevel(await signInUser(auth, email))).toBe('aal1 of aal1');
});

const INVALID_RESPONSES: [string, AuthenticatorFaults][] = [
  ['another origin', { origin: 'https://evil.example' }],
  ['another site', { rpId: 'evil.example' }],
  ['nobody touched it', { userPresent: false }],
  ['nobody showed who is touching', { userVerified: false }],
  ['a count that goes back', { counter: 0 }],
];

test.for(INVALID_RESPONSES)('rejects an assertion: %s', async ([, faults]) => {
  const { authenticator } = await signUpWithPasskey(auth);
  expect((await signInWithPasskey(auth, authenticator)).error).toBeNull();
  const { error } = await signInWithPasskey(auth, authenticator, faults);
  expect(error).toMatchObject({ status: 422, code: 'webauthn_verification_failed' });
});

test.for(INVALID_RESPONSES.slice(0, 4))('rejects a registration: %s', async ([, faults]) => {
  const { client } = await signUpUser(auth);
  const { error } = await registerPasskey(client, createSoftwareAuthenticator(APP_URL), faults);
  expect(error).toMatchObject({ status: 422, code: 'webauthn_verification_failed' });
  expect((await client.passkey.list()).data).toEqual([]);
});

test('an unknown passkey and a wrong signature get the same error', async () => {
  const { authenticator } = await signUpWithPasskey(auth);
  const unknownPasskey = createSoftwareAuthenticator(APP_URL);
  unknownPasskey.create({ challenge: 'x', rp: { id: 'localhost' }, user: { id: 'x' } });
  const unknownError = await signInWithPasskey(auth, unknownPasskey);
  const client = auth.client();
  const { data } = await client.passkey.startAuthentication();
  const valid = authenticator.get(data?.options ?? ({} as never));
  const { signature } = unknownPasskey.get(data?.options ?? ({} as never)).response;
  const wrongSignature = await client.passkey.verifyAuthentication({
    challengeId: data?.challenge_id ?? '',
    credential: { ...valid, response: { ...valid.response, signature } },
  });
  expect([wrongSignature.error?.message, wrongSignature.error?.name]).toEqual([
    unknownError.error?.message,
    unknownError.error?.name,
  ]);
});

test('rejects a passkey with the user handle of another user', async () => {
  const [firstUser, otherUser] = [await signUpWithPasskey(auth), await signUpWithPasskey(auth)];
  const key = firstUser.authenticator.keys[0];
  if (key) key.userHandle = Buffer.from(otherUser.userId.replaceAll('-', ''), 'hex').toString('base64url');
  expect((await signInWithPasskey(auth, firstUser.authenticator)).error).toMatchObject({
    code: 'webauthn_verification_failed',
  });
});

test('a challenge is answered once, in time, and only for its purpose', async () => {
  const { client, authenticator } = await signUpWithPasskey(auth);
  const guestClient = auth.client();
  const { data } = await guestClient.passkey.startAuthentication();
  const response = (credential: ReturnType<Authenticator['get']>) =>
    auth.post('passkeys/authentication/verify', { challenge_id: data?.challenge_id, credential });
  const options = data?.options ?? ({} as never);
  expect((await response(authenticator.get(options))).status).toBe(200);
  expect(await readError(await response(authenticator.get(options)))).toBe('422 webauthn_challenge_expired');

  const expired = await guestClient.passkey.startAuthentication();
  auth.clock.now += 5 * 60_000;
  const nextAnswer = await guestClient.passkey.verifyAuthentication({
    challengeId: expired.data?.challenge_id ?? '',
    credential: authenticator.get(expired.data?.options ?? ({} as never)),
  });
  expect(nextAnswer.error).toMatchObject({ code: 'webauthn_challenge_expired' });

  const { client: outcome } = await signInWithPasskey(auth, authenticator);
  const registration = await outcome.passkey.startRegistration();
  const crossedOutcomes = await guestClient.passkey.verifyAuthentication({
    challengeId: registration.data?.challenge_id ?? '',
    credential: authenticator.get({
      challenge: registration.data?.options.challenge ?? '',
      rpId: 'localhost',
    }),
  });
  expect(crossedOutcomes.error).toMatchObject({ code: 'webauthn_challenge_expired' });
  const otherSession = await client.passkey.verifyRegistration({
    challengeId: registration.data?.challenge_id ?? '',
    credential: createSoftwareAuthenticator(APP_URL).create(registration.data?.options ?? ({} as never)),
  });
  expect(otherSession.error).not.toBeNull();
});

test('the challenge of a security key is not answered by a new passkey', async () => {
  const { client } = await signUpUser(auth);
  const { data: factor } = await client.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' });
  const factorId = factor?.id ?? '';
  const { data } = await client.mfa.challenge({ factorId, webauthn: { rpId: 'localhost' } });
  if (data?.webauthn.type !== 'create') throw new Error('Not asked to create');
  const { challenge, user } = data.webauthn.credential_options.publicKey;
  const text = (bytes: unknown) => Buffer.from(bytes as ArrayBuffer).toString('base64url');
  const credential = createSoftwareAuthenticator(APP_URL).create({
    challenge: text(challenge),
    rp: { id: 'localhost' },
    user: { id: text(user.id) },
  });
  const { error } = await client.passkey.verifyRegistration({ challengeId: data.id, credential });
  expect(error).toMatchObject({ code: 'webauthn_challenge_expired' });
});

test('of two concurrent assertions with one counter, one succeeds', async () => {
  const { authenticator } = await signUpWithPasskey(auth);
  const outcomes = await Promise.all([
    signInWithPasskey(auth, authenticator, { counter: 5 }),
    signInWithPasskey(auth, authenticator, { counter: 5 }),
  ]);
  expect(outcomes.filter(({ error }) => error === null)).toHaveLength(1);
});

test('allows twenty option requests per IP address in 15 minutes', async () => {
  const limitedAuth = await createTestAuth('live');
  limitedAuth.clock.now = Math.ceil(limitedAuth.clock.now / 900_000) * 900_000;
  const responses: number[] = [];
  for (let time = 0; time < 21; time++) {
    responses.push((await limitedAuth.post('passkeys/authentication/options', {})).status);
  }
  expect(responses.filter((status) => status === 200)).toHaveLength(20);
  expect(responses.at(-1)).toBe(429);
});
