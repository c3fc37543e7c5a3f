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

import { getHttpStatus, isAppError } from '#domain/errors.ts';

import { APP_URL, createTestAuth, createTestAuthOnce, readError } from '../testing/test-auth.ts';
import { authenticate, type AuthLevel } from './authenticate.ts';
import { getPublicKeySet, getSigningKey } from './signing-keys.ts';

const auth = await createTestAuth();
const { context } = auth;

const authenticateToken = (token: string, level: AuthLevel = 'session') =>
  authenticate(context, `Bearer ${token}`, level);

async function getOutcome(authorization: string | null, level: AuthLevel = 'session'): Promise<string> {
  try {
    await authenticate(context, authorization, level);
    return 'let in';
  } catch (error) {
    return isAppError(error) ? `${getHttpStatus(error.code)} ${error.code}` : 'threw something else';
  }
}

type TokenChange = {
  claims?: JWTPayload;
  header?: Record<string, unknown>;
  key?: CryptoKey | KeyObject | Uint8Array;
};

/** A token like ours, except for the given changes. */
async function forgeToken(token: string, change: TokenChange): Promise<string> {
  const header = { ...decodeProtectedHeader(token), ...change.header };
  const key = change.key ?? (await getSigningKey(context)).key;
  return new SignJWT({ ...decodeJwt(token), ...change.claims }).setProtectedHeader(header as never).sign(key);
}

test('the token identifies the caller, whose seller is created on first use', async () => {
  const { access_token, user } = await auth.signUp();
  const first = await authenticateToken(access_token);
  expect(first).toMatchObject({ userId: user.id, email: user.email, aal: 'aal1' });
  expect(first.sessionId).toBe(decodeJwt(access_token).session_id);
  expect((await authenticateToken(access_token, 'session')).sellerId).toBe(first.sellerId);
});

test('concurrent first calls, also in two processes, create one seller', async () => {
  const { access_token } = await auth.signUp();
  const otherProcess = auth.createContext(auth.openSecondHandle());
  const callers = [context, otherProcess, context, otherProcess].map((process) =>
    authenticate(process, `Bearer ${access_token}`, 'session'),
  );
  expect(new Set((await Promise.all(callers)).map(({ sellerId }) => sellerId)).size).toBe(1);
});

test('two users have two sellers', async () => {
  const [first, second] = [await auth.signUp(), await auth.signUp()];
  expect((await authenticateToken(first.access_token)).sellerId).not.toBe(
    (await authenticateToken(second.access_token)).sellerId,
  );
});

test('rejects requests without a bearer token', async () => {
  const { access_token } = await auth.signUp();
  for (const header of [null, '', 'Bearer', 'Bearer ', access_token, `Basic ${access_token}`, 'Bearer a.b.c']) {
    expect(await getOutcome(header)).toBe('401 unauthorized');
  }
  expect(await getOutcome(`Bearer ${'x'.repeat(100_000)}`)).toBe('401 unauthorized');
});

test('a token expires after ten minutes plus 30 seconds of leeway', async () => {
  const { access_token } = await auth.signUp();
  auth.clock.now += 629_000;
  expect(await getOutcome(`Bearer ${access_token}`)).toBe('let in');
  auth.clock.now += 2000;
  expect(await getOutcome(`Bearer ${access_token}`)).toBe('401 unauthorized');
  expect(await readError(await auth.user(access_token))).toBe('403 bad_jwt');
});

test('rejects a token with another audience, issuer, type, time or subject', async () => {
  const { access_token } = await auth.signUp();
  const now = Math.floor(auth.clock.now / 1000);
  expect(await getOutcome(`Bearer ${await forgeToken(access_token, {})}`)).toBe('let in');
  const changes: TokenChange[] = [
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
    const token = await forgeToken(access_token, change);
    expect([change, await getOutcome(`Bearer ${token}`)]).toEqual([change, '401 unauthorized']);
  }
});

test('rejects a token with another signature', async () => {
  const { access_token } = await auth.signUp();
  const foreignKeys = await generateKeyPair('ES256');
  const [jwk = {}] = (await getPublicKeySet(context)).keys;
  const publicKey = (await importJWK(jwk, 'ES256', { extractable: true })) as CryptoKey;
  const publicPem = new TextEncoder().encode(await exportSPKI(publicKey));
  const [, payload, signature] = access_token.split('.');
  const unsigned = Buffer.from(JSON.stringify({ ...decodeProtectedHeader(access_token), alg: 'none' }));
  const tokens = [
    await forgeToken(access_token, { key: foreignKeys.privateKey }),
    await forgeToken(access_token, { header: { alg: 'HS256' }, key: publicPem }),
    await forgeToken(access_token, {
      header: { alg: 'HS256' },
      key: new TextEncoder().encode(JSON.stringify(jwk)),
    }),
    `${unsigned.toString('base64url')}.${payload}.`,
    `${unsigned.toString('base64url')}.${payload}.${signature}`,
    `${access_token.slice(0, -6)}AAAAAA`,
  ];
  for (const token of tokens) {
    expect(await getOutcome(`Bearer ${token}`)).toBe('401 unauthorized');
    expect(await readError(await auth.user(token))).toBe('403 bad_jwt');
  }
});

test('ignores a key that the token itself carries', async () => {
  const { access_token } = await auth.signUp();
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const header = { jwk: await exportJWK(publicKey), jku: 'https://evil.example/jwks.json' };
  const token = await forgeToken(access_token, { header, key: privateKey });
  expect(await getOutcome(`Bearer ${token}`)).toBe('401 unauthorized');
});

test('rejects a revoked session even if its token has not expired', async () => {
  const { access_token } = await auth.signUp();
  await auth.send('POST', 'logout?scope=local', { headers: { authorization: `Bearer ${access_token}` } });
  expect(await getOutcome(`Bearer ${access_token}`)).toBe('401 unauthorized');
});

test('a revoked session can neither read its user nor sign out', async () => {
  const first = await auth.signUp();
  const second = await auth.signIn(first.user.email);
  const headers = { authorization: `Bearer ${first.access_token}` };
  expect((await auth.send('POST', 'logout?scope=local', { headers })).status).toBe(204);
  expect(await readError(await auth.user(first.access_token))).toBe('403 session_not_found');
  for (const scope of ['local', 'others', 'global']) {
    const response = await auth.send('POST', `logout?scope=${scope}`, { headers });
    expect(await readError(response)).toBe('403 session_not_found');
  }
  const { access_token } = (await second.json()) as { access_token: string };
  expect((await auth.user(access_token)).status).toBe(200);
});

test('a database error is not reported as an invalid token', async () => {
  const brokenContext = await createTestAuthOnce();
  const { access_token } = await brokenContext.signUp();
  await brokenContext.close();
  const authenticating = authenticate(brokenContext.context, `Bearer ${access_token}`, 'session');
  await expect(authenticating).rejects.not.toMatchObject({ code: 'unauthorized' });
});
