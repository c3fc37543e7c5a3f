import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose';
import { expect, test } from 'vitest';

import { DAY_MS, MINUTE_MS } from '#domain/time-units.ts';
import { SEALED_CELLS } from '#server/core/secrets.ts';
import { signingKeys } from '#server/db/schema-users.ts';

import { APP_URL, createAuthClients, createEmail, createTestAuthOnce, readSession } from '../testing/test-auth.ts';
import { verifyAccessToken } from './access-token.ts';
import { getSigningKey, replaceKeys, rotateKeys } from './signing-keys.ts';

test('processes that start at once create one key, and each accepts the tokens of the others', async () => {
  const auth = await createTestAuthOnce();
  const processes = [auth.context, ...[0, 1, 2].map(() => auth.createContext(auth.openSecondHandle()))];
  // Connects first; otherwise the processes would run one after the other.
  await Promise.all(processes.map(({ db }) => db.select().from(signingKeys)));
  const keys = await Promise.all(processes.map(getSigningKey));
  expect(new Set(keys.map(({ kid }) => kid)).size).toBe(1);
  expect(await auth.context.db.select().from(signingKeys)).toHaveLength(1);
  const { access_token } = await auth.signUp();
  for (const context of processes) expect((await createAuthClients(context).user(access_token)).status).toBe(200);
});

test('the published keys verify a token, may be cached for ten minutes and contain no private part, which is encrypted', async () => {
  const auth = await createTestAuthOnce();
  const { access_token, user } = await auth.signUp();
  const response = await auth.send('GET', '.well-known/jwks.json');
  expect(response.headers.get('cache-control')).toBe('public, max-age=600');
  const keys = (await response.json()) as JSONWebKeySet;
  expect(keys.keys).toHaveLength(1);
  expect(keys.keys[0]).toMatchObject({
    kty: 'EC',
    crv: 'P-256',
    alg: 'ES256',
    use: 'sig',
    key_ops: ['verify'],
  });
  expect(Object.keys(keys.keys[0] ?? {})).not.toContain('d');
  const [row] = await auth.context.db.select().from(signingKeys);
  expect(Object.keys(row?.publicJwk ?? {})).not.toContain('d');
  expect(
    JSON.parse(auth.context.secrets.unseal(row?.sealedPrivateJwk ?? '', SEALED_CELLS.signingKey(row?.kid ?? ''))),
  ).toHaveProperty('d');
  const { payload } = await jwtVerify(access_token, createLocalJWKSet(keys), {
    algorithms: ['ES256'],
    issuer: `${APP_URL}/auth/v1`,
    audience: 'authenticated',
    currentDate: new Date(auth.clock.now),
  });
  expect(payload.sub).toBe(user.id);
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(600);
});

test('a key from before AUTH_SECRET changed still verifies, and a new one signs', async () => {
  const auth = await createTestAuthOnce();
  const { access_token: oldToken } = await auth.signUp();
  const changedAuth = createAuthClients(auth.createContext(auth.openSecondHandle(), 'off', 'another secret'));
  const { access_token: newToken } = await changedAuth.signUp(createEmail());
  expect(decodeProtectedHeader(newToken).kid).not.toBe(decodeProtectedHeader(oldToken).kid);
  expect((await changedAuth.user(oldToken)).status).toBe(200);
  auth.clock.now += 5000;
  expect((await auth.user(newToken)).status).toBe(200);
});

const CACHE_TTL_MS = 15_000;

const readKeyId = (token: string) => decodeProtectedHeader(token).kid;

type TestAuth = Pick<Awaited<ReturnType<typeof createTestAuthOnce>>, 'send'>;

async function listPublishedKids(auth: TestAuth): Promise<(string | undefined)[]> {
  const { keys } = (await (await auth.send('GET', '.well-known/jwks.json')).json()) as JSONWebKeySet;
  return keys.map(({ kid }) => kid);
}

