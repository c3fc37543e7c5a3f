import { importJWK, type CryptoKey, type JWK } from 'jose';

import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { forLog } from '#server/db/failed-query.ts';
import type { SigningKeyRow } from '#server/db/signing-keys.ts';

import { ALGORITHM, currentKeys, privateJwkOf, signingRowOf } from './rotate-keys.ts';

/** How long a process goes by what it knows: a stolen key that was replaced elsewhere is refused here after this. */
const KNOWN_FOR_MS = 15_000;
/** A token with an unknown key makes us look for new keys no more often than this. */
const RELOAD_AFTER_MS = 5000;

type KeyRing = {
  signing: { kid: string; key: CryptoKey };
  verifying: ReadonlyMap<string, CryptoKey>;
  published: JWK[];
  loadedAt: number;
};

const rings = new WeakMap<Db, Promise<KeyRing>>();

/** The key that signs now; made at first use, once for all processes. */
export const signingKeyOf = async (context: Context) => (await ringOf(context)).signing;

/** Our own public key of this name, or null. Never a key that a token brings along. */
export async function findVerifyingKey(context: Context, kid: string): Promise<CryptoKey | null> {
  const known = (await ringOf(context)).verifying.get(kid);
  return known ?? (await ringOf(context, RELOAD_AFTER_MS)).verifying.get(kid) ?? null;
}

/** What `.well-known/jwks.json` answers. */
export const publicKeySet = async (context: Context): Promise<{ keys: JWK[] }> => ({
  keys: (await ringOf(context)).published,
});

async function ringOf(context: Context, knownForMs = KNOWN_FOR_MS): Promise<KeyRing> {
  const held = rings.get(context.db);
  const ring = await held;
  if (ring && context.realNow().getTime() - ring.loadedAt < knownForMs) return ring;
  // Somebody else may have begun to look while this one waited.
  const underWay = rings.get(context.db);
  if (underWay && underWay !== held) return underWay;
  const loading = ring ? loadedAgain(context, ring) : loadRing(context);
  rings.set(context.db, loading);
  loading.catch(() => rings.delete(context.db));
  return loading;
}

/** While the database is away, what is known goes on being good. */
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
