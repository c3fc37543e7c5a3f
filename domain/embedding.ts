import { pageRuleMessages } from '#content/messages/page-rules.ts';

import type { FieldCheck } from './page-field-type.ts';
import { parseSafeUrl } from './text.ts';

export const MAX_EMBED_ORIGINS = 20;
const MAX_URL_LENGTH = 2048;

/** Origins (such as https://shop.example) whose pages may embed the checkout page; empty: none. */
export type Embedding = { origins: string[] };

/** Embed script for other sites. It is improved at this URL; only breaking changes get a new one. */
export const EMBED_SCRIPT_PATH = '/embed/v2.js';

/** Hosts that a content security policy can name: no wildcards, and only loopback IP addresses. */
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)*$/;
const IP_ADDRESS = /^[\d.]+$/;

const isLoopback = (host: string): boolean => /^(127\.0\.0\.1|(.+\.)?localhost)$/.test(host);

function parseSite(text: string): URL | null {
  const input = text.trim();
  const url = parseSafeUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(input) ? input : `https://${input}`);
  return url === null ? null : new URL(url);
}

/** Origin of a typed site address, `https://` by default; null if the site cannot embed pages. */
export function parseOrigin(text: string): string | null {
  const site = parseSite(text);
  if (!site || !HOST_NAME.test(site.hostname)) return null;
  if (isLoopback(site.hostname)) return site.origin;
  return site.protocol === 'https:' && !IP_ADDRESS.test(site.hostname) ? site.origin : null;
}

/** Validates an embedding origin; returns an error message or null. */
export function validateOrigin(text: string): string | null {
  if (parseOrigin(text)) return null;
  if (text.includes('*')) return pageRuleMessages.embedding.wildcard;
  const site = parseSite(text);
  return site?.protocol === 'http:' && HOST_NAME.test(site.hostname)
    ? pageRuleMessages.embedding.insecure
    : pageRuleMessages.embedding.invalid;
}

/** Normalizes and deduplicates origins. Invalid entries stay as typed, for the validation message. */
export const normalizeEmbedding = ({ origins }: Embedding): Embedding => ({
  origins: [...new Set(origins.map((text) => parseOrigin(text) ?? text.trim()))].filter(Boolean),
});

export const validateEmbedding = ({ origins }: Embedding): FieldCheck[] => [
  [
    'embedding',
    origins.length > MAX_EMBED_ORIGINS ? pageRuleMessages.embedding.tooMany({ max: MAX_EMBED_ORIGINS }) : null,
  ],
  ...origins.map((origin, index): FieldCheck => [`embedding.${index}`, validateOrigin(origin)]),
];

/** Page URL on an allowed origin, without fragment; null for anything else. */
export function parseReturnUrl(origins: readonly string[], text: string | null | undefined): string | null {
  const safe = text ? parseSafeUrl(text) : null;
  if (safe === null || safe.length > MAX_URL_LENGTH) return null;
  const address = new URL(safe);
  address.hash = '';
  return origins.includes(address.origin) ? address.href : null;
}

const FRAGMENT_KEY = 'tillwright';

/** Adds a fragment by which the embed script learns which order the buyer returns from. */
export const buildReturnUrl = (address: string, slug: string, token: string): string =>
  `${address}#${FRAGMENT_KEY}=${slug}.${token}`;
