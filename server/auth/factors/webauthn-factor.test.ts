import { expect, test } from 'vitest';

import { getAuthLevel, signInUser, signUpUser, getAccessToken, type Client } from '#server/testing/factor-helpers.ts';
import { createSoftwareAuthenticator, type AuthenticatorFaults } from '#server/testing/software-authenticator.ts';
import { APP_URL, createTestAuth, readError } from '#server/testing/test-auth.ts';

const auth = await createTestAuth();
const RP = { rpId: 'localhost' };

type WebauthnResponse = {
  id: string;
  webauthn: { type: 'create' | 'request'; credential_options: { publicKey: never } };
};

/** Requests of the browser client, whose own methods need a browser. */
async function createKeyRequests(client: Client, factorId: string) {
  const headers = { authorization: `Bearer ${await getAccessToken(client)}` };
  const challenge = (body: object = { factorId, webauthn: { ...RP, rpOrigins: [APP_URL] } }) =>
    auth.post(`factors/${factorId}/challenge`, body, headers);
  const requestChallenge = async () => {
    const response = await challenge();
    if (!response.ok) throw new Error(await readError(response));
    const { id, webauthn } = (await response.json()) as WebauthnResponse;
    return { id, type: webauthn.type, options: webauthn.credential_options.publicKey };
  };
  const submitResponse = (id: string, type: string, credential: object) =>
    auth.post(
      `factors/${factorId}/verify`,
      {
        challenge_id: id,
        webauthn: { ...RP, type, rpOrigins: ['https://evil.example'], credential_response: credential },
      },
      headers,
    );
  return { challenge, requestChallenge, submitResponse };
}

async function enrollKey() {
  const testUser = await signUpUser(auth);
  const { data, error } = await testUser.client.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' });
  if (error) throw error;
  return { ...testUser, factorId: data.id };
}

/** A user with a security key that has been used once. */
async function signUpWithKey() {
  const testUser = await enrollKey();
  const securityKey = createSoftwareAuthenticator(APP_URL);
  const { requestChallenge, submitResponse } = await createKeyRequests(testUser.client, testUser.factorId);
  const { id, options } = await requestChallenge();
  const response = await submitResponse(id, 'create', securityKey.create(options));
  if (!response.ok) throw new Error(await readError(response));
  return { ...testUser, securityKey };
}

test('a security key is added and required at the next sign-in', async () => {
  const { email, factorId, securityKey } = await signUpWithKey();
  const client = await signInUser(auth, email);
  expect(await getAuthLevel(client)).toBe('aal1 of aal2');
  const { requestChallenge, submitResponse } = await createKeyRequests(client, factorId);
  const { id, type, options } = await requestChallenge();
  expect(type).toBe('request');
  expect(options).toMatchObject({
    rpId: 'localhost',
    allowCredentials: [{ id: securityKey.keys[0]?.id, transports: ['usb'] }],
  });
  const response = await submitResponse(id, 'request', securityKey.get(options));
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    token_type: 'bearer',
    user: { factors: [{ factor_type: 'webauthn' }] },
  });
});

test('the client reads the challenge in the form that browsers need', async () => {
  const { client, factorId, userId } = await enrollKey();
  const { data, error } = await client.mfa.challenge({ factorId, webauthn: RP });
  expect(error).toBeNull();
  if (data?.webauthn.type !== 'create') throw new Error('Not asked to create');
  const { challenge, rp, user, authenticatorSelection } = data.webauthn.credential_options.publicKey;
  expect(new Uint8Array(challenge as ArrayBuffer).length).toBe(32);
  expect(rp).toEqual({ id: 'localhost', name: 'Tillwright' });
  expect(Buffer.from(user.id as ArrayBuffer).toString('hex')).toBe(userId.replaceAll('-', ''));
  expect(authenticatorSelection).toMatchObject({ userVerification: 'preferred' });
});

test('a key without a PIN suffices beside a password', async () => {
  const { email, factorId, securityKey } = await signUpWithKey();
  const { requestChallenge, submitResponse } = await createKeyRequests(await signInUser(auth, email), factorId);
  const { id, options } = await requestChallenge();
  expect((await submitResponse(id, 'request', securityKey.get(options, { userVerified: false }))).status).toBe(200);
});

const INVALID_RESPONSES: [string, AuthenticatorFaults][] = [
  ['another origin', { origin: 'https://evil.example' }],
  ['another site', { rpId: 'evil.example' }],
  ['a key that nobody touched', { userPresent: false }],
  ['a count that goes back', { counter: 0 }],
  ['a count that stands still', { counter: 1 }],
];

test.for(INVALID_RESPONSES)('rejects an assertion: %s', async ([, faults]) => {
  const { email, factorId, securityKey } = await signUpWithKey();
  const { requestChallenge, submitResponse } = await createKeyRequests(await signInUser(auth, email), factorId);
  const firstResponse = await requestChallenge();
  expect((await submitResponse(firstResponse.id, 'request', securityKey.get(firstResponse.options))).status).toBe(200);
  const { id, options } = await requestChallenge();
  const response = await submitResponse(id, 'request', securityKey.get(options, faults));
  expect(await readError(response)).toBe('422 mfa_verification_failed');
});

