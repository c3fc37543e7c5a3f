import type { z } from 'zod';

import type { ApiDomain } from './api-schemas/integration-schemas.ts';

export const MAX_DOMAINS = 5;

/** Consecutive failed checks after which a domain is turned off. One check runs per day. */
export const MAX_FAILED_CHECKS = 3;

/**
 * `pending`: ownership not proven yet. `live`: proven and pointing here. `failing`: the last check of a live domain failed;
 * it still serves its page. `off`: too many checks failed; it serves nothing, and other sellers can claim it.
 */
export type DomainState = SellerDomain['state'];

/** A DNS record that the owner creates at their registrar. */
export type DomainRecord = SellerDomain['records'][number];

/** A seller's custom domain, which serves one of their pages at its root. */
export type SellerDomain = z.infer<typeof ApiDomain>;
