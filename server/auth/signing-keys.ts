import { importJWK, type CryptoKey, type JWK } from 'jose';

import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { forLog } from '#server/db/failed-query.ts';
import type { SigningKeyRow } from '#server/db/signing-keys.ts';

import { ALGORITHM, currentKeys, privateJwkOf, signingRowOf } from './rotate-keys.ts';

/** Cache lifetime. A stolen key that another process replaced is refused here after this time. */
const KNOWN_FOR_MS = 15_000;
/** Minimum interval between reloads that an unknown key id in a token triggers. */
const RELOAD_AFTER_MS = 5000;

type KeyRing = {
  signing: { kid: string; key: CryptoKey };
  verifying: ReadonlyMap<string, CryptoKey>;
  published: JWK[];
  loadedAt: number;
};

const rings = new WeakMap<Db, Promise<KeyRing>>();

/** Returns the signing key. It is created on first use, once for all processes. */
export const signingKeyOf = async (context: Context) => (await ringOf(context)).signing;

/** Finds one of our public keys by its key id. Keys that a token carries are never used. */
export async function findVerifyingKey(context: Context, kid: string): Promise<CryptoKey | null> {
  const known = (await ringOf(context)).verifying.get(kid);
  return known ?? (await ringOf(context, RELOAD_AFTER_MS)).verifying.get(kid) ?? null;
}

/** Response of `.well-known/jwks.json`. */
export const publicKeySet = async (context: Context): Promise<{ keys: JWK[] }> => ({
  keys: (await ringOf(context)).published,
});

async function ringOf(context: Context, knownForMs = KNOWN_FOR_MS): Promise<KeyRing> {
  const held = rings.get(context.db);
  const ring = await held;
  if (ring && context.realNow().getTime() - ring.loadedAt < knownForMs) return ring;
  // A concurrent call may have started to reload while this one waited.
  const underWay = rings.get(context.db);
  if (underWay && underWay !== held) return underWay;
  const loading = ring ? loadedAgain(context, ring) : loadRing(context);
  rings.set(context.db, loading);
  loading.catch(() => rings.delete(context.db));
  return loading;
}

/** Keeps the cached keys while the database is unavailable. */
async function loadedAgain(context: Context, ring: KeyRing): Promise<KeyRing> {
  try {
    return await loadRing(context);
  } catch (error) {
    context.log.warn({ err: forLog(error) }, 'signing keys could not be read again');
    return { ...ring, loadedAt: context.realNow().getTime() };
  }
}

async function loadRing(context: Context): Promise<KeyRing> {
  const rows = await currentKeys(context);
  const signing = signingRowOf(context, rows);
  if (!signing) throw new Error('No signing key can be used');
  const verifying = rows.map(async (row) => [row.kid, await imported(row.publicJwk)] as const);
  return {
    signing: { kid: signing.kid, key: await imported(privateJwkOf(context, signing)) },
    verifying: new Map(await Promise.all(verifying)),
    published: rows.map(publishedJwk),
    loadedAt: context.realNow().getTime(),
  };
}

const publishedJwk = ({ kid, publicJwk }: SigningKeyRow): JWK => ({
  ...publicJwk,
  kid,
  alg: ALGORITHM,
  use: 'sig',
  key_ops: ['verify'],
});

async function imported(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, ALGORITHM);
  if (key instanceof Uint8Array) throw new Error('A signing key is not a key pair');
  return key;
}
