import { API_CSP, commonHeaders } from '#server/http/security-headers.ts';
import { REQUEST_ID, requestIdFrom } from '#server/http/request-id.ts';

import type { Site } from './site.ts';

/** Site of an unknown host, which gets no host-specific headers. */
export const NOWHERE: Site = { origin: '', root: null };

/** Headers of every response at a site. */
export const commonAt = ({ origin, root }: Site): Readonly<Record<string, string>> =>
  commonHeaders(origin, root ? 'seller' : 'shop');

/** All headers of a short machine-readable response that is sent without the routers. */
export const shortHeadersAt = (site: Site): Record<string, string> => ({
  ...commonAt(site),
  'Content-Security-Policy': API_CSP,
  'Cache-Control': 'no-store',
  [REQUEST_ID]: requestIdFrom(undefined),
});
