import {
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  SignJWT,
  type CryptoKey,
  type JWTPayload,
  type KeyObject,
} from 'jose';
import { expect, test } from 'vitest';

import { statusOf, isShopError } from '#domain/errors.ts';

import { APP_URL, openDoors, openDoorsOnce, refusalOf } from './auth-testing.ts';
import { publicKeySet, signingKeyOf } from './signing-keys.ts';
import { callerOf, type Scrutiny } from './who-is-calling.ts';

const doors = await openDoors();
const { context } = doors;

const caller = (token: string, scrutiny: Scrutiny = 'session') =>
  callerOf(context, `Bearer ${token}`, scrutiny);

async function outcomeOf(authorization: string | null, scrutiny: Scrutiny = 'session'): Promise<string> {
  try {
    await callerOf(context, authorization, scrutiny);
    return 'let in';
  } catch (error) {
    return isShopError(error) ? `${statusOf(error.code)} ${error.code}` : 'threw something else';
  }
}

type Change = {
  claims?: JWTPayload;
  header?: Record<string, unknown>;
  key?: CryptoKey | KeyObject | Uint8Array;
};

/** A token like ours, except for the given changes. */
async function forged(token: string, change: Change): Promise<string> {
  const header = { ...decodeProtectedHeader(token), ...change.header };
  const key = change.key ?? (await signingKeyOf(context)).key;
  return new SignJWT({ ...decodeJwt(token), ...change.claims }).setProtectedHeader(header as never).sign(key);
}

test('the token identifies the caller, whose seller is created on first use', async () => {
  const { access_token, user } = await doors.signUp();
  const first = await caller(access_token);
  expect(first).toMatchObject({ userId: user.id, email: user.email, aal: 'aal1' });
  expect(first.sessionId).toBe(decodeJwt(access_token).session_id);
  expect((await caller(access_token, 'session')).sellerId).toBe(first.sellerId);
});

test('concurrent first calls, also in two processes, create one seller', async () => {
  const { access_token } = await doors.signUp();
  const second = doors.contextOn(doors.another());
  const calls = [context, second, context, second].map((process) =>
    callerOf(process, `Bearer ${access_token}`, 'session'),
  );
  expect(new Set((await Promise.all(calls)).map(({ sellerId }) => sellerId)).size).toBe(1);
});

test('two users have two sellers', async () => {
  const [one, other] = [await doors.signUp(), await doors.signUp()];
  expect((await caller(one.access_token)).sellerId).not.toBe((await caller(other.access_token)).sellerId);
});

test('rejects requests without a bearer token', async () => {
  const { access_token } = await doors.signUp();
  for (const header of [
    null,
    '',
    'Bearer',
    'Bearer ',
    access_token,
    `Basic ${access_token}`,
    'Bearer a.b.c',
  ]) {
    expect(await outcomeOf(header)).toBe('401 unauthorized');
  }
  expect(await outcomeOf(`Bearer ${'x'.repeat(100_000)}`)).toBe('401 unauthorized');
});

test('a token expires after ten minutes plus 30 seconds of leeway', async () => {
  const { access_token } = await doors.signUp();
  doors.clock.now += 629_000;
  expect(await outcomeOf(`Bearer ${access_token}`)).toBe('let in');
  doors.clock.now += 2000;
  expect(await outcomeOf(`Bearer ${access_token}`)).toBe('401 unauthorized');
  expect(await refusalOf(await doors.user(access_token))).toBe('403 bad_jwt');
});

test('rejects a token with another audience, issuer, type, time or subject', async () => {
  const { access_token } = await doors.signUp();
  const now = Math.floor(doors.clock.now / 1000);
  expect(await outcomeOf(`Bearer ${await forged(access_token, {})}`)).toBe('let in');
  const changes: Change[] = [
    { claims: { aud: 'anon' } },
    { claims: { aud: undefined } },
    { claims: { iss: 'https://evil.example/auth/v1' } },
    { claims: { iss: APP_URL } },
    { claims: { exp: undefined } },
    { claims: { exp: now + 86_400, iat: now - 3600 } },
    { claims: { iat: now + 3600, exp: now + 4200 } },
    { claims: { nbf: now + 3600 } },
    { claims: { sub: 'admin' } },
    { claims: { session_id: undefined } },
    { claims: { aal: 'aal3' } },
    { header: { typ: 'JWT' } },
    { header: { kid: 'another' } },
  ];
  for (const change of changes) {
    const token = await forged(access_token, change);
    expect([change, await outcomeOf(`Bearer ${token}`)]).toEqual([change, '401 unauthorized']);
  }
});

test('rejects a token with another signature', async () => {
  const { access_token } = await doors.signUp();
  const stranger = await generateKeyPair('ES256');
  const [jwk = {}] = (await publicKeySet(context)).keys;
  const publicKey = (await importJWK(jwk, 'ES256', { extractable: true })) as CryptoKey;
  const publicText = new TextEncoder().encode(await exportSPKI(publicKey));
  const [, payload, signature] = access_token.split('.');
  const none = Buffer.from(JSON.stringify({ ...decodeProtectedHeader(access_token), alg: 'none' }));
  const tokens = [
    await forged(access_token, { key: stranger.privateKey }),
    await forged(access_token, { header: { alg: 'HS256' }, key: publicText }),
    await forged(access_token, {
      header: { alg: 'HS256' },
      key: new TextEncoder().encode(JSON.stringify(jwk)),
    }),
    `${none.toString('base64url')}.${payload}.`,
    `${none.toString('base64url')}.${payload}.${signature}`,
    `${access_token.slice(0, -6)}AAAAAA`,
  ];
  for (const token of tokens) {
    expect(await outcomeOf(`Bearer ${token}`)).toBe('401 unauthorized');
    expect(await refusalOf(await doors.user(token))).toBe('403 bad_jwt');
  }
});

test('ignores a key that the token itself carries', async () => {
  const { access_token } = await doors.signUp();
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const header = { jwk: await exportJWK(publicKey), jku: 'https://evil.example/jwks.json' };
  const token = await forged(access_token, { header, key: privateKey });
  expect(await outcomeOf(`Bearer ${token}`)).toBe('401 unauthorized');
});

test('rejects a revoked session even if its token has not expired', async () => {
  const { access_token } = await doors.signUp();
  await doors.send('POST', 'logout?scope=local', { headers: { authorization: `Bearer ${access_token}` } });
  expect(await outcomeOf(`Bearer ${access_token}`)).toBe('401 unauthorized');
});

test('a revoked session can neither read its user nor sign out', async () => {
  const one = await doors.signUp();
  const other = await doors.signIn(one.user.email);
  const headers = { authorization: `Bearer ${one.access_token}` };
  expect((await doors.send('POST', 'logout?scope=local', { headers })).status).toBe(204);
  expect(await refusalOf(await doors.user(one.access_token))).toBe('403 session_not_found');
  for (const scope of ['local', 'others', 'global']) {
    const answer = await doors.send('POST', `logout?scope=${scope}`, { headers });
    expect(await refusalOf(answer)).toBe('403 session_not_found');
  }
  const { access_token } = (await other.json()) as { access_token: string };
  expect((await doors.user(access_token)).status).toBe(200);
});

test('a database error is not reported as an invalid token', async () => {
  const broken = await openDoorsOnce();
  const { access_token } = await broken.signUp();
  await broken.close();
  const call = callerOf(broken.context, `Bearer ${access_token}`, 'session');
  await expect(call).rejects.not.toMatchObject({ code: 'unauthorized' });
});
