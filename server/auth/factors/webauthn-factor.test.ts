import { expect, test } from 'vitest';

import { APP_URL, openDoors, refusalOf } from '../auth-testing.ts';
import { softAuthenticator, type Quirks } from '../testing-authenticator.ts';
import { levelOf, signedIn, signedUp, tokenOf, type Client } from './testing-factors.ts';

const doors = await openDoors();
const RP = { rpId: 'localhost' };

type Answer = {
  id: string;
  webauthn: { type: 'create' | 'request'; credential_options: { publicKey: never } };
};

/** Requests of the browser client, whose own methods need a browser. */
async function keyDoors(client: Client, factorId: string) {
  const headers = { authorization: `Bearer ${await tokenOf(client)}` };
  const challenge = (body: object = { factorId, webauthn: { ...RP, rpOrigins: [APP_URL] } }) =>
    doors.post(`factors/${factorId}/challenge`, body, headers);
  const asked = async () => {
    const answer = await challenge();
    if (!answer.ok) throw new Error(await refusalOf(answer));
    const { id, webauthn } = (await answer.json()) as Answer;
    return { id, type: webauthn.type, options: webauthn.credential_options.publicKey };
  };
  const answered = (id: string, type: string, credential: object) =>
    doors.post(
      `factors/${factorId}/verify`,
      {
        challenge_id: id,
        webauthn: { ...RP, type, rpOrigins: ['https://evil.example'], credential_response: credential },
      },
      headers,
    );
  return { challenge, asked, answered };
}

async function enrolled() {
  const person = await signedUp(doors);
  const { data, error } = await person.client.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' });
  if (error) throw error;
  return { ...person, factorId: data.id };
}

/** A user with a security key that has been used once. */
async function withKey() {
  const person = await enrolled();
  const key = softAuthenticator(APP_URL);
  const { asked, answered } = await keyDoors(person.client, person.factorId);
  const { id, options } = await asked();
  const answer = await answered(id, 'create', key.create(options));
  if (!answer.ok) throw new Error(await refusalOf(answer));
  return { ...person, key };
}

test('a security key is added and required at the next sign-in', async () => {
  const { email, factorId, key } = await withKey();
  const client = await signedIn(doors, email);
  expect(await levelOf(client)).toBe('aal1 of aal2');
  const { asked, answered } = await keyDoors(client, factorId);
  const { id, type, options } = await asked();
  expect(type).toBe('request');
  expect(options).toMatchObject({
    rpId: 'localhost',
    allowCredentials: [{ id: key.keys[0]?.id, transports: ['usb'] }],
  });
  const answer = await answered(id, 'request', key.get(options));
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    token_type: 'bearer',
    user: { factors: [{ factor_type: 'webauthn' }] },
  });
});

test('the client reads the challenge in the form that browsers need', async () => {
  const { client, factorId, userId } = await enrolled();
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
  const { email, factorId, key } = await withKey();
  const { asked, answered } = await keyDoors(await signedIn(doors, email), factorId);
  const { id, options } = await asked();
  expect((await answered(id, 'request', key.get(options, { userVerified: false }))).status).toBe(200);
});

const LIES: [string, Quirks][] = [
  ['another origin', { origin: 'https://evil.example' }],
  ['another site', { rpId: 'evil.example' }],
  ['a key that nobody touched', { userPresent: false }],
  ['a count that goes back', { counter: 0 }],
  ['a count that stands still', { counter: 1 }],
];

test.for(LIES)('rejects an assertion: %s', async ([, quirks]) => {
  const { email, factorId, key } = await withKey();
  const { asked, answered } = await keyDoors(await signedIn(doors, email), factorId);
  const first = await asked();
  expect((await answered(first.id, 'request', key.get(first.options))).status).toBe(200);
  const { id, options } = await asked();
  const answer = await answered(id, 'request', key.get(options, quirks));
  expect(await refusalOf(answer)).toBe('422 mfa_verification_failed');
});

