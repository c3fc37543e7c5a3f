import { configFromStored } from '#domain/checkout-page-schema.ts';
import { hasOwnDomains } from '#domain/reach.ts';
import type { DomainState, SellerDomain } from '#domain/seller-domain.ts';
import { FOREVER, hasAccess } from '#domain/subscription.ts';

import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { listDomains, type DomainRow, type DomainWithPage } from '#server/db/domains.ts';
import { findPlanRow } from '#server/db/plan-subscriptions.ts';
import { domainOrigin } from '#server/hosts/domain-origin.ts';

import { diagnosisOf } from './diagnosis.ts';
import { recordsOf } from './domain-records.ts';
import { readableHost } from './host-of.ts';
import { addressesToTell } from './own-addresses.ts';
import { verdictOf } from './verdict.ts';

function stateOf({ reach }: Config, row: DomainRow): DomainState {
  const { finding, provenAt, offAt, failures } = row;
  if (provenAt === null) return offAt === null ? 'pending' : 'off';
  const isWrong = finding?.fault === null && !verdictOf(reach, row, finding).fits;
  return failures > 0 || isWrong ? 'failing' : 'live';
}

function pageOf({ page }: DomainWithPage): SellerDomain['page'] {
  if (!page || page.id === null) return null;
  const named =
    page.name ?? (page.schema === null ? '' : configFromStored(page.schema, page.config).productName);
  return { id: page.id, name: named };
}

type Around = { allowed: boolean; told: readonly string[] };

function viewOf({ config }: Context, row: DomainWithPage, { allowed, told }: Around): SellerDomain {
  const { domain } = row;
  const { id, host, createdAt, checkedAt, nextCheckAt, provenAt } = domain;
  return {
    id,
    host,
    name: readableHost(host),
    url: domainOrigin(config, host),
    state: stateOf(config, domain),
    allowed,
    page: pageOf(row),
    records: recordsOf(config, domain, told),
    diagnosis: diagnosisOf(config, domain),
    addedAt: createdAt.toISOString(),
    checkedAt: checkedAt?.toISOString() ?? null,
    nextCheckAt: nextCheckAt < FOREVER ? nextCheckAt.toISOString() : null,
    provenAt: provenAt?.toISOString() ?? null,
  };
}

/** Returns whether the seller's plan includes custom domains. */
export async function mayHaveDomains({ db, mode, now }: Context, sellerId: string): Promise<boolean> {
  const plan = await findPlanRow(db, sellerId, mode);
  return hasOwnDomains(plan?.plan ?? null, hasAccess(plan, now()));
}

/** A seller's domains as the interface shows them; `domainId` selects one. */
export async function domainViews(context: Context, sellerId: string, domainId?: string) {
  const rows = await listDomains(context.db, sellerId, domainId);
  const allowed = await mayHaveDomains(context, sellerId);
  const told = rows.length === 0 ? [] : await addressesToTell(context);
  return { domains: rows.map((row) => viewOf(context, row, { allowed, told })), allowed };
}
