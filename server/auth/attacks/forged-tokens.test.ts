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

import { publicKeySet, signingKeyOf } from '#server/auth/signing-keys.ts';
import { ALL_FUNCTIONS } from '#server/functions/all-functions.ts';
import { openShop, type TestShop } from '#server/testing.ts';

type Change = {
  claims?: JWTPayload;
  header?: Record<string, unknown>;
  key?: CryptoKey | KeyObject | Uint8Array;
};

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Forgeries that someone with one valid token and our public key may try. */
async function forgeries({ context }: TestShop, token: string): Promise<Record<string, string>> {
  const good = { header: decodeProtectedHeader(token), claims: decodeJwt(token) };
  const { key: ours } = await signingKeyOf(context);
  const forged = ({ header, claims, key = ours }: Change) =>
    new SignJWT({ ...good.claims, ...claims })
      .setProtectedHeader({ ...good.header, ...header } as never)
      .sign(key);
  const stranger = await generateKeyPair('ES256', { extractable: true });
  const strangersJwk = await exportJWK(stranger.publicKey);
  const [jwk = {}] = (await publicKeySet(context)).keys;
  const publicKey = (await importJWK(jwk, 'ES256', { extractable: true })) as CryptoKey;
  const publicText = new TextEncoder().encode(await exportSPKI(publicKey));
  const publicJson = new TextEncoder().encode(JSON.stringify(jwk));
  const [head = '', payload = '', signature = ''] = token.split('.');
  const now = Math.floor(context.realNow().getTime() / 1000);
  const hs256 = { alg: 'HS256' };
  const raised = base64({ ...good.claims, aal: 'aal2', second_step: false });
  return {
    'alg none, unsigned': `${base64({ ...good.header, alg: 'none' })}.${payload}.`,
    'alg None, signed by us': `${base64({ ...good.header, alg: 'None' })}.${payload}.${signature}`,
    'HS256 with our public key as PEM': await forged({ header: hs256, key: publicText }),
    'HS256 with our public key as JSON': await forged({ header: hs256, key: publicJson }),
    'a stranger’s key under our name': await forged({ key: stranger.privateKey }),
    'a stranger’s key, brought along': await forged({
      header: { jwk: strangersJwk },
      key: stranger.privateKey,
    }),
    'a stranger’s key, to be fetched': await forged({
      header: { kid: 'x', jku: 'https://evil.example/jwks.json' },
      key: stranger.privateKey,
    }),
    'an unknown key': await forged({ header: { kid: crypto.randomUUID() } }),
    'a key by a path': await forged({ header: { kid: '../../dev/null' } }),
    'a key of prototypes': await forged({ header: { kid: '__proto__' } }),
    'no key': await forged({ header: { kid: undefined } }),
    'another type': await forged({ header: { typ: 'JWT' } }),
    'another audience': await forged({ claims: { aud: 'anon' } }),
    'no audience': await forged({ claims: { aud: undefined } }),
    'another issuer': await forged({ claims: { iss: 'https://evil.example/auth/v1' } }),
    'our name as issuer, another path': await forged({ claims: { iss: context.config.appUrl } }),
    expired: await forged({ claims: { iat: now - 4000, exp: now - 3400 } }),
    'without an end': await forged({ claims: { exp: undefined } }),
    'of a day’s life': await forged({ claims: { iat: now - 3600, exp: now + 86_400 } }),
    'not good yet': await forged({ claims: { nbf: now + 3600 } }),
    'a claim changed': `${head}.${raised}.${signature}`,
    'no signature': `${head}.${payload}.`,
    'a signature of noughts': `${head}.${payload}.${Buffer.alloc(64).toString('base64url')}`,
    'a signature bent': `${head}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
    'a token of 100 kB': `${head}.${'A'.repeat(100_000)}.${signature}`,
    'three dots': '...',
    'a refresh token': 'x'.repeat(43),
  };
}

test('no function and no account route accepts a forged token', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const token = seller.session.access_token;
  const ask = async (bearer: string, method: string, path: string) => {
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
    return (await shop.request(path, { method, headers, ...(method === 'POST' ? { body: '{}' } : {}) }))
      .status;
  };
  const functions = ALL_FUNCTIONS.filter(({ access }) => access !== 'anyone');
  const oneOfEach = (['reads', 'writes', 'confirmed'] as const).map((access) =>
    functions.find((one) => one.access === access),
  );
  const letIn: string[] = [];
  for (const [what, forged] of Object.entries(await forgeries(shop, token))) {
    const tried = /none|HS256|expired/.test(what) ? functions : oneOfEach;
    for (const one of tried)
      if ((await ask(forged, 'POST', `/functions/v1/${one?.name}`)) !== 401)
        letIn.push(`${what}: ${one?.name}`);
    for (const door of ['GET user', 'POST logout', 'GET reauthenticate', 'POST factors']) {
      const [method = '', path = ''] = door.split(' ');
      const status = await ask(forged, method, `/auth/v1/${path}`);
      if (status !== 403) letIn.push(`${what}: ${door} ${status}`);
    }
  }
  expect(letIn).toEqual([]);
  expect(functions.length).toBeGreaterThan(25);
  expect(await ask(token, 'GET', '/auth/v1/user')).toBe(200);
});

test('rejects the tokens of another installation, and those from before a change of APP_URL', async () => {
  const [shop, other] = [await openShop(), await openShop()];
  const moved = await openShop({ env: { APP_URL: 'https://shop.example' } });
  const seller = await shop.seller();
  const headers = { authorization: `Bearer ${seller.session.access_token}` };
  for (const elsewhere of [other, moved])
    expect((await elsewhere.request('/auth/v1/user', { headers })).status).toBe(403);
});
