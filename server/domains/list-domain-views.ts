import { parseStoredConfig } from '#domain/checkout-page-schema.ts';
import { hasCustomDomains } from '#domain/plan-features.ts';
import type { DomainState, SellerDomain } from '#domain/seller-domain.ts';
import { FOREVER, isPlanActive } from '#domain/subscription.ts';
import type { Config } from '#server/core/config.ts';
import type { Context } from '#server/core/context.ts';
import { domainOrigin } from '#server/core/site.ts';
import type { Db } from '#server/db/client.ts';
import { findPlanRow } from '#server/sellers/seller-plans.ts';

import { diagnoseDomain } from './diagnose-domain.ts';
import { domainRecords } from './domain-records.ts';
import { listTargetAddresses, evaluateDomain } from './look-up-dns.ts';
import { readableHost } from './parse-domain-host.ts';
import { listDomains, type DomainRow, type DomainWithPage } from './queries.ts';

function stateOf({ network }: Config, row: DomainRow): DomainState {
  const { finding, verifiedAt, deactivatedAt, failures } = row;
  if (verifiedAt === null) return deactivatedAt === null ? 'pending' : 'off';
  const hasWrongRecords = finding?.fault === null && !evaluateDomain(network, row, finding).isVerifiable;
  return failures > 0 || hasWrongRecords ? 'failing' : 'live';
}

function pageOf({ page }: DomainWithPage): SellerDomain['page'] {
  if (!page || page.id === null) return null;
  const pageName = page.name ?? (page.schema === null ? '' : parseStoredConfig(page.schema, page.config).productName);
  return { id: page.id, name: pageName };
}

type ViewContext = { allowed: boolean; targetAddresses: readonly string[] };

/** Null if the domain is gone. `targetAddresses`: see `listTargetAddresses`, which asks name servers. */
export async function findDomainView(
  context: Context,
  tx: Db,
  { sellerId, id }: Pick<DomainRow, 'sellerId' | 'id'>,
  targetAddresses: readonly string[],
): Promise<SellerDomain | null> {
  const [row] = await listDomains(tx, sellerId, id);
  return row ? toSellerDomain(context, row, { allowed: true, targetAddresses }) : null;
}

function toSellerDomain(
  { config }: Context,
  row: DomainWithPage,
  { allowed, targetAddresses }: ViewContext,
): SellerDomain {
  const { domain } = row;
  const { id, host, createdAt, checkedAt, nextCheckAt, verifiedAt } = domain;
  return {
    id,
    host,
    name: readableHost(host),
    url: domainOrigin(config, host),
    state: stateOf(config, domain),
    allowed,
    page: pageOf(row),
    records: domainRecords(config, domain, targetAddresses),
    diagnosis: diagnoseDomain(config, domain),
    addedAt: createdAt.toISOString(),
    checkedAt: checkedAt?.toISOString() ?? null,
    nextCheckAt: nextCheckAt < FOREVER ? nextCheckAt.toISOString() : null,
    verifiedAt: verifiedAt?.toISOString() ?? null,
  };
}

/** Returns whether the seller's plan includes custom domains. */
export async function canUseDomains({ db, mode, now }: Context, sellerId: string): Promise<boolean> {
  const plan = await findPlanRow(db, sellerId, mode);
  return hasCustomDomains(plan?.plan ?? null, isPlanActive(plan, now()));
}

/** A seller's domains as the interface shows them; `domainId` selects one. */
export async function listDomainViews(context: Context, sellerId: string, domainId?: string) {
  const rows = await listDomains(context.db, sellerId, domainId);
  const allowed = await canUseDomains(context, sellerId);
  const targetAddresses = rows.length === 0 ? [] : await listTargetAddresses(context);
  return { domains: rows.map((row) => toSellerDomain(context, row, { allowed, targetAddresses })), allowed };
}
