import { createHmac, randomBytes } from 'node:crypto';

import { and, asc, eq, inArray, ne } from 'drizzle-orm';

import { normalizeBuyerEmail } from '#domain/mask-email.ts';
import type { Context } from '#server/core/context.ts';
import { SEALED_CELLS } from '#server/core/secrets.ts';
import { trialHashKeys, usedTrials } from '#server/db/schema-plans.ts';
import { findCurrentAccount } from '#server/stripe/queries.ts';

// Decision 087: a trial is given once per person; explains how the hashes are keyed.

type Seller = { sellerId: string; email: string };

/**
 * Records the trial of a seller under their email address and Stripe account. Returns false if another seller had a trial
 * under one of them. Repeated calls of one seller return the same result in every process.
 */
export async function claimTrial(context: Context, seller: Seller): Promise<boolean> {
  const hashes = await computeHashes(context, seller, await getOrCreateKeys(context));
  const { db, mode, now } = context;
  const { sellerId } = seller;
  // The first seller of a hash stays.
  await db
    .insert(usedTrials)
    .values(hashes.map((keyHash) => ({ mode, keyHash, sellerId, createdAt: now() })))
    .onConflictDoNothing();
  return !(await isUsedByAnother(context, seller, hashes));
}

/** Returns true if another seller had a trial under this email address or Stripe account. Records nothing. */
export async function isTrialUsed(context: Context, seller: Seller): Promise<boolean> {
  const hashes = await computeHashes(context, seller, await listReadableKeys(context));
  return hashes.length > 0 && isUsedByAnother(context, seller, hashes);
}

async function isUsedByAnother(
  { db, mode }: Context,
  { sellerId }: Seller,
  hashes: readonly string[],
): Promise<boolean> {
  const otherTrial = and(
    eq(usedTrials.mode, mode),
    inArray(usedTrials.keyHash, hashes),
    ne(usedTrials.sellerId, sellerId),
  );
  return (await db.$count(usedTrials, otherTrial)) > 0;
}

async function computeHashes(
  { db, mode }: Context,
  { sellerId, email }: Seller,
  keys: readonly Buffer[],
): Promise<string[]> {
  const account = await findCurrentAccount(db, sellerId, mode);
  const texts = [`email ${normalizeBuyerEmail(email)}`];
  if (account?.accountId) texts.push(`account ${account.accountId}`);
  return keys.flatMap((key) => texts.map((text) => createHmac('sha256', key).update(text).digest('base64url')));
}

async function listReadableKeys({ db, secrets }: Context): Promise<Buffer[]> {
  const rows = await db.select().from(trialHashKeys).orderBy(asc(trialHashKeys.createdAt));
  return rows.flatMap(({ id, sealedKey }) => {
    try {
      return [Buffer.from(secrets.unseal(sealedKey, SEALED_CELLS.trialHashKey(id)), 'base64url')];
    } catch {
      return [];
    }
  });
}

async function getOrCreateKeys(context: Context): Promise<Buffer[]> {
  const { db, secrets, log } = context;
  const keys = await listReadableKeys(context);
  if (keys.length > 0) return keys;
  const existingCount = await db.$count(trialHashKeys);
  if (existingCount > 0) log.error({ keys: existingCount }, 'trial_hash_keys_unreadable');
  const id = String(existingCount + 1);
  const sealedKey = secrets.seal(randomBytes(32).toString('base64url'), SEALED_CELLS.trialHashKey(id));
  // Another process may store its key under this id first: then that key counts.
  await db.insert(trialHashKeys).values({ id, sealedKey, createdAt: context.realNow() }).onConflictDoNothing();
  return listReadableKeys(context);
}
