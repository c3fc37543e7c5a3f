import { randomUUID } from 'node:crypto';

import { exportJWK, generateKeyPair, type JWK } from 'jose';

import { audit } from '#server/audit/audit.ts';
import type { Context } from '#server/context.ts';
import {
  insertSigningKeyUnless,
  listSigningKeys,
  replaceSigningKeys,
  updateSigningKeysRetired,
  type SigningKeyRow,
} from '#server/db/signing-keys.ts';
import { DAY_MS, MINUTE_MS } from '#server/http/rate-limits.ts';
import { SEALED_CELLS } from '#server/sealed-cell.ts';

export const ALGORITHM = 'ES256';

/** Dependencies of the key functions. */
export type KeyContext = Pick<Context, 'db' | 'secrets' | 'realNow' | 'log'>;

const SIGNS_FOR_MS = 90 * DAY_MS;
/** Key sets are cached for ten minutes by proxies and ten by browsers; processes reload them every 15 seconds. */
const PUBLISHED_BEFORE_MS = 30 * MINUTE_MS;
/** A retired key verifies tokens for one more day, longer than any token that it signed. */
const PUBLISHED_AFTER_RETIREMENT_MS = DAY_MS;

const notLongRetired = (now: Date) => new Date(now.getTime() - PUBLISHED_AFTER_RETIREMENT_MS);

/** Creates and retires keys that are due. Returns the keys to verify with, including upcoming ones. */
export async function currentKeys(context: KeyContext): Promise<SigningKeyRow[]> {
  const { db } = context;
  const now = context.realNow();
  const rows = await listSigningKeys(db, notLongRetired(now));
  const willDo = (row: SigningKeyRow) => isUsable(context, row) && !isOld(row, now);
  const isDue = !rows.some(willDo);
  if (isDue) await insertNext(context, rows, willDo);
  const over = supersededOf(context, rows);
  if (over.length > 0) await updateSigningKeysRetired(db, over, now);
  return isDue || over.length > 0 ? listSigningKeys(db, notLongRetired(now)) : rows;
}

/** Selects the signing key: the newest one in effect, or the first upcoming one if clocks differ. */
export function signingRowOf(context: KeyContext, rows: readonly SigningKeyRow[]): SigningKeyRow | null {
  const now = context.realNow();
  const usable = rows.filter((row) => isUsable(context, row));
  return usable.findLast(({ signsFrom }) => signsFrom <= now) ?? usable[0] ?? null;
}

/** Publishes the next key ahead of its use. Returns false when one is already published. */
export async function rotateKeys(context: KeyContext): Promise<boolean> {
  const now = context.realNow();
  const next = await newKey(context, new Date(now.getTime() + PUBLISHED_BEFORE_MS));
  const isToCome = (row: SigningKeyRow) => isUsable(context, row) && row.signsFrom > now;
  const made = await insertSigningKeyUnless(context.db, next, isToCome);
  if (made) await note(context, 'operator', next);
  return made;
}

/** Replaces a stolen key: a new key signs at once, and all tokens of the old keys are refused. */
export async function replaceKeys(context: KeyContext): Promise<void> {
  const next = await newKey(context, context.realNow());
  await replaceSigningKeys(context.db, next);
  await note(context, 'operator', next, { stolen: true });
}

const note = (
  context: KeyContext,
  actor: 'operator' | 'shop',
  { kid }: SigningKeyRow,
  facts = {},
): Promise<void> => audit(context, context.db, { actor, act: 'signing_keys_rotated', subject: kid, facts });

export const privateJwkOf = ({ secrets }: KeyContext, row: SigningKeyRow): JWK =>
  JSON.parse(secrets.unseal(row.sealedPrivateJwk, SEALED_CELLS.signingKey(row.kid))) as JWK;

const isOld = ({ signsFrom }: SigningKeyRow, now: Date): boolean =>
  now.getTime() - signsFrom.getTime() >= SIGNS_FOR_MS;

async function insertNext(
  context: KeyContext,
  rows: readonly SigningKeyRow[],
  willDo: (row: SigningKeyRow) => boolean,
): Promise<void> {
  const now = context.realNow();
  const isFirst = !rows.some((row) => isUsable(context, row));
  if (isFirst && rows.length > 0)
    context.log.warn('signing keys are of another AUTH_SECRET: a new one is made');
  const signsFrom = isFirst ? now : new Date(now.getTime() + PUBLISHED_BEFORE_MS);
  const next = await newKey(context, signsFrom);
  if (await insertSigningKeyUnless(context.db, next, willDo)) await note(context, 'shop', next);
}

/** Lists keys that a newer usable key replaces, and old keys that were encrypted with another AUTH_SECRET. */
function supersededOf(context: KeyContext, rows: readonly SigningKeyRow[]): string[] {
  const now = context.realNow();
  const signing = signingRowOf(context, rows);
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
    return Boolean(privateJwkOf(context, row));
  } catch {
    return false;
  }
}

async function newKey(context: KeyContext, signsFrom: Date): Promise<SigningKeyRow> {
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
