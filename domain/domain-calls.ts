import type { SellerDomain } from './seller-domain.ts';

type DomainRef = { domainId: string };

/** RPC functions of custom domains. */
export type DomainRpc = {
  /** `allowed`: the seller's plan includes custom domains. */
  'list-domains': { body: Record<string, never>; response: { domains: SellerDomain[]; allowed: boolean } };
  /** `host`: as typed. `pageId`: the page served at the root. */
  'add-domain': { body: { host: string; pageId?: string }; response: { domain: SellerDomain } };
  /** Checks the DNS records immediately and returns the result. */
  'check-domain': { body: DomainRef; response: { domain: SellerDomain } };
  /** Sets the page served at the root; null removes it. */
  'set-domain-page': { body: DomainRef & { pageId: string | null }; response: { domain: SellerDomain } };
  'remove-domain': { body: DomainRef; response: { removed: true } };
};
