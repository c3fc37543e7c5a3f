import { API_CSP, commonHeaders } from '#server/http/security-headers.ts';
import { REQUEST_ID, requestIdFrom } from '#server/http/request-id.ts';

import type { Site } from './site.ts';

/** Under a name of nobody's, or of which nothing is known: it is held to nothing. */
export const NOWHERE: Site = { origin: '', root: null };

/** What every answer has that is given at a site. */
export const commonAt = ({ origin, root }: Site): Readonly<Record<string, string>> =>
  commonHeaders(origin, root ? 'seller' : 'shop');

/** All headers of a short answer to a machine that comes past the doors. */
export const shortHeadersAt = (site: Site): Record<string, string> => ({
  ...commonAt(site),
  'Content-Security-Policy': API_CSP,
  'Cache-Control': 'no-store',
  [REQUEST_ID]: requestIdFrom(undefined),
});
