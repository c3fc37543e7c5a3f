import type { ReportedVisit, Attribution } from './attribution.ts';
import { cleanLine } from './text.ts';

/** Names of common referrers by host pattern; the first match wins. */
const SOURCES: readonly [name: string, hosts: RegExp][] = [
  ['gmail', /^(mail\.google\.com|com\.google\.android\.gm)$/],
  ['youtube', /(^|\.)(youtube\.com|youtu\.be|youtube-nocookie\.com)$|^com\.google\.android\.youtube$/],
  ['gemini', /^gemini\.google\.com$/],
  ['google', /(^|\.)google(\.com?)?\.[a-z]{2,3}$|(^|\.)googleadservices\.com$|^com\.google\.android\./],
  ['bing', /(^|\.)bing\.com$/],
  ['duckduckgo', /(^|\.)duckduckgo\.com$/],
  ['yahoo', /(^|\.)yahoo\.com$|(^|\.)yahoo\.co\.jp$/],
  ['yandex', /(^|\.)(yandex\.[a-z]{2,3}|ya\.ru)$/],
  ['baidu', /(^|\.)baidu\.com$/],
  ['ecosia', /(^|\.)ecosia\.org$/],
  ['brave', /^search\.brave\.com$/],
  ['facebook', /(^|\.)(facebook\.com|fb\.com|fb\.me|messenger\.com)$|^com\.facebook\./],
  ['instagram', /(^|\.)instagram\.com$|^com\.instagram\.android$/],
  ['threads', /(^|\.)threads\.(net|com)$/],
  ['x', /(^|\.)(x\.com|twitter\.com|t\.co)$|^com\.twitter\.android$/],
  ['linkedin', /(^|\.)(linkedin\.com|lnkd\.in)$|^com\.linkedin\.android$/],
  ['reddit', /(^|\.)(reddit\.com|redd\.it)$|^com\.reddit\.frontpage$/],
  ['tiktok', /(^|\.)tiktok\.com$/],
  ['pinterest', /(^|\.)(pinterest(\.com?)?\.[a-z]{2,3}|pin\.it)$|^com\.pinterest$/],
  ['snapchat', /(^|\.)snapchat\.com$/],
  ['whatsapp', /(^|\.)(whatsapp\.com|wa\.me)$/],
  ['telegram', /(^|\.)(telegram\.org|telegram\.me|t\.me)$|^org\.telegram\.messenger/],
  ['discord', /(^|\.)(discord\.com|discordapp\.com)$/],
  ['slack', /(^|\.)slack\.com$|^com\.slack$/],
  ['bluesky', /(^|\.)(bsky\.app|bsky\.social)$/],
  ['mastodon', /(^|\.)mastodon\.(social|online|world)$/],
  ['hackernews', /^(news\.ycombinator\.com|hckrnews\.com)$/],
  ['producthunt', /(^|\.)producthunt\.com$/],
  ['github', /(^|\.)github\.com$/],
  ['substack', /(^|\.)substack\.com$/],
  ['medium', /(^|\.)medium\.com$/],
  ['twitch', /(^|\.)twitch\.tv$/],
  ['linktree', /(^|\.)linktr\.ee$/],
  ['vk', /(^|\.)vk\.com$/],
  ['outlook', /(^|\.)(outlook|office)\.(live\.)?com$/],
  ['chatgpt', /(^|\.)(chatgpt\.com|chat\.openai\.com)$/],
  ['claude', /^claude\.ai$/],
  ['perplexity', /(^|\.)perplexity\.ai$/],
  ['copilot', /^copilot\.microsoft\.com$/],
];

/** Name of a referrer's host; the host itself if it is not well known. */
const getSourceName = (host: string): string => SOURCES.find(([, hosts]) => hosts.test(host))?.[0] ?? host;

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
export function parseAttribution(visit: ReportedVisit, ownHosts: readonly string[]): VisitSource {
  const value = createParamReader(visit.query ?? '');
  const referrer = parseHost(visit.referrer ?? '', ownHosts);
  const utmSource = value('utm_source');
  return {
    source: utmSource.toLowerCase() || (referrer ? getSourceName(referrer) : DIRECT),
    referrer,
    utmSource,
    utmMedium: value('utm_medium'),
    utmCampaign: value('utm_campaign'),
    utmTerm: value('utm_term'),
    utmContent: value('utm_content'),
    embed: parseOrigin(visit.embed ?? '', ownHosts),
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
