import { safeUrl } from './text.ts';

export const MAX_EMBED_ORIGINS = 20;
const MAX_ADDRESS = 2048;

/** Where a page may be shown inside other pages: origins such as https://shop.example; nowhere when there are none. */
export type Embedding = { origins: string[] };

/** The script that other sites load. It never changes under its address: its hash stands in their pages. */
export const EMBED_SCRIPT = {
  path: '/embed/v1.js',
  integrity: 'sha384-FAPxq9wqDxjHLbuvYnTNtIlmcfcrzfZOsnGpmK7Bis3ZW1G3AyPkwRUDLyiwtAP+',
} as const;

/** What a policy of a page can name: no wildcards, and of addresses in numbers only this machine's. */
const NAME = /^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)*$/;
const NUMBERS = /^[\d.]+$/;

const isLoopback = (host: string): boolean => /^(127\.0\.0\.1|(.+\.)?localhost)$/.test(host);

function siteOf(text: string): URL | null {
  const typed = text.trim();
  const url = safeUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
  return url === null ? null : new URL(url);
}

/** The origin of whatever address of a site was typed, `https://` where that was left out; null when it can have no page inside. */
export function originFrom(text: string): string | null {
  const site = siteOf(text);
  if (!site || !NAME.test(site.hostname)) return null;
  if (isLoopback(site.hostname)) return site.origin;
  return site.protocol === 'https:' && !NUMBERS.test(site.hostname) ? site.origin : null;
}

/** Why an entry is no site that a page can stand in; null when it is one. */
export function originProblem(text: string): string | null {
  if (originFrom(text)) return null;
  if (text.includes('*'))
    return 'Name each site by itself, such as https://www.example.com: a * would let in strangers';
  const site = siteOf(text);
  return site?.protocol === 'http:' && NAME.test(site.hostname)
    ? 'The site must be on https://. Only this machine itself (localhost) may be on http://'
    : 'Type the address of a site, such as https://www.example.com';
}

/** Origins as they are published: each once. What is none stays as it was typed, to be told of. */
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

/** The address of a page on a site of the list, without its fragment; null for every other text. */
export function returnAddressOf(origins: readonly string[], text: string | null | undefined): string | null {
  const safe = text ? safeUrl(text) : null;
  if (safe === null || safe.length > MAX_ADDRESS) return null;
  const address = new URL(safe);
  address.hash = '';
  return origins.includes(address.origin) ? address.href : null;
}

const MARK = 'tillwright';

/** The same with a mark by which the script there knows which order the buyer comes back from. */
export const returnWithOrder = (address: string, slug: string, token: string): string =>
  `${address}#${MARK}=${slug}.${token}`;
