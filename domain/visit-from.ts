import { cleanLine } from './text.ts';
import type { VisitHint, Attribution } from './visit.ts';
import { getSourceName } from './visit-sources.ts';

const MAX_QUERY = 4096;
const MAX_VALUE = 100;
/** DNS limits the length of host names. */
const HOST = /^[a-z0-9_-][a-z0-9._-]{0,252}$/;
const DIRECT = 'direct';

type VisitSource = Omit<Attribution, 'visitCountry' | 'device'>;

/**
 * Attribution of a visit from the browser's claims. Referrers in `ownHosts` (with ports) are ignored: our own pages, and
 * Stripe's, from which buyers return.
 */
export function parseAttribution(hint: VisitHint, ownHosts: readonly string[]): VisitSource {
  const value = createParamReader(hint.query ?? '');
  const referrer = parseHost(hint.referrer ?? '', ownHosts);
  const utmSource = value('utm_source');
  return {
    source: utmSource.toLowerCase() || (referrer ? getSourceName(referrer) : DIRECT),
    referrer,
    utmSource,
    utmMedium: value('utm_medium'),
    utmCampaign: value('utm_campaign'),
    utmTerm: value('utm_term'),
    utmContent: value('utm_content'),
    embed: parseOrigin(hint.embed ?? '', ownHosts),
  };
}

/** Cleaned query parameters by name. In a query that is too long, the truncated parameter is ignored. */
function createParamReader(query: string): (name: string) => string {
  if (!query.includes('utm_')) return () => '';
  const usableQuery = query.length > MAX_QUERY ? query.slice(0, MAX_QUERY).replace(/&[^&]*$/, '') : query;
  const params = new URLSearchParams(usableQuery);
  return (name) => truncate(cleanLine(params.get(name) ?? ''));
}

/** Truncates to whole characters and trims the result. */
const truncate = (text: string): string =>
  text.length <= MAX_VALUE ? text : Array.from(text).slice(0, MAX_VALUE).join('').trim();

/** Lower-case host of a URL without `www.`; empty if there is none or it is our own. */
function parseHost(address: string, ownHosts: readonly string[]): string {
  const url = /^(https?|android-app):\/\//i.test(address) ? URL.parse(address) : null;
  if (!url || ownHosts.includes(url.host)) return '';
  const host = url.hostname
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '');
  return HOST.test(host) ? host : '';
}

const parseOrigin = (address: string, ownHosts: readonly string[]): string =>
  /^https?:/i.test(address) && parseHost(address, ownHosts) ? new URL(address).origin : '';