test('rejects an assertion for another challenge, of another key or altered in transit', async () => {
  const { email, factorId, securityKey } = await signUpWithKey();
  const { requestChallenge, submitResponse } = await createKeyRequests(await signInUser(auth, email), factorId);
  const [keyResponse, otherResponse] = [await requestChallenge(), await requestChallenge()];
  const otherUser = createSoftwareAuthenticator(APP_URL);
  otherUser.create({ challenge: 'x', rp: { id: 'localhost' }, user: { id: 'x' } });
  const validResponse = securityKey.get(otherResponse.options);
  const { challenge } = otherResponse.options as { challenge: string };
  const responses = [
    securityKey.get(keyResponse.options),
    otherUser.get({ challenge, rpId: 'localhost' }),
    { ...otherUser.get({ challenge, rpId: 'localhost' }), id: validResponse.id, rawId: validResponse.id },
    {
      ...validResponse,
      response: {
        ...validResponse.response,
        signature: securityKey.get(keyResponse.options).response.signature,
      },
    },
    { ...validResponse, response: { ...validResponse.response, authenticatorData: 'AAAA' } },
    { ...validResponse, response: { ...validResponse.response, clientDataJSON: 'e30' } },
  ];
  for (const response of responses) {
    expect(await readError(await submitResponse(otherResponse.id, 'request', response))).toBe(
      '422 mfa_verification_failed',
    );
  }
  const next = securityKey.get(otherResponse.options, { counter: 50 });
  expect((await submitResponse(otherResponse.id, 'request', next)).status).toBe(200);
  expect(await readError(await submitResponse(otherResponse.id, 'request', next))).toBe('422 mfa_challenge_expired');
});

test('of two concurrent assertions with one counter, one succeeds', async () => {
  const { email, factorId, securityKey } = await signUpWithKey();
  const { requestChallenge, submitResponse } = await createKeyRequests(await signInUser(auth, email), factorId);
  const outcomes = [await requestChallenge(), await requestChallenge()];
  const responses = await Promise.all(
    outcomes.map(({ id, options }) => submitResponse(id, 'request', securityKey.get(options, { counter: 7 }))),
  );
  expect(responses.map(({ status }) => String(status)).toSorted()).toEqual(['200', '422']);
});

test('rejects a new key that was created for another site or challenge', async () => {
  const { client, factorId } = await enrollKey();
  const { requestChallenge, submitResponse } = await createKeyRequests(client, factorId);
  const { id, options } = await requestChallenge();
  const securityKey = createSoftwareAuthenticator(APP_URL);
  const responses = [
    securityKey.create(options, { origin: 'https://evil.example' }),
    securityKey.create(options, { rpId: 'evil.example' }),
    securityKey.create({ ...(options as object), challenge: 'x' } as never),
    securityKey.create(options, { userPresent: false }),
  ];
  for (const response of responses) {
    expect(await readError(await submitResponse(id, 'create', response))).toBe('422 mfa_verification_failed');
  }
  expect(await getAuthLevel(client)).toBe('aal1 of aal1');
});

test('no other key replaces a verified one', async () => {
  const { client, factorId, userId } = await signUpWithKey();
  const { requestChallenge, submitResponse } = await createKeyRequests(client, factorId);
  const { id, options } = await requestChallenge();
  const creationOptions = {
    ...(options as { challenge: string }),
    rp: { id: 'localhost' },
    user: { id: userId },
  };
  const response = await submitResponse(id, 'create', createSoftwareAuthenticator(APP_URL).create(creationOptions));
  expect(await readError(response)).toBe('422 mfa_verification_failed');
});

test('excludes registered keys, so that the browser does not offer them again', async () => {
  const { client, securityKey } = await signUpWithKey();
  const { data } = await client.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Second' });
  const { options } = await (await createKeyRequests(client, data?.id ?? '')).requestChallenge();
  expect(options).toMatchObject({ excludeCredentials: [{ id: securityKey.keys[0]?.id }] });
});

test('a stolen session cannot complete the enrollment of a key', async () => {
  const { client, factorId } = await enrollKey();
  auth.clock.now += 5 * 60_000;
  const { challenge } = await createKeyRequests(client, factorId);
  expect(await readError(await challenge())).toBe('401 reauthentication_needed');
});

test('the relying party is our origin, whatever the browser sends', async () => {
  const { client, factorId } = await enrollKey();
  const { challenge } = await createKeyRequests(client, factorId);
  const body = { factorId, webauthn: { rpId: 'evil.example', rpOrigins: [APP_URL] } };
  expect(await readError(await challenge(body))).toBe('400 validation_failed');
});
