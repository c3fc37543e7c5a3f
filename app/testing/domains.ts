import type { DomainRecord, SellerDomain } from '#domain/seller-domain.ts';

import { PAGE_ID } from './builder.ts';
import type { RpcHandlers } from './fake-rpc.ts';
import { pageSummary } from './pages.ts';

const HOST = 'pay.marlow.com';

const proofRecord = (change: Partial<DomainRecord> = {}): DomainRecord => ({
  purpose: 'proof',
  type: 'TXT',
  name: `_tillwright.${HOST}`,
  host: '_tillwright.pay',
  value: 'tillwright-verify=abc',
  found: null,
  fits: null,
  ...change,
});

const roadRecord = (change: Partial<DomainRecord> = {}): DomainRecord => ({
  purpose: 'road',
  type: 'CNAME',
  name: HOST,
  host: 'pay',
  value: 'shops.tillwright.net',
  found: null,
  fits: null,
  ...change,
});

/** A domain that waits for its DNS records. */
export const pendingDomain = (change: Partial<SellerDomain> = {}): SellerDomain => ({
  id: '55555555-5555-4555-8555-000000000001',
  host: HOST,
  name: HOST,
  url: `https://${HOST}`,
  state: 'pending',
  allowed: true,
  page: { id: PAGE_ID, name: 'Linocut for Beginners' },
  records: [proofRecord(), roadRecord()],
  diagnosis: [],
  addedAt: '2026-03-02T10:00:00Z',
  checkedAt: null,
  nextCheckAt: null,
  provenAt: null,
  ...change,
});

/** The domain after a check that found no records. */
export const missingDomain = (): SellerDomain =>
  pendingDomain({
    checkedAt: '2026-03-02T10:05:00Z',
    records: [proofRecord({ found: [], fits: false }), roadRecord({ found: [], fits: false })],
    diagnosis: [`There is no TXT record at _tillwright.${HOST} yet.`, `${HOST} leads nowhere yet.`],
  });

/** The domain after a check that found other records. */
export const differingDomain = (): SellerDomain =>
  pendingDomain({
    checkedAt: '2026-03-02T10:06:00Z',
    records: [
      proofRecord({ found: ['tillwright-verify=of-somebody-else'], fits: false }),
      roadRecord({ found: ['shops.elsewhere.net'], fits: false }),
    ],
    diagnosis: [`${HOST} leads to shops.elsewhere.net.`],
  });

export const liveDomain = (change: Partial<SellerDomain> = {}): SellerDomain =>
  pendingDomain({
    state: 'live',
    provenAt: '2026-03-02T10:10:00Z',
    checkedAt: '2026-03-02T10:10:00Z',
    records: [
      proofRecord({ found: ['tillwright-verify=abc'], fits: true }),
      roadRecord({ found: ['shops.tillwright.net'], fits: true }),
    ],
    ...change,
  });

/** Handlers of a server with these domains. `replaceDomain` replaces one, as the server's checks do. */
export function domainHandlers(
  first: readonly SellerDomain[] = [],
  allowed = true,
): RpcHandlers & { put: (domain: SellerDomain) => { domain: SellerDomain } } {
  let domains = [...first];
  const put = (domain: SellerDomain) => {
    domains = [...domains.filter(({ id }) => id !== domain.id), domain];
    return { domain };
  };
  return {
    put,
    'list-domains': () => ({ domains, allowed }),
    'list-pages': () => ({ pages: [pageSummary({ id: PAGE_ID })], access: true }),
    'remove-domain': ({ domainId }) => {
      domains = domains.filter(({ id }) => id !== domainId);
      return { removed: true };
    },
  };
}
