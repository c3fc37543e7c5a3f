import { safeUrl } from './text.ts';

export const MAX_EMBED_ORIGINS = 20;
const MAX_ADDRESS = 2048;

/** Origins (such as https://shop.example) whose pages may embed the checkout page; empty: none. */
export type Embedding = { origins: string[] };

/** Embed script for other sites. Its content never changes at this URL, because their pages contain its hash. */
export const EMBED_SCRIPT = {
  path: '/embed/v1.js',
  integrity: 'sha384-FAPxq9wqDxjHLbuvYnTNtIlmcfcrzfZOsnGpmK7Bis3ZW1G3AyPkwRUDLyiwtAP+',
} as const;

/** Hosts that a content security policy can name: no wildcards, and only loopback IP addresses. */
const NAME = /^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)*$/;
const NUMBERS = /^[\d.]+$/;

const isLoopback = (host: string): boolean => /^(127\.0\.0\.1|(.+\.)?localhost)$/.test(host);

function siteOf(text: string): URL | null {
  const typed = text.trim();
  const url = safeUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
  return url === null ? null : new URL(url);
}

/** Origin of a typed site address, `https://` by default; null if the site cannot embed pages. */
export function originFrom(text: string): string | null {
  const site = siteOf(text);
  if (!site || !NAME.test(site.hostname)) return null;
  if (isLoopback(site.hostname)) return site.origin;
  return site.protocol === 'https:' && !NUMBERS.test(site.hostname) ? site.origin : null;
}

/** Validates an embedding origin; returns an error message or null. */
export function originProblem(text: string): string | null {
  if (originFrom(text)) return null;
  if (text.includes('*'))
    return 'Name each site by itself, such as https://www.example.com: a * would let in strangers';
  const site = siteOf(text);
  return site?.protocol === 'http:' && NAME.test(site.hostname)
    ? 'The site must be on https://. Only this machine itself (localhost) may be on http://'
    : 'Type the address of a site, such as https://www.example.com';
}

/** Normalizes and deduplicates origins. Invalid entries stay as typed, for the validation message. */
export const tidyEmbedding = ({ origins }: Embedding): Embedding => ({
  origins: [...new Set(origins.map((text) => originFrom(text) ?? text.trim()))].filter(Boolean),
});

export const embedChecks = ({ origins }: Embedding): [string, string | null][] => [
  [
    'embedding',
    origins.length > MAX_EMBED_ORIGINS
      ? `A page can stand in at most ${MAX_EMBED_ORIGINS} sites; these are ${origins.length}`
      : null,
  ],
  ...origins.map((origin, index): [string, string | null] => [`embedding.${index}`, originProblem(origin)]),
];

/** Page URL on an allowed origin, without fragment; null for anything else. */
export function returnAddressOf(origins: readonly string[], text: string | null | undefined): string | null {
  const safe = text ? safeUrl(text) : null;
  if (safe === null || safe.length > MAX_ADDRESS) return null;
  const address = new URL(safe);
  address.hash = '';
  return origins.includes(address.origin) ? address.href : null;
}

const MARK = 'tillwright';

/** Adds a fragment that tells the embed script which order the buyer returns from. */
export const returnWithOrder = (address: string, slug: string, token: string): string =>
  `${address}#${MARK}=${slug}.${token}`;
