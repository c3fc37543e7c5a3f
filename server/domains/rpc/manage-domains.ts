import { z } from 'zod';

import { AppError } from '#domain/errors.ts';
import type { SellerDomain } from '#domain/seller-domain.ts';
import { HOUR_MS } from '#domain/time-units.ts';
import { actorOf, recordAudit } from '#server/audit/record-audit.ts';
import type { Context } from '#server/core/context.ts';
import { checkDomain } from '#server/domains/check-domain.ts';
import { claimDomain } from '#server/domains/claim-domain.ts';
import { listDomainViews, canUseDomains } from '#server/domains/list-domain-views.ts';
import { parseDomainHost } from '#server/domains/parse-domain-host.ts';
import { deleteDomain, findDomain, lockDomainsOf, updateDomain } from '#server/domains/queries.ts';
import type { RpcLimit } from '#server/http/rate-limits.ts';
import { defineRpcFunction } from '#server/http/rpc-function.ts';
import { removePageFromOtherDomains } from '#server/pages/queries/page-domains.ts';
import { findPageForUpdate } from '#server/pages/queries/pages.ts';

const MAX_HOST_INPUT = 4000;
const DomainIdBody = z.strictObject({ domainId: z.uuid() });

const hourlyLimit = (action: string, limit: number): RpcLimit[] => [
  { name: `domain-${action}`, limit, windowMs: HOUR_MS },
];

async function loadDomain(context: Context, sellerId: string, domainId: string): Promise<{ domain: SellerDomain }> {
  const [domain] = (await listDomainViews(context, sellerId, domainId)).domains;
  if (!domain) throw new AppError('not_found');
  return { domain };
}

async function requirePlan(context: Context, sellerId: string): Promise<void> {
  if (!(await canUseDomains(context, sellerId))) throw new AppError('plan_needed');
}

export const listSellerDomains = defineRpcFunction({
  name: 'list-domains',
  access: 'reads',
  body: z.strictObject({}),
  run: (context, { caller }) => listDomainViews(context, caller.sellerId),
});

/** Claims a host name. It is verified when its DNS records say so, or at once on a local installation. */
export const addDomain = defineRpcFunction({
  name: 'add-domain',
  access: 'writes',
  confirmedEmail: true,
  body: z.strictObject({ host: z.string().max(MAX_HOST_INPUT), pageId: z.uuid().optional() }),
  limits: hourlyLimit('add', 10),
  run: async (context, request, { host: input, pageId }) => {
    const { sellerId } = request.caller;
    await requirePlan(context, sellerId);
    const host = parseDomainHost(context.config, input);
    const { id } = await claimDomain(context, { sellerId, host, pageId, actor: request });
    return loadDomain(context, sellerId, id);
  },
});

export const checkSellerDomain = defineRpcFunction({
  name: 'check-domain',
  access: 'writes',
  body: DomainIdBody,
  limits: hourlyLimit('check', 30),
  run: async (context, { caller: { sellerId } }, { domainId }) => {
    const row = await findDomain(context.db, sellerId, domainId);
    if (!row) throw new AppError('not_found');
    await checkDomain(context, row, 'seller');
    return loadDomain(context, sellerId, domainId);
  },
});

/** Serves a page at the root of a domain. A page has one domain, so it is removed from any other one. */
export const setDomainPage = defineRpcFunction({
  name: 'set-domain-page',
  access: 'writes',
  body: z.strictObject({ domainId: z.uuid(), pageId: z.uuid().nullable() }),
  run: async (context, { caller: { sellerId } }, { domainId, pageId }) => {
    if (pageId !== null) await requirePlan(context, sellerId);
    await context.db.transaction(async (tx) => {
      await lockDomainsOf(tx, sellerId);
      if (!(await findDomain(tx, sellerId, domainId))) throw new AppError('not_found');
      if (pageId !== null) {
        if (!(await findPageForUpdate(tx, sellerId, pageId))) throw new AppError('not_found');
        await removePageFromOtherDomains(tx, sellerId, pageId, { domainId });
      }
      await updateDomain(tx, sellerId, domainId, { pageId });
    });
    return loadDomain(context, sellerId, domainId);
  },
});

export const removeDomain = defineRpcFunction({
  name: 'remove-domain',
  access: 'writes',
  body: DomainIdBody,
  run: async (context, request, { domainId }) => {
    await context.db.transaction(async (tx) => {
      const subject = await deleteDomain(tx, request.caller.sellerId, domainId);
      if (subject === null) throw new AppError('not_found');
      const facts = { domain: domainId };
      await recordAudit(context, tx, { ...actorOf(request), action: 'domain_removed', subject, facts });
    });
    return { removed: true as const };
  },
});
