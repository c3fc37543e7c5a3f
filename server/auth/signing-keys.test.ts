import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose';
import { expect, test } from 'vitest';

import { signingKeys } from '#server/db/schema-people.ts';
import { SEALED_CELLS } from '#server/sealed-cell.ts';

import { readAccessToken } from './access-token.ts';
import { APP_URL, doorsOf, newEmail, openDoorsOnce, sessionFrom } from './auth-testing.ts';
import { replaceKeys, rotateKeys } from './rotate-keys.ts';
import { signingKeyOf } from './signing-keys.ts';

test('processes that start at once create one key, and each accepts the tokens of the others', async () => {
  const doors = await openDoorsOnce();
  const processes = [doors.context, ...[0, 1, 2].map(() => doors.contextOn(doors.another()))];
  // Connects first; otherwise the processes would run one after the other.
  await Promise.all(processes.map(({ db }) => db.select().from(signingKeys)));
  const keys = await Promise.all(processes.map(signingKeyOf));
  expect(new Set(keys.map(({ kid }) => kid)).size).toBe(1);
  expect(await doors.context.db.select().from(signingKeys)).toHaveLength(1);
  const { access_token } = await doors.signUp();
  for (const context of processes) expect((await doorsOf(context).user(access_token)).status).toBe(200);
});

test('the published keys verify a token, may be cached for ten minutes and contain no private part, which is encrypted', async () => {
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
  expect(
    JSON.parse(
      doors.context.secrets.unseal(row?.sealedPrivateJwk ?? '', SEALED_CELLS.signingKey(row?.kid ?? '')),
    ),
  ).toHaveProperty('d');
  const { payload } = await jwtVerify(access_token, createLocalJWKSet(keys), {
    algorithms: ['ES256'],
    issuer: `${APP_URL}/auth/v1`,
    audience: 'authenticated',
    currentDate: new Date(doors.clock.now),
  });
  expect(payload.sub).toBe(user.id);
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(600);
});

test('a key from before AUTH_SECRET changed still verifies, and a new one signs', async () => {
  const doors = await openDoorsOnce();
  const { access_token: old } = await doors.signUp();
  const changed = doorsOf(doors.contextOn(doors.another(), 'off', 'another secret'));
  const { access_token: young } = await changed.signUp(newEmail());
  expect(decodeProtectedHeader(young).kid).not.toBe(decodeProtectedHeader(old).kid);
  expect((await changed.user(old)).status).toBe(200);
  doors.clock.now += 5000;
  expect((await doors.user(young)).status).toBe(200);
});

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const QUARTER_MINUTE_MS = 15_000;

const kidOf = (token: string) => decodeProtectedHeader(token).kid;

type Doors = Pick<Awaited<ReturnType<typeof openDoorsOnce>>, 'send'>;

async function publishedBy(doors: Doors): Promise<(string | undefined)[]> {
  const { keys } = (await (await doors.send('GET', '.well-known/jwks.json')).json()) as JSONWebKeySet;
  return keys.map(({ kid }) => kid);
}

test('after ninety days the next key is published, signs half an hour later, and the old one verifies for another day', async () => {
  const doors = await openDoorsOnce();
  const first = await doors.signUp();
  const firstKid = kidOf(first.access_token);
  doors.clock.now += 90 * DAY_MS - 1;
  expect(await publishedBy(doors)).toEqual([firstKid]);
  doors.clock.now += QUARTER_MINUTE_MS;
  const [, secondKid, ...more] = await publishedBy(doors);
  expect([typeof secondKid, more]).toEqual(['string', []]);
  doors.clock.now += 29 * MINUTE_MS;
  const last = await doors.signUp();
  expect(kidOf(last.access_token)).toBe(firstKid);
  doors.clock.now += 2 * MINUTE_MS;
  expect(kidOf((await doors.signUp()).access_token)).toBe(secondKid);
  expect((await doors.user(last.access_token)).status).toBe(200);
  doors.clock.now += DAY_MS - MINUTE_MS;
  expect(await publishedBy(doors)).toEqual([firstKid, secondKid]);
  doors.clock.now += 2 * MINUTE_MS;
  expect(await publishedBy(doors)).toEqual([secondKid]);
  doors.clock.now += 89 * DAY_MS;
  expect(await publishedBy(doors)).toHaveLength(2);
});

test('processes that find the key expired at once create one next key', async () => {
  const doors = await openDoorsOnce();
  await doors.signUp();
  const others = [0, 1, 2].map(() => doorsOf(doors.contextOn(doors.another())));
  await Promise.all(others.map(publishedBy));
  doors.clock.now += 90 * DAY_MS;
  const sets = await Promise.all([doors, ...others].map(publishedBy));
  for (const set of sets) expect(set).toEqual(sets[0]);
  expect(sets[0]).toHaveLength(2);
  expect(await doors.context.db.select().from(signingKeys)).toHaveLength(2);
});

test('all processes notice a requested rotation, and two requests rotate once', async () => {
  const doors = await openDoorsOnce();
  const second = doorsOf(doors.contextOn(doors.another()));
  const old = await doors.signUp();
  expect(await publishedBy(second)).toHaveLength(1);
  expect([await rotateKeys(doors.context), await rotateKeys(doors.context)]).toEqual([true, false]);
  doors.clock.now += QUARTER_MINUTE_MS;
  for (const process of [doors, second]) expect(await publishedBy(process)).toHaveLength(2);
  doors.clock.now += 30 * MINUTE_MS;
  const young = await second.signUp(newEmail());
  expect(kidOf(young.access_token)).not.toBe(kidOf(old.access_token));
  expect((await doors.user(young.access_token)).status).toBe(200);
});

test('replacing a stolen key rejects its tokens everywhere and signs out no user', async () => {
  const doors = await openDoorsOnce();
  const second = doorsOf(doors.contextOn(doors.another()));
  const { access_token: old, refresh_token } = await doors.signUp();
  for (const process of [doors, second]) expect((await process.user(old)).status).toBe(200);
  await replaceKeys(doors.context);
  doors.clock.now += QUARTER_MINUTE_MS;
  for (const process of [doors, second]) expect((await process.user(old)).status).toBe(403);
  const { access_token: young } = await sessionFrom(await second.refresh(refresh_token));
  for (const process of [doors, second]) expect((await process.user(young)).status).toBe(200);
  expect(await doors.context.db.select().from(signingKeys)).toHaveLength(1);
});

test('the cached keys stay valid while the database is unavailable', async () => {
  const doors = await openDoorsOnce();
  const { access_token } = await doors.signUp();
  await doors.close();
  doors.clock.now += MINUTE_MS;
  expect(await readAccessToken(doors.context, access_token)).not.toBeNull();
});
