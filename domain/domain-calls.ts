import type { SellerDomain } from './seller-domain.ts';

type OneDomain = { domainId: string };

/** RPC functions of custom domains. */
export type DomainCalls = {
  /** `allowed`: the seller's plan includes custom domains. */
  'list-domains': { body: Record<string, never>; answer: { domains: SellerDomain[]; allowed: boolean } };
  /** `host`: as typed. `pageId`: the page served at the root. */
  'add-domain': { body: { host: string; pageId?: string }; answer: { domain: SellerDomain } };
  /** Checks the DNS records immediately and returns the result. */
  'check-domain': { body: OneDomain; answer: { domain: SellerDomain } };
  /** Sets the page served at the root; null removes it. */
  'set-domain-page': { body: OneDomain & { pageId: string | null }; answer: { domain: SellerDomain } };
  'remove-domain': { body: OneDomain; answer: { removed: true } };
};
