/** Maximum number of custom domains per seller. */
export const MAX_DOMAINS = 5;

/** Consecutive failed checks after which a domain is turned off. One check runs per day. */
export const MAX_FAILED_CHECKS = 3;

/**
 * `pending`: ownership not proven yet. `live`: proven and pointing here. `failing`: the last check of a live domain failed;
 * it still serves its page. `off`: too many checks failed; it serves nothing, and other sellers can claim it.
 */
export type DomainState = 'pending' | 'live' | 'failing' | 'off';

/** A DNS record that the owner creates at their registrar. */
export type DomainRecord = {
  /** `proof` proves ownership, `road` points visitors here. One `road` record is enough. */
  purpose: 'proof' | 'road';
  type: 'TXT' | 'CNAME' | 'A' | 'AAAA';
  /** Full record name, such as _tillwright.pay.example.com. */
  name: string;
  /** Record name relative to the domain, as most registrars expect it: _tillwright.pay, or '@' for the domain itself. */
  host: string;
  value: string;
  /** Values that the last check found; null: not checked yet. */
  found: string[] | null;
  fits: boolean | null;
};

/** A seller's custom domain, which serves one of their pages at its root. Dates are ISO 8601, UTC. */
export type SellerDomain = {
  id: string;
  /** DNS form (punycode, lower case). */
  host: string;
  /** Unicode form for display. */
  name: string;
  /** URL of its root. */
  url: string;
  state: DomainState;
  /** False while the seller's plan has no custom domains: the domain then redirects to the page's own URL. */
  allowed: boolean;
  page: { id: string; name: string } | null;
  records: DomainRecord[];
  /** Readable errors and instructions; empty if there are none. */
  diagnosis: string[];
  addedAt: string;
  checkedAt: string | null;
  /** Time of the next automatic check. */
  nextCheckAt: string | null;
  provenAt: string | null;
};
