import { randomBytes } from 'node:crypto';

import { AppError } from '#domain/errors.ts';
import { MAX_DOMAINS } from '#domain/seller-domain.ts';
import { actorOf, type Actor, recordAudit } from '#server/audit/record-audit.ts';
import type { Context } from '#server/core/context.ts';
import { isUniqueViolation, type Db } from '#server/db/client.ts';
import { removePageFromOtherDomains } from '#server/pages/queries/page-domains.ts';
import { findPageForUpdate } from '#server/pages/queries/pages.ts';

import { FIRST_CHECK_DELAY_MS, nextCheckOfVerified } from './check-domain.ts';
import { isLocalName } from './parse-domain-host.ts';
import { findClaimState, hasDomain, insertDomain, lockDomainsOf, updateDomain, type DomainRow } from './queries.ts';

/** Text of the TXT record, unique for each claim and known to its seller only. */
const createVerificationToken = (): string => `tillwright-verify=${randomBytes(20).toString('hex')}`;

type DomainClaim = { sellerId: string; host: string; pageId: string | undefined; actor: Actor };

/** The page to assign; null if it already belongs to a verified domain, from which only its seller can move it. */
async function findAssignablePage(tx: Db, { sellerId, pageId }: DomainClaim): Promise<string | null> {
  if (pageId === undefined) return null;
  if (!(await findPageForUpdate(tx, sellerId, pageId))) throw new AppError('not_found');
  await removePageFromOtherDomains(tx, sellerId, pageId, { unverifiedOnly: true });
  return (await hasDomain(tx, pageId)) ? null : pageId;
}

/** Repeats a claim of the same seller: an unverified claim is checked again as if it were new. */
async function repeatClaim(context: Context, tx: Db, ownRow: DomainRow, input: DomainClaim): Promise<DomainRow> {
  const now = context.realNow();
  const pageId = ownRow.pageId ?? (await findAssignablePage(tx, input));
  const nextCheckAt = new Date(now.getTime() + FIRST_CHECK_DELAY_MS);
  const restart = ownRow.verifiedAt === null ? { createdAt: now, deactivatedAt: null, failures: 0, nextCheckAt } : {};
  return (await updateDomain(tx, input.sellerId, ownRow.id, { pageId, ...restart })) ?? ownRow;
}

async function claimInTransaction(context: Context, tx: Db, input: DomainClaim): Promise<DomainRow> {
  await lockDomainsOf(tx, input.sellerId);
  const { own, isVerifiedElsewhere, count } = await findClaimState(tx, input.sellerId, input.host);
  if (isVerifiedElsewhere) throw new AppError('domain_taken');
  if (own) return repeatClaim(context, tx, own, input);
  if (count >= MAX_DOMAINS) throw new AppError('domain_limit');
  const now = context.realNow();
  const isVerified = isLocalName(context.config, input.host);
  const row = await insertDomain(tx, {
    sellerId: input.sellerId,
    host: input.host,
    verificationToken: createVerificationToken(),
    pageId: await findAssignablePage(tx, input),
    verifiedAt: isVerified ? now : null,
    createdAt: now,
    nextCheckAt: isVerified ? nextCheckOfVerified(now) : new Date(now.getTime() + FIRST_CHECK_DELAY_MS),
  });
  const auditEntry = { ...actorOf(input.actor), subject: input.host };
  await recordAudit(context, tx, { ...auditEntry, action: 'domain_added', facts: { domain: row.id } });
  if (isVerified) await recordAudit(context, tx, { ...auditEntry, action: 'domain_proven', facts: { domain: row.id } });
  return row;
}

/**
 * Claims a host for a seller. Throws AppError: `domain_taken` when another seller has verified it, `domain_limit`, or
 * `not_found` for a page of another seller.
 */
export async function claimDomain(context: Context, input: DomainClaim): Promise<DomainRow> {
  try {
    return await context.db.transaction((tx) => claimInTransaction(context, tx, input));
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('domain_taken', { cause: error });
    throw error;
  }
}
