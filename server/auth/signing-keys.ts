import { randomUUID } from 'node:crypto';

import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose';

import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { insertSigningKeyUnless, listSigningKeys, type SigningKeyRow } from '#server/db/signing-keys.ts';

export const ALGORITHM = 'ES256';

/** A retired key still verifies for a day, longer than any token that it signed. */
const PUBLISHED_AFTER_RETIREMENT_MS = 24 * 3600 * 1000;
/** A token with an unknown key makes us look for new keys no more often than this. */
const RELOAD_AFTER_MS = 5000;

type KeyRing = {
  signing: { kid: string; key: CryptoKey };
  verifying: ReadonlyMap<string, CryptoKey>;
  loadedAt: number;
};

const rings = new WeakMap<Db, Promise<KeyRing>>();

/** The key that signs now; made at first use, once for all processes. */
export const signingKeyOf = async (context: Context) => (await ringOf(context)).signing;

/** Our own public key of this name, or null. Never a key that a token brings along. */
export async function findVerifyingKey(context: Context, kid: string): Promise<CryptoKey | null> {
  const ring = await ringOf(context);
  const known = ring.verifying.get(kid);
  if (known || context.realNow().getTime() - ring.loadedAt < RELOAD_AFTER_MS) return known ?? null;
  rings.delete(context.db);
  return (await ringOf(context)).verifying.get(kid) ?? null;
}

/** What `.well-known/jwks.json` answers. */
export async function publicKeySet(context: Context): Promise<{ keys: JWK[] }> {
  await ringOf(context);
  const rows = await listSigningKeys(context.db, publishedSince(context));
  return {
    keys: rows.map((row) => ({
      ...row.publicJwk,
      kid: row.kid,
      alg: ALGORITHM,
      use: 'sig',
      key_ops: ['verify'],
    })),
  };
}

function ringOf(context: Context): Promise<KeyRing> {
  const cached = rings.get(context.db);
  if (cached) return cached;
  const loading = loadRing(context);
  rings.set(context.db, loading);
  loading.catch(() => rings.delete(context.db));
  return loading;
}

async function loadRing(context: Context): Promise<KeyRing> {
  const kept = await listSigningKeys(context.db, publishedSince(context));
  if (!kept.some((row) => isUsable(context, row))) {
    await insertSigningKeyUnless(context.db, await newKey(context), (row) => isUsable(context, row));
  }
  const rows = await listSigningKeys(context.db, publishedSince(context));
  const signing = rows.find((row) => isUsable(context, row));
  if (!signing) throw new Error('No signing key can be used');
  const verifying = await Promise.all(
    rows.map(async (row) => [row.kid, await imported(row.publicJwk)] as const),
  );
  return {
    signing: { kid: signing.kid, key: await imported(privateJwkOf(context, signing)) },
    verifying: new Map(verifying),
    loadedAt: context.realNow().getTime(),
  };
}

const publishedSince = (context: Context) =>
  new Date(context.realNow().getTime() - PUBLISHED_AFTER_RETIREMENT_MS);

const privateJwkOf = (context: Context, row: SigningKeyRow): JWK =>
  JSON.parse(context.secrets.unseal(row.sealedPrivateJwk)) as JWK;

/** False as well for a key that was sealed before AUTH_SECRET changed: a new one is made then. */
function isUsable(context: Context, row: SigningKeyRow): boolean {
  if (row.retiredAt) return false;
  try {
    return Boolean(privateJwkOf(context, row));
  } catch {
    context.log.warn({ kid: row.kid }, 'signing key was sealed with another AUTH_SECRET');
    return false;
  }
}

async function imported(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, ALGORITHM);
  if (key instanceof Uint8Array) throw new Error('A signing key is not a key pair');
  return key;
}

async function newKey(context: Context): Promise<SigningKeyRow> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const [publicJwk, privateJwk] = await Promise.all([exportJWK(pair.publicKey), exportJWK(pair.privateKey)]);
  return {
    kid: randomUUID(),
    publicJwk,
    sealedPrivateJwk: context.secrets.seal(JSON.stringify(privateJwk)),
    createdAt: context.realNow(),
    signsFrom: context.realNow(),
    retiredAt: null,
  };
}
