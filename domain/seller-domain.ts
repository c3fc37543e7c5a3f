export const MAX_DOMAINS = 5;

/** Consecutive failed checks after which a domain is turned off. One check runs per day. */
export const MAX_FAILED_CHECKS = 3;

/**
 * `pending`: not verified yet. `live`: verified and pointing here. `failing`: the last check of a live domain failed;
 * it still serves its page. `off`: too many checks failed; it serves nothing, and other sellers can claim it.
 */
export type DomainState = SellerDomain['state'];

/** A DNS record that the owner creates at their registrar. */
export type DomainRecord = {
  /** `verification` proves ownership; `routing` points the domain here. Of several `routing` records, one is enough. */
  purpose: 'verification' | 'routing';
  type: 'TXT' | 'CNAME' | 'A' | 'AAAA';
  /** Full record name, and the name without the domain, as most registrars expect it. */
  name: string;
  host: string;
  value: string;
  /** Values found by the last check; null if not checked yet. */
  found: string[] | null;
  fits: boolean | null;
};

/** A seller's custom domain, which serves one of their pages at its root. */
export type SellerDomain = {
  id: string;
  /** Domain as in DNS (Punycode), and for display. */
  host: string;
  name: string;
  url: string;
  state: 'pending' | 'live' | 'failing' | 'off';
  /** The plan includes custom domains. */
  allowed: boolean;
  page: { id: string; name: string } | null;
  records: DomainRecord[];
  /** Problems found and how to fix them. */
  diagnosis: string[];
  addedAt: string;
  checkedAt: string | null;
  nextCheckAt: string | null;
  verifiedAt: string | null;
};