test('after ninety days the next key is published, signs half an hour later, and the old one verifies for another day', async () => {
  const auth = await createTestAuthOnce();
  const firstToken = await auth.signUp();
  const firstKid = readKeyId(firstToken.access_token);
  auth.clock.now += 90 * DAY_MS - 1;
  expect(await listPublishedKids(auth)).toEqual([firstKid]);
  auth.clock.now += CACHE_TTL_MS;
  const [, secondKid, ...tokensAfter] = await listPublishedKids(auth);
  expect([typeof secondKid, tokensAfter]).toEqual(['string', []]);
  auth.clock.now += 29 * MINUTE_MS;
  const lastKids = await auth.signUp();
  expect(readKeyId(lastKids.access_token)).toBe(firstKid);
  auth.clock.now += 2 * MINUTE_MS;
  expect(readKeyId((await auth.signUp()).access_token)).toBe(secondKid);
  expect((await auth.user(lastKids.access_token)).status).toBe(200);
  auth.clock.now += DAY_MS - MINUTE_MS;
  expect(await listPublishedKids(auth)).toEqual([firstKid, secondKid]);
  auth.clock.now += 2 * MINUTE_MS;
  expect(await listPublishedKids(auth)).toEqual([secondKid]);
  auth.clock.now += 89 * DAY_MS;
  expect(await listPublishedKids(auth)).toHaveLength(2);
});

test('processes that find the key expired at once create one next key', async () => {
  const auth = await createTestAuthOnce();
  await auth.signUp();
  const otherProcesses = [0, 1, 2].map(() => createAuthClients(auth.createContext(auth.openSecondHandle())));
  await Promise.all(otherProcesses.map(listPublishedKids));
  auth.clock.now += 90 * DAY_MS;
  const keySets = await Promise.all([auth, ...otherProcesses].map(listPublishedKids));
  for (const keySet of keySets) expect(keySet).toEqual(keySets[0]);
  expect(keySets[0]).toHaveLength(2);
  expect(await auth.context.db.select().from(signingKeys)).toHaveLength(2);
});

test('all processes notice a requested rotation, and two requests rotate once', async () => {
  const auth = await createTestAuthOnce();
  const otherProcess = createAuthClients(auth.createContext(auth.openSecondHandle()));
  const oldToken = await auth.signUp();
  expect(await listPublishedKids(otherProcess)).toHaveLength(1);
  expect([await rotateKeys(auth.context), await rotateKeys(auth.context)]).toEqual([true, false]);
  auth.clock.now += CACHE_TTL_MS;
  for (const process of [auth, otherProcess]) expect(await listPublishedKids(process)).toHaveLength(2);
  auth.clock.now += 30 * MINUTE_MS;
  const newToken = await otherProcess.signUp(createEmail());
  expect(readKeyId(newToken.access_token)).not.toBe(readKeyId(oldToken.access_token));
  expect((await auth.user(newToken.access_token)).status).toBe(200);
});

test('replacing a stolen key rejects its tokens everywhere and signs out no user', async () => {
  const auth = await createTestAuthOnce();
  const otherProcess = createAuthClients(auth.createContext(auth.openSecondHandle()));
  const { access_token: oldToken, refresh_token } = await auth.signUp();
  for (const process of [auth, otherProcess]) expect((await process.user(oldToken)).status).toBe(200);
  await replaceKeys(auth.context);
  auth.clock.now += CACHE_TTL_MS;
  for (const process of [auth, otherProcess]) expect((await process.user(oldToken)).status).toBe(403);
  const { access_token: newToken } = await readSession(await otherProcess.refresh(refresh_token));
  for (const process of [auth, otherProcess]) expect((await process.user(newToken)).status).toBe(200);
  expect(await auth.context.db.select().from(signingKeys)).toHaveLength(1);
});

test('the cached keys stay valid while the database is unavailable', async () => {
  const auth = await createTestAuthOnce();
  const { access_token } = await auth.signUp();
  await auth.close();
  auth.clock.now += MINUTE_MS;
  expect(await verifyAccessToken(auth.context, access_token)).not.toBeNull();
});
