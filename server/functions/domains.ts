import { z } from 'zod';

import { ShopError } from '#domain/errors.ts';
import type { SellerDomain } from '#domain/seller-domain.ts';

import { actedBy } from '#server/audit/acted-by.ts';
import { audit } from '#server/audit/audit.ts';
import type { Context } from '#server/context.ts';
import {
  deleteDomain,
  findDomain,
  lockDomainsOf,
  updateDomain,
  updatePageElsewhere,
} from '#server/db/domains.ts';
import { findPageForUpdate } from '#server/db/pages.ts';
import { checkDomain } from '#server/domains/check-domain.ts';
import { claimDomain } from '#server/domains/claim-domain.ts';
import { domainViews, mayHaveDomains } from '#server/domains/domain-view.ts';
import { hostOf } from '#server/domains/host-of.ts';
import { HOUR_MS } from '#server/http/rate-limits.ts';
import { backendFunction } from './backend-function.ts';

const MAX_TYPED = 4000;
const OneDomain = z.strictObject({ domainId: z.uuid() });

type From = { caller: { sellerId: string } };

const hourly =
  (act: string, limit: number) =>
  ({ caller }: From) => [{ key: `domain-${act}:${caller.sellerId}`, limit, windowMs: HOUR_MS }];

async function oneView(
  context: Context,
  sellerId: string,
  domainId: string,
): Promise<{ domain: SellerDomain }> {
  const [domain] = (await domainViews(context, sellerId, domainId)).domains;
  if (!domain) throw new ShopError('not_found');
  return { domain };
}

async function requirePlan(context: Context, sellerId: string): Promise<void> {
  if (!(await mayHaveDomains(context, sellerId))) throw new ShopError('plan_needed');
}

export const listSellerDomains = backendFunction({
  name: 'list-domains',
  title: 'Your domains could not be loaded',
  access: 'reads',
  body: z.strictObject({}),
  run: (context, { caller }) => domainViews(context, caller.sellerId),
});

/** Claims a host name. It is verified when its DNS records say so, or at once on a local installation. */
export const addDomain = backendFunction({
  name: 'add-domain',
  title: 'Domain not added',
  access: 'writes',
  confirmedEmail: true,
  body: z.strictObject({ host: z.string().max(MAX_TYPED), pageId: z.uuid().optional() }),
  limits: hourly('add', 10),
  run: async (context, from, { host: typed, pageId }) => {
    const { sellerId } = from.caller;
    await requirePlan(context, sellerId);
    const host = hostOf(context.config, typed);
    const { id } = await claimDomain(context, { sellerId, host, pageId, by: from });
    return oneView(context, sellerId, id);
  },
});

export const checkSellerDomain = backendFunction({
  name: 'check-domain',
  title: 'Domain not checked',
  access: 'writes',
  body: OneDomain,
  limits: hourly('check', 30),
  run: async (context, { caller: { sellerId } }, { domainId }) => {
    const row = await findDomain(context.db, sellerId, domainId);
    if (!row) throw new ShopError('not_found');
    await checkDomain(context, row, 'hand');
    return oneView(context, sellerId, domainId);
  },
});

/** Serves a page at the root of a domain. A page has one domain, so it is removed from any other one. */
export const setDomainPage = backendFunction({
  name: 'set-domain-page',
  title: 'Not changed',
  access: 'writes',
  body: z.strictObject({ domainId: z.uuid(), pageId: z.uuid().nullable() }),
  run: async (context, { caller: { sellerId } }, { domainId, pageId }) => {
    if (pageId !== null) await requirePlan(context, sellerId);
    await context.db.transaction(async (tx) => {
      await lockDomainsOf(tx, sellerId);
      if (!(await findDomain(tx, sellerId, domainId))) throw new ShopError('not_found');
      if (pageId !== null) {
        if (!(await findPageForUpdate(tx, sellerId, pageId))) throw new ShopError('not_found');
        await updatePageElsewhere(tx, sellerId, pageId, { domainId });
      }
      await updateDomain(tx, sellerId, domainId, { pageId });
    });
    return oneView(context, sellerId, domainId);
  },
});

export const removeDomain = backendFunction({
  name: 'remove-domain',
  title: 'Domain not removed',
  access: 'writes',
  body: OneDomain,
  run: async (context, from, { domainId }) => {
    await context.db.transaction(async (tx) => {
      const subject = await deleteDomain(tx, from.caller.sellerId, domainId);
      if (subject === null) throw new ShopError('not_found');
      const facts = { domain: domainId };
      await audit(context, tx, { ...actedBy(from), act: 'domain_removed', subject, facts });
    });
    return { removed: true as const };
  },
});
