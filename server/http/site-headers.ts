import type { Site } from '../core/site.ts';
import { REQUEST_ID_HEADER, requestIdOf } from './request-context.ts';
import { API_CSP, commonHeaders } from './security-headers.ts';

/** Site of an unknown host, which gets no host-specific headers. */
export const NO_SITE: Site = { origin: '', tenantDomain: null };

/** Headers of every response at a site. */
export const siteHeaders = ({ origin, tenantDomain }: Site): Readonly<Record<string, string>> =>
  commonHeaders(origin, tenantDomain ? 'seller' : 'shop');

/** All headers of a short machine-readable response that is sent without the routers. */
export const shortResponseHeaders = (site: Site): Record<string, string> => ({
  ...siteHeaders(site),
  'Content-Security-Policy': API_CSP,
  'Cache-Control': 'no-store',
  [REQUEST_ID_HEADER]: requestIdOf(undefined),
});
