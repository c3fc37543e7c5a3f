/** So many names a seller may point at their pages. */
export const MAX_DOMAINS = 5;

/** After so many checks in a row that failed a name is off. One check a day. */
export const FAILED_CHECKS_UNTIL_OFF = 3;

/**
 * `pending`: not proven yet. `live`: proven and pointing here. `failing`: it was live, and the last check found
 * something wrong; it still answers. `off`: too many checks have failed; it answers no more, and others may claim it.
 */
export type DomainState = 'pending' | 'live' | 'failing' | 'off';

/** A line of the zone that its owner writes at their registrar. */
export type DomainRecord = {
  /** `proof` says whose it is, `road` leads visitors here. Of several roads one is enough. */
  purpose: 'proof' | 'road';
  type: 'TXT' | 'CNAME' | 'A' | 'AAAA';
  /** The whole name, such as _tillwright.pay.example.com. */
  name: string;
  /** The same without the domain itself, as most registrars ask for it, such as _tillwright.pay; '@' for the domain itself. */
  host: string;
  value: string;
  /** What the last check found there; null: not looked yet. */
  found: string[] | null;
  fits: boolean | null;
};

/** A name of a seller's own, at whose root one of their pages stands. Dates ISO 8601, UTC. */
export type SellerDomain = {
  id: string;
  /** As it stands in the DNS (punycode, lower case). */
  host: string;
  /** As people read it. */
  name: string;
  /** The address of its root. */
  url: string;
  state: DomainState;
  /** False while the seller's plan has no domains of one's own: it leads to the page's own address then. */
  allowed: boolean;
  page: { id: string; name: string } | null;
  records: DomainRecord[];
  /** What is wrong and what to do, in plain words; empty when nothing is. */
  diagnosis: string[];
  addedAt: string;
  checkedAt: string | null;
  /** When it is looked at next by itself. */
  nextCheckAt: string | null;
  provenAt: string | null;
};
