import { randomBytes } from 'node:crypto';

import { ShopError } from '#domain/errors.ts';
import { MAX_DOMAINS } from '#domain/seller-domain.ts';

import { actedBy, type Acting } from '#server/audit/acted-by.ts';
import { audit } from '#server/audit/audit.ts';
import type { Context } from '#server/context.ts';
import { isUniqueViolation, type Db } from '#server/db/client.ts';
import {
  findStanding,
  hasDomain,
  insertDomain,
  lockDomainsOf,
  updateDomain,
  updatePageElsewhere,
  type DomainRow,
} from '#server/db/domains.ts';
import { findPageForUpdate } from '#server/db/pages.ts';

import { isOwnMachineName } from './host-of.ts';
import { FIRST_LOOK_MS, nextLookAtProven } from './next-look.ts';

/** Text of the TXT record, unique for each claim and known to its seller only. */
const newProof = (): string => `tillwright-verify=${randomBytes(20).toString('hex')}`;

type Claim = { sellerId: string; host: string; pageId: string | undefined; by: Acting };

/** The page to assign; null if it already belongs to a verified domain, from which only its seller can move it. */
async function pageFor(tx: Db, { sellerId, pageId }: Claim): Promise<string | null> {
  if (pageId === undefined) return null;
  if (!(await findPageForUpdate(tx, sellerId, pageId))) throw new ShopError('not_found');
  await updatePageElsewhere(tx, sellerId, pageId, { unproven: true });
  return (await hasDomain(tx, pageId)) ? null : pageId;
}

/** Repeats a claim of the same seller: an unverified claim is checked again as if it were new. */
async function claimAgain(context: Context, tx: Db, own: DomainRow, claim: Claim): Promise<DomainRow> {
  const now = context.realNow();
  const pageId = own.pageId ?? (await pageFor(tx, claim));
  const anew =
    own.provenAt === null
      ? { createdAt: now, offAt: null, failures: 0, nextCheckAt: new Date(now.getTime() + FIRST_LOOK_MS) }
      : {};
  return (await updateDomain(tx, claim.sellerId, own.id, { pageId, ...anew })) ?? own;
}

async function claim(context: Context, tx: Db, asked: Claim): Promise<DomainRow> {
  await lockDomainsOf(tx, asked.sellerId);
  const { own, isTaken, count } = await findStanding(tx, asked.sellerId, asked.host);
  if (isTaken) throw new ShopError('domain_taken');
  if (own) return claimAgain(context, tx, own, asked);
  if (count >= MAX_DOMAINS) throw new ShopError('domain_limit');
  const now = context.realNow();
  const isProven = isOwnMachineName(context.config, asked.host);
  const row = await insertDomain(tx, {
    sellerId: asked.sellerId,
    host: asked.host,
    proof: newProof(),
    pageId: await pageFor(tx, asked),
    provenAt: isProven ? now : null,
    createdAt: now,
    nextCheckAt: isProven ? nextLookAtProven(now) : new Date(now.getTime() + FIRST_LOOK_MS),
  });
  const written = { ...actedBy(asked.by), subject: asked.host };
  await audit(context, tx, { ...written, act: 'domain_added', facts: { domain: row.id } });
  if (isProven) await audit(context, tx, { ...written, act: 'domain_proven', facts: { domain: row.id } });
  return row;
}

/**
 * Claims a host for a seller. Throws AppError: `domain_taken` when another seller has verified it, `domain_limit`, or
 * `not_found` for a page of another seller.
 */
export async function claimDomain(context: Context, asked: Claim): Promise<DomainRow> {
  try {
    return await context.db.transaction((tx) => claim(context, tx, asked));
  } catch (error) {
    if (isUniqueViolation(error)) throw new ShopError('domain_taken', { cause: error });
    throw error;
  }
}
