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

import { getPublicKeySet, getSigningKey } from '#server/auth/signing-keys.ts';
import { RPC_FUNCTIONS } from '#server/routes/rpc-functions.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

type Change = {
  claims?: JWTPayload;
  header?: Record<string, unknown>;
  key?: CryptoKey | KeyObject | Uint8Array;
};

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Forgeries that someone with one valid token and our public key may try. */
async function createForgeries({ context }: TestApp, token: string): Promise<Record<string, string>> {
  const validToken = { header: decodeProtectedHeader(token), claims: decodeJwt(token) };
  const { key: signingKey } = await getSigningKey(context);
  const signForged = ({ header, claims, key = signingKey }: Change) =>
    new SignJWT({ ...validToken.claims, ...claims })
      .setProtectedHeader({ ...validToken.header, ...header } as never)
      .sign(key);
  const foreignKeys = await generateKeyPair('ES256', { extractable: true });
  const foreignJwk = await exportJWK(foreignKeys.publicKey);
  const [jwk = {}] = (await getPublicKeySet(context)).keys;
  const publicKey = (await importJWK(jwk, 'ES256', { extractable: true })) as CryptoKey;
  const publicPem = new TextEncoder().encode(await exportSPKI(publicKey));
  const publicJson = new TextEncoder().encode(JSON.stringify(jwk));
  const [encodedHeader = '', payload = '', signature = ''] = token.split('.');
  const now = Math.floor(context.realNow().getTime() / 1000);
  const hs256 = { alg: 'HS256' };
  const elevatedPayload = base64({ ...validToken.claims, aal: 'aal2', second_step: false });
  return {
    'alg none, unsigned': `${base64({ ...validToken.header, alg: 'none' })}.${payload}.`,
    'alg None, signed by us': `${base64({ ...validToken.header, alg: 'None' })}.${payload}.${signature}`,
    'HS256 with our public key as PEM': await signForged({ header: hs256, key: publicPem }),
    'HS256 with our public key as JSON': await signForged({ header: hs256, key: publicJson }),
    'a stranger’s key under our name': await signForged({ key: foreignKeys.privateKey }),
    'a stranger’s key, brought along': await signForged({
      header: { jwk: foreignJwk },
      key: foreignKeys.privateKey,
    }),
    'a stranger’s key, to be fetched': await signForged({
      header: { kid: 'x', jku: 'https://evil.example/jwks.json' },
      key: foreignKeys.privateKey,
    }),
    'an unknown key': await signForged({ header: { kid: crypto.randomUUID() } }),
    'a key by a path': await signForged({ header: { kid: '../../dev/null' } }),
    'a key of prototypes': await signForged({ header: { kid: '__proto__' } }),
    'no key': await signForged({ header: { kid: undefined } }),
    'another type': await signForged({ header: { typ: 'JWT' } }),
    'another audience': await signForged({ claims: { aud: 'anon' } }),
    'no audience': await signForged({ claims: { aud: undefined } }),
    'another issuer': await signForged({ claims: { iss: 'https://evil.example/auth/v1' } }),
    'our name as issuer, another path': await signForged({ claims: { iss: context.config.appUrl } }),
    expired: await signForged({ claims: { iat: now - 4000, exp: now - 3400 } }),
    'without an end': await signForged({ claims: { exp: undefined } }),
    'of a day’s life': await signForged({ claims: { iat: now - 3600, exp: now + 86_400 } }),
    'not good yet': await signForged({ claims: { nbf: now + 3600 } }),
    'a claim changed': `${encodedHeader}.${elevatedPayload}.${signature}`,
    'no signature': `${encodedHeader}.${payload}.`,
    'a signature of noughts': `${encodedHeader}.${payload}.${Buffer.alloc(64).toString('base64url')}`,
    'a signature bent': `${encodedHeader}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
    'a token of 100 kB': `${encodedHeader}.${'A'.repeat(100_000)}.${signature}`,
    'three dots': '...',
    'a refresh token': 'x'.repeat(43),
  };
}

test('no function and no account route accepts a forged token', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const token = seller.session.access_token;
  const fetchStatus = async (bearer: string, method: string, path: string) => {
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
    return (await app.request(path, { method, headers, ...(method === 'POST' ? { body: '{}' } : {}) })).status;
  };
  const functions = RPC_FUNCTIONS.filter(({ access }) => access !== 'anyone');
  const representatives = (['reads', 'writes', 'step-up'] as const).map((access) =>
    functions.find((fn) => fn.access === access),
  );
  const accepted: string[] = [];
  for (const [label, forgedToken] of Object.entries(await createForgeries(app, token))) {
    const triedFunctions = /none|HS256|expired/.test(label) ? functions : representatives;
    for (const fn of triedFunctions)
      if ((await fetchStatus(forgedToken, 'POST', `/functions/v1/${fn?.name}`)) !== 401)
        accepted.push(`${label}: ${fn?.name}`);
    for (const route of ['GET user', 'POST logout', 'GET reauthenticate', 'POST factors']) {
      const [method = '', path = ''] = route.split(' ');
      const status = await fetchStatus(forgedToken, method, `/auth/v1/${path}`);
      if (status !== 403) accepted.push(`${label}: ${route} ${status}`);
    }
  }
  expect(accepted).toEqual([]);
  expect(functions.length).toBeGreaterThan(25);
  expect(await fetchStatus(token, 'GET', '/auth/v1/user')).toBe(200);
});

test('rejects the tokens of another installation, and those from before a change of APP_URL', async () => {
  const [app, otherApp] = [await createTestApp(), await createTestApp()];
  const movedApp = await createTestApp({ env: { APP_URL: 'https://shop.example' } });
  const seller = await app.signUpSeller();
  const headers = { authorization: `Bearer ${seller.session.access_token}` };
  for (const foreignApp of [otherApp, movedApp])
    expect((await foreignApp.request('/auth/v1/user', { headers })).status).toBe(403);
});
