import { cleanLine } from './text.ts';
import type { VisitHint, VisitOrigin } from './visit.ts';
import { sourceOfHost } from './visit-sources.ts';

const MAX_QUERY = 4096;
const MAX_VALUE = 100;
/** DNS limits the length of host names. */
const HOST = /^[a-z0-9_-][a-z0-9._-]{0,252}$/;
const DIRECT = 'direct';

type Said = Omit<VisitOrigin, 'visitCountry' | 'device'>;

/**
 * Attribution of a visit from the browser's claims. Referrers in `ownHosts` (with ports) are ignored: our own pages, and
 * Stripe's, from which buyers return.
 */
export function visitFrom(hint: VisitHint, ownHosts: readonly string[]): Said {
  const value = valuesOf(hint.query ?? '');
  const referrer = hostOf(hint.referrer ?? '', ownHosts);
  const utmSource = value('utm_source');
  return {
    source: utmSource.toLowerCase() || (referrer ? sourceOfHost(referrer) : DIRECT),
    referrer,
    utmSource,
    utmMedium: value('utm_medium'),
    utmCampaign: value('utm_campaign'),
    utmTerm: value('utm_term'),
    utmContent: value('utm_content'),
    embed: originOf(hint.embed ?? '', ownHosts),
  };
}

/** Cleaned query parameters by name. In a query that is too long, the truncated parameter is ignored. */
function valuesOf(query: string): (name: string) => string {
  if (!query.includes('utm_')) return () => '';
  const whole = query.length > MAX_QUERY ? query.slice(0, MAX_QUERY).replace(/&[^&]*$/, '') : query;
  const params = new URLSearchParams(whole);
  return (name) => cut(cleanLine(params.get(name) ?? ''));
}

/** Truncates to whole characters and trims the result. */
const cut = (text: string): string =>
  text.length <= MAX_VALUE ? text : Array.from(text).slice(0, MAX_VALUE).join('').trim();

/** Lower-case host of a URL without `www.`; empty if there is none or it is our own. */
function hostOf(address: string, ownHosts: readonly string[]): string {
  const url = /^(https?|android-app):\/\//i.test(address) ? URL.parse(address) : null;
  if (!url || ownHosts.includes(url.host)) return '';
  const host = url.hostname
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '');
  return HOST.test(host) ? host : '';
}

const originOf = (address: string, ownHosts: readonly string[]): string =>
  /^https?:/i.test(address) && hostOf(address, ownHosts) ? new URL(address).origin : '';
