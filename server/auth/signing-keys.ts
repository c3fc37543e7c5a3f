import { importJWK, type CryptoKey, type JWK } from 'jose';

import type { SigningKeyRow } from '#server/auth/queries/signing-keys.ts';
import type { SigningKeySet } from '#server/core/caches.ts';
import type { Context } from '#server/core/context.ts';
import { forLog } from '#server/db/database-errors.ts';

import { ALGORITHM, ensureCurrentKeys, decryptPrivateJwk, selectSigningKey } from './signing-key-rotation.ts';

/** Cache lifetime. A stolen key that another process replaced is refused here after this time. */
const CACHE_TTL_MS = 15_000;
/** Minimum interval between reloads that an unknown key id in a token triggers. */
const MIN_RELOAD_INTERVAL_MS = 5000;

/** Returns the signing key. It is created on first use, once for all processes. */
export const getSigningKey = async (context: Context) => (await getKeySet(context)).signing;

/** Finds one of our public keys by its key id. Keys that a token carries are never used. */
export async function findVerifyingKey(context: Context, kid: string): Promise<CryptoKey | null> {
  const cachedKey = (await getKeySet(context)).verifying.get(kid);
  return cachedKey ?? (await getKeySet(context, MIN_RELOAD_INTERVAL_MS)).verifying.get(kid) ?? null;
}

/** Response of `.well-known/jwks.json`. */
export const getPublicKeySet = async (context: Context): Promise<{ keys: JWK[] }> => ({
  keys: (await getKeySet(context)).published,
});

async function getKeySet(context: Context, maxAgeMs = CACHE_TTL_MS): Promise<SigningKeySet> {
  const { signingKeys } = context.caches;
  const cached = signingKeys.current;
  const keySet = await cached;
  if (keySet && context.realNow().getTime() - keySet.loadedAt < maxAgeMs) return keySet;
  // A concurrent call may have started to reload while this one waited.
  const inFlight = signingKeys.current;
  if (inFlight && inFlight !== cached) return inFlight;
  const loading = keySet ? reloadKeySet(context, keySet) : loadKeySet(context);
  signingKeys.current = loading;
  loading.catch(() => {
    signingKeys.current = null;
  });
  return loading;
}

/** Keeps the cached keys while the database is unavailable. */
async function reloadKeySet(context: Context, keySet: SigningKeySet): Promise<SigningKeySet> {
  try {
    return await loadKeySet(context);
  } catch (error) {
    context.log.warn({ err: forLog(error) }, 'signing_keys_reload_failed');
    return { ...keySet, loadedAt: context.realNow().getTime() };
  }
}

async function loadKeySet(context: Context): Promise<SigningKeySet> {
  const rows = await ensureCurrentKeys(context);
  const signing = selectSigningKey(context, rows);
  if (!signing) throw new Error('No signing key can be used');
  const verifying = rows.map(async (row) => [row.kid, await importKey(row.publicJwk)] as const);
  return {
    signing: { kid: signing.kid, key: await importKey(decryptPrivateJwk(context, signing)) },
    verifying: new Map(await Promise.all(verifying)),
    published: rows.map(toPublishedJwk),
    loadedAt: context.realNow().getTime(),
  };
}

const toPublishedJwk = ({ kid, publicJwk }: SigningKeyRow): JWK => ({
  ...publicJwk,
  kid,
  alg: ALGORITHM,
  use: 'sig',
  key_ops: ['verify'],
});

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, ALGORITHM);
  if (key instanceof Uint8Array) throw new Error('A signing key is not a key pair');
  return key;
}
