import { createHmac, randomBytes } from 'node:crypto';

import { normalizeBuyerEmail } from '#domain/mask-email.ts';
import {
  insertTrialHashKey,
  insertUsedTrials,
  listTrialHashKeys,
  listTrialSellers,
} from '#server/billing/queries/used-trials.ts';
import type { Context } from '#server/core/context.ts';
import { SEALED_CELLS } from '#server/core/secrets.ts';
import { findCurrentAccount } from '#server/stripe/queries.ts';

// Decision 087: a trial is given once per person; explains how the hashes are keyed.

type Seller = { sellerId: string; email: string };

/**
 * Records the trial of a seller under their email address and Stripe account. Returns false if another seller had a trial
 * under one of them. Repeated calls of one seller return the same result in every process.
 */
export async function claimTrial(context: Context, seller: Seller): Promise<boolean> {
  const hashes = await computeHashes(context, seller, await getOrCreateKeys(context));
  await insertUsedTrials(context.db, context.mode, seller.sellerId, hashes, context.now());
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
  const sellers = await listTrialSellers(db, mode, hashes);
  return sellers.some((other) => other !== sellerId);
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
  const rows = await listTrialHashKeys(db);
  return rows.flatMap(({ id, sealedKey }) => {
    try {
      return [Buffer.from(secrets.unseal(sealedKey, SEALED_CELLS.trialHashKey(id)), 'base64url')];
    } catch {
      return [];
    }
  });
}

/** Returns the readable keys; creates one if there are none. */
async function getOrCreateKeys(context: Context): Promise<Buffer[]> {
  const { db, secrets, log } = context;
  const keys = await listReadableKeys(context);
  if (keys.length > 0) return keys;
  const existingCount = (await listTrialHashKeys(db)).length;
  if (existingCount > 0) log.error({ keys: existingCount }, 'trial_hash_keys_unreadable');
  const id = String(existingCount + 1);
  await insertTrialHashKey(db, {
    id,
    sealedKey: secrets.seal(randomBytes(32).toString('base64url'), SEALED_CELLS.trialHashKey(id)),
    createdAt: context.realNow(),
  });
  return listReadableKeys(context);
}
