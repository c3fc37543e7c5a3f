import type { SellerDomain } from './seller-domain.ts';

type OneDomain = { domainId: string };

/** The functions of sellers' own domains, among all of `Calls`. */
export type DomainCalls = {
  /** `allowed`: whether the seller's plan has domains of one's own. */
  'list-domains': { body: Record<string, never>; answer: { domains: SellerDomain[]; allowed: boolean } };
  /** `host`: as it was typed. `pageId`: what stands at its root. */
  'add-domain': { body: { host: string; pageId?: string }; answer: { domain: SellerDomain } };
  /** Looks now, and says what it found. */
  'check-domain': { body: OneDomain; answer: { domain: SellerDomain } };
  /** Puts another page at its root, or none. */
  'set-domain-page': { body: OneDomain & { pageId: string | null }; answer: { domain: SellerDomain } };
  'remove-domain': { body: OneDomain; answer: { removed: true } };
};
