import { randomUUID } from 'node:crypto';

import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose';

import { DAY_MS, MINUTE_MS } from '#domain/time-units.ts';
import { recordAudit } from '#server/audit/record-audit.ts';
import {
  insertSigningKeyIfNeeded,
  listSigningKeys,
  replaceSigningKeys,
  retireSigningKeys,
  type SigningKeyRow,
} from '#server/auth/queries/signing-keys.ts';
import type { SigningKeySet } from '#server/core/caches.ts';
import type { Context } from '#server/core/context.ts';
import { SEALED_CELLS } from '#server/core/secrets.ts';
import { forLog } from '#server/db/database-errors.ts';

export const ALGORITHM = 'ES256';

export type KeyContext = Pick<Context, 'db' | 'secrets' | 'realNow' | 'log'>;

const SIGNING_PERIOD_MS = 90 * DAY_MS;
/** Key sets are cached for ten minutes by proxies and ten by browsers; processes reload them every 15 seconds. */
const PUBLISH_AHEAD_MS = 30 * MINUTE_MS;
/** A retired key verifies tokens for one more day, longer than any token that it signed. */
const RETIRED_KEY_TTL_MS = DAY_MS;

const getRetirementCutoff = (now: Date) => new Date(now.getTime() - RETIRED_KEY_TTL_MS);

/** Creates and retires keys that are due. Returns the keys to verify with, including upcoming ones. */
async function ensureCurrentKeys(context: KeyContext): Promise<SigningKeyRow[]> {
  const { db } = context;
  const now = context.realNow();
  const rows = await listSigningKeys(db, getRetirementCutoff(now));
  const isCurrent = (row: SigningKeyRow) => isUsable(context, row) && !isOld(row, now);
  const isDue = !rows.some(isCurrent);
  if (isDue) await insertNextKey(context, rows, isCurrent);
  const supersededKids = findSupersededKids(context, rows);
  if (supersededKids.length > 0) await retireSigningKeys(db, supersededKids, now);
  return isDue || supersededKids.length > 0 ? listSigningKeys(db, getRetirementCutoff(now)) : rows;
}

/** Selects the signing key: the newest one in effect, or the first upcoming one if clocks differ. */
function selectSigningKey(context: KeyContext, rows: readonly SigningKeyRow[]): SigningKeyRow | null {
  const now = context.realNow();
  const usable = rows.filter((row) => isUsable(context, row));
  return usable.findLast(({ signsFrom }) => signsFrom <= now) ?? usable[0] ?? null;
}

/** Publishes the next key ahead of its use. Returns false when one is already published. */
export async function rotateKeys(context: KeyContext): Promise<boolean> {
  const now = context.realNow();
  const next = await generateKey(context, new Date(now.getTime() + PUBLISH_AHEAD_MS));
  const isUpcoming = (row: SigningKeyRow) => isUsable(context, row) && row.signsFrom > now;
  const isInserted = await insertSigningKeyIfNeeded(context.db, next, isUpcoming);
  if (isInserted) await recordRotation(context, 'operator', next);
  return isInserted;
}

/** Replaces a stolen key: a new key signs at once, and all tokens of the old keys are refused. */
export async function replaceKeys(context: KeyContext): Promise<void> {
  const next = await generateKey(context, context.realNow());
  await replaceSigningKeys(context.db, next);
  await recordRotation(context, 'operator', next, { stolen: true });
}

const recordRotation = (
  context: KeyContext,
  actor: 'operator' | 'system',
  { kid }: SigningKeyRow,
  facts = {},
): Promise<void> => recordAudit(context, context.db, { actor, action: 'signing_keys_rotated', subject: kid, facts });

const decryptPrivateJwk = ({ secrets }: KeyContext, row: SigningKeyRow): JWK =>
  JSON.parse(secrets.unseal(row.sealedPrivateJwk, SEALED_CELLS.signingKey(row.kid))) as JWK;

const isOld = ({ signsFrom }: SigningKeyRow, now: Date): boolean =>
  now.getTime() - signsFrom.getTime() >= SIGNING_PERIOD_MS;

async function insertNextKey(
  context: KeyContext,
  rows: readonly SigningKeyRow[],
  isCurrent: (row: SigningKeyRow) => boolean,
): Promise<void> {
  const now = context.realNow();
  const isFirst = !rows.some((row) => isUsable(context, row));
  if (isFirst && rows.length > 0) context.log.warn('signing_keys_undecryptable');
  const signsFrom = isFirst ? now : new Date(now.getTime() + PUBLISH_AHEAD_MS);
  const next = await generateKey(context, signsFrom);
  if (await insertSigningKeyIfNeeded(context.db, next, isCurrent)) await recordRotation(context, 'system', next);
}

/** Lists keys that a newer usable key replaces, and old keys that were encrypted with another AUTH_SECRET. */
function findSupersededKids(context: KeyContext, rows: readonly SigningKeyRow[]): string[] {
  const now = context.realNow();
  const signing = selectSigningKey(context, rows);
  if (!signing) return [];
  return rows
    .filter((row) => !row.retiredAt && row.signsFrom < signing.signsFrom)
    .filter((row) => isOld(row, now) || isUsable(context, row))
    .map(({ kid }) => kid);
}

/** Returns false for a key that was encrypted before AUTH_SECRET changed; a new one is then created. */
function isUsable(context: KeyContext, row: SigningKeyRow): boolean {
  if (row.retiredAt) return false;
  try {
    return Boolean(decryptPrivateJwk(context, row));
  } catch {
    return false;
  }
}

async function generateKey(context: KeyContext, signsFrom: Date): Promise<SigningKeyRow> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const [publicJwk, privateJwk] = await Promise.all([exportJWK(pair.publicKey), exportJWK(pair.privateKey)]);
  const kid = randomUUID();
  return {
    kid,
    publicJwk,
    sealedPrivateJwk: context.secrets.seal(JSON.stringify(privateJwk), SEALED_CELLS.signingKey(kid)),
    createdAt: context.realNow(),
    signsFrom,
    retiredAt: null,
  };
}

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
