import type { DomainRecord, SellerDomain } from '#domain/seller-domain.ts';

import { PAGE_ID } from './builder.ts';
import type { RpcHandlers } from './fake-rpc.ts';
import { createPageSummary } from './pages.ts';

const HOST = 'pay.marlow.com';

const createTxtRecord = (overrides: Partial<DomainRecord> = {}): DomainRecord => ({
  purpose: 'verification',
  type: 'TXT',
  name: `_tillwright.${HOST}`,
  host: '_tillwright.pay',
  value: 'tillwright-verify=abc',
  found: null,
  fits: null,
  ...overrides,
});

const createCnameRecord = (overrides: Partial<DomainRecord> = {}): DomainRecord => ({
  purpose: 'routing',
  type: 'CNAME',
  name: HOST,
  host: 'pay',
  value: 'shops.tillwright.net',
  found: null,
  fits: null,
  ...overrides,
});

/** A domain that waits for its DNS records. */
export const createPendingDomain = (overrides: Partial<SellerDomain> = {}): SellerDomain => ({
  id: '55555555-5555-4555-8555-000000000001',
  host: HOST,
  name: HOST,
  url: `https://${HOST}`,
  state: 'pending',
  allowed: true,
  page: { id: PAGE_ID, name: 'Linocut for Beginners' },
  records: [createTxtRecord(), createCnameRecord()],
  diagnosis: [],
  addedAt: '2026-03-02T10:00:00Z',
  checkedAt: null,
  nextCheckAt: null,
  verifiedAt: null,
  ...overrides,
});

/** The domain after a check that found no records. */
export const createMissingDomain = (): SellerDomain =>
  createPendingDomain({
    checkedAt: '2026-03-02T10:05:00Z',
    records: [createTxtRecord({ found: [], fits: false }), createCnameRecord({ found: [], fits: false })],
    diagnosis: [`There’s no TXT record at _tillwright.${HOST} yet.`, `${HOST} doesn’t point anywhere yet.`],
  });

/** The domain after a check that found other records. */
export const createDifferingDomain = (): SellerDomain =>
  createPendingDomain({
    checkedAt: '2026-03-02T10:06:00Z',
    records: [
      createTxtRecord({ found: ['tillwright-verify=of-somebody-else'], fits: false }),
      createCnameRecord({ found: ['shops.elsewhere.net'], fits: false }),
    ],
    diagnosis: [`${HOST} points to shops.elsewhere.net.`],
  });

export const createLiveDomain = (overrides: Partial<SellerDomain> = {}): SellerDomain =>
  createPendingDomain({
    state: 'live',
    verifiedAt: '2026-03-02T10:10:00Z',
    checkedAt: '2026-03-02T10:10:00Z',
    records: [
      createTxtRecord({ found: ['tillwright-verify=abc'], fits: true }),
      createCnameRecord({ found: ['shops.tillwright.net'], fits: true }),
    ],
    ...overrides,
  });

/** Handlers of a server with these domains. `replaceDomain` replaces one, as the server's checks do. */
export function createDomainHandlers(
  initialDomains: readonly SellerDomain[] = [],
  allowed = true,
): RpcHandlers & { replaceDomain: (domain: SellerDomain) => { domain: SellerDomain } } {
  let domains = [...initialDomains];
  const replaceDomain = (domain: SellerDomain) => {
    domains = [...domains.filter(({ id }) => id !== domain.id), domain];
    return { domain };
  };
  return {
    replaceDomain,
    'list-domains': () => ({ domains, allowed }),
    'list-pages': () => ({ pages: [createPageSummary({ id: PAGE_ID })], access: true }),
    'remove-domain': ({ domainId }) => {
      domains = domains.filter(({ id }) => id !== domainId);
      return { removed: true };
    },
  };
}
