import { cleanLine } from './text.ts';
import type { VisitHint, VisitOrigin } from './visit.ts';
import { sourceOfHost } from './visit-sources.ts';

const MAX_QUERY = 4096;
const MAX_VALUE = 100;
/** Hosts are no longer than this; a longer one is none. */
const HOST = /^[a-z0-9_-][a-z0-9._-]{0,252}$/;
const DIRECT = 'direct';

type Said = Omit<VisitOrigin, 'visitCountry' | 'device'>;

/**
 * Where a visitor came from, by what their browser says. Referrers of `ownHosts` (with their ports) say nothing: those are ourselves, and
 * the provider's pages, from which buyers come back.
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

/** Values of a query by name, ready to be kept. Of one that is too long the parameter that is cut says nothing. */
function valuesOf(query: string): (name: string) => string {
  if (!query.includes('utm_')) return () => '';
  const whole = query.length > MAX_QUERY ? query.slice(0, MAX_QUERY).replace(/&[^&]*$/, '') : query;
  const params = new URLSearchParams(whole);
  return (name) => cut(cleanLine(params.get(name) ?? ''));
}

/** At most so many characters, none of them a half; what cutting may grow is looked at again. */
const cut = (text: string): string =>
  text.length <= MAX_VALUE ? text : Array.from(text).slice(0, MAX_VALUE).join('').trim();

/** The host of an address in lower case, without `www.`; empty when there is none, or it is one of ours. */
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
