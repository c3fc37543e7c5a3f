import type { CryptoKey, JWK, JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';

import type { PlanCatalog } from '../billing/plan-catalog.ts';
import type { PlanRow } from '../sellers/seller-plans.ts';

const MAX_CACHED_SELLERS = 5000;
const MAX_CACHED_DELAYS = 20_000;

/** A value that is loaded once; concurrent callers share the promise. */
type Slot<Value> = { current: Promise<Value> | null };

export type SigningKeySet = {
  signing: { kid: string; key: CryptoKey };
  verifying: ReadonlyMap<string, CryptoKey>;
  published: JWK[];
  /** System time in ms. */
  loadedAt: number;
};

/** What one app keeps in memory. Apps that share a process, as in tests, share none of it. */
export type Caches = {
  signingKeys: Slot<SigningKeySet>;
  /** Key sets of identity providers by URL. jose caches their keys for ten minutes. */
  providerKeys: Map<string, JWTVerifyGetKey>;
  /** Seller ids by user id. */
  sellerIds: LRUCache<string, string>;
  /** Ends of sign-in delays in ms. Nothing shortens a delay, so no lookup is needed until then. */
  signInDelays: { delayedUntil: LRUCache<string, number>; prunedAt: number };
  planCatalog: Slot<PlanCatalog>;
  /** Trials that are being started, by seller id. */
  trialStarts: Map<string, Promise<PlanRow>>;
  /** Salts of the current days. */
  visitorSalts: Map<string, string>;
  /** Slugs of published pages whose font files are to be made. */
  pagesWithoutFonts: Set<string>;
  /** The app's own IP addresses. */
  ownAddresses: { current: Promise<string[]>; expiresAt: number };
};

export const createCaches = (): Caches => ({
  signingKeys: { current: null },
  providerKeys: new Map(),
  sellerIds: new LRUCache({ max: MAX_CACHED_SELLERS }),
  signInDelays: { delayedUntil: new LRUCache({ max: MAX_CACHED_DELAYS }), prunedAt: 0 },
  planCatalog: { current: null },
  trialStarts: new Map(),
  visitorSalts: new Map(),
  pagesWithoutFonts: new Set(),
  ownAddresses: { current: Promise.resolve([]), expiresAt: 0 },
});