test('rejects an assertion for another challenge, of another key or altered in transit', async () => {
  const { email, factorId, key } = await withKey();
  const { asked, answered } = await keyDoors(await signedIn(doors, email), factorId);
  const [one, two] = [await asked(), await asked()];
  const stranger = softAuthenticator(APP_URL);
  stranger.create({ challenge: 'x', rp: { id: 'localhost' }, user: { id: 'x' } });
  const right = key.get(two.options);
  const { challenge } = two.options as { challenge: string };
  const answers = [
    key.get(one.options),
    stranger.get({ challenge, rpId: 'localhost' }),
    { ...stranger.get({ challenge, rpId: 'localhost' }), id: right.id, rawId: right.id },
    { ...right, response: { ...right.response, signature: key.get(one.options).response.signature } },
    { ...right, response: { ...right.response, authenticatorData: 'AAAA' } },
    { ...right, response: { ...right.response, clientDataJSON: 'e30' } },
  ];
  for (const answer of answers) {
    expect(await refusalOf(await answered(two.id, 'request', answer))).toBe('422 mfa_verification_failed');
  }
  const next = key.get(two.options, { counter: 50 });
  expect((await answered(two.id, 'request', next)).status).toBe(200);
  expect(await refusalOf(await answered(two.id, 'request', next))).toBe('422 mfa_challenge_expired');
});

test('of two concurrent assertions with one counter, one succeeds', async () => {
  const { email, factorId, key } = await withKey();
  const { asked, answered } = await keyDoors(await signedIn(doors, email), factorId);
  const both = [await asked(), await asked()];
  const answers = await Promise.all(
    both.map(({ id, options }) => answered(id, 'request', key.get(options, { counter: 7 }))),
  );
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '422']);
});

test('rejects a new key that was created for another site or challenge', async () => {
  const { client, factorId } = await enrolled();
  const { asked, answered } = await keyDoors(client, factorId);
  const { id, options } = await asked();
  const key = softAuthenticator(APP_URL);
  const answers = [
    key.create(options, { origin: 'https://evil.example' }),
    key.create(options, { rpId: 'evil.example' }),
    key.create({ ...(options as object), challenge: 'x' } as never),
    key.create(options, { userPresent: false }),
  ];
  for (const answer of answers) {
    expect(await refusalOf(await answered(id, 'create', answer))).toBe('422 mfa_verification_failed');
  }
  expect(await levelOf(client)).toBe('aal1 of aal1');
});

test('no other key replaces a verified one', async () => {
  const { client, factorId, userId } = await withKey();
  const { asked, answered } = await keyDoors(client, factorId);
  const { id, options } = await asked();
  const creation = { ...(options as { challenge: string }), rp: { id: 'localhost' }, user: { id: userId } };
  const answer = await answered(id, 'create', softAuthenticator(APP_URL).create(creation));
  expect(await refusalOf(answer)).toBe('422 mfa_verification_failed');
});

test('excludes registered keys, so that the browser does not offer them again', async () => {
  const { client, key } = await withKey();
  const { data } = await client.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Second' });
  const { options } = await (await keyDoors(client, data?.id ?? '')).asked();
  expect(options).toMatchObject({ excludeCredentials: [{ id: key.keys[0]?.id }] });
});

test('a stolen session cannot complete the enrollment of a key', async () => {
  const { client, factorId } = await enrolled();
  doors.clock.now += 5 * 60_000;
  const { challenge } = await keyDoors(client, factorId);
  expect(await refusalOf(await challenge())).toBe('401 reauthentication_needed');
});

test('the relying party is our origin, whatever the browser sends', async () => {
  const { client, factorId } = await enrolled();
  const { challenge } = await keyDoors(client, factorId);
  const body = { factorId, webauthn: { rpId: 'evil.example', rpOrigins: [APP_URL] } };
  expect(await refusalOf(await challenge(body))).toBe('400 validation_failed');
});
