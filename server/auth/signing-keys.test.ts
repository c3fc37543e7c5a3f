import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose';
import { expect, test } from 'vitest';

import { signingKeys } from '#server/db/schema-people.ts';

import { APP_URL, doorsOf, newEmail, openDoorsOnce } from './auth-testing.ts';
import { signingKeyOf } from './signing-keys.ts';

test('processes that start at once make one key, and each takes the tokens of the others', async () => {
  const doors = await openDoorsOnce();
  const processes = [doors.context, ...[0, 1, 2].map(() => doors.contextOn(doors.another()))];
  // Connected beforehand, or they would come one after the other.
  await Promise.all(processes.map(({ db }) => db.select().from(signingKeys)));
  const keys = await Promise.all(processes.map(signingKeyOf));
  expect(new Set(keys.map(({ kid }) => kid)).size).toBe(1);
  expect(await doors.context.db.select().from(signingKeys)).toHaveLength(1);
  const { access_token } = await doors.signUp();
  for (const context of processes) expect((await doorsOf(context).user(access_token)).status).toBe(200);
});

test('the published keys verify a token, may be kept ten minutes and hold no private part, which is kept sealed', async () => {
  const doors = await openDoorsOnce();
  const { access_token, user } = await doors.signUp();
  const answer = await doors.send('GET', '.well-known/jwks.json');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=600');
  const keys = (await answer.json()) as JSONWebKeySet;
  expect(keys.keys).toHaveLength(1);
  expect(keys.keys[0]).toMatchObject({
    kty: 'EC',
    crv: 'P-256',
    alg: 'ES256',
    use: 'sig',
    key_ops: ['verify'],
  });
  expect(Object.keys(keys.keys[0] ?? {})).not.toContain('d');
  const [row] = await doors.context.db.select().from(signingKeys);
  expect(Object.keys(row?.publicJwk ?? {})).not.toContain('d');
  expect(JSON.parse(doors.context.secrets.unseal(row?.sealedPrivateJwk ?? ''))).toHaveProperty('d');
  const { payload } = await jwtVerify(access_token, createLocalJWKSet(keys), {
    algorithms: ['ES256'],
    issuer: `${APP_URL}/auth/v1`,
    audience: 'authenticated',
    currentDate: new Date(doors.clock.now),
  });
  expect(payload.sub).toBe(user.id);
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(600);
});

test('a key of before AUTH_SECRET changed still verifies, and a new one signs', async () => {
  const doors = await openDoorsOnce();
  const { access_token: old } = await doors.signUp();
  const changed = doorsOf(doors.contextOn(doors.another(), 'off', 'another secret'));
  const { access_token: young } = await changed.signUp(newEmail());
  expect(decodeProtectedHeader(young).kid).not.toBe(decodeProtectedHeader(old).kid);
  expect((await changed.user(old)).status).toBe(200);
  doors.clock.now += 5000;
  expect((await doors.user(young)).status).toBe(200);
});
