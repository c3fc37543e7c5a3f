import { createHash } from 'node:crypto';

const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), usb=(), payment=()',
};

/** On every answer, whatever it is. Browsers are held to TLS only where the public origin has it. */
export const commonHeaders = (appUrl: string): Readonly<Record<string, string>> =>
  appUrl.startsWith('https:')
    ? { ...COMMON_HEADERS, 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' }
    : COMMON_HEADERS;

const BASE =
  "default-src 'none'; base-uri 'none'; object-src 'none'; font-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; manifest-src 'self'";

/** Pages of sellers: no inline script, style attributes only. They can lie in any cache. */
export const PUBLIC_PAGE_CSP = `${BASE}; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self'`;

/** Machines' answers. */
export const API_CSP = "default-src 'none'; frame-ancestors 'none'";

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** Hydrated screens: their few inline scripts are named by hash, so that the document can be kept and answered 304. */
export function hydratedCsp(html: string): string {
  const hashes = [...html.matchAll(INLINE_SCRIPT)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return `${BASE}; script-src 'self' ${[...new Set(hashes)].join(' ')}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:`;
}

const DOCUMENT_HEADERS = {
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
} as const;

/** Documents that hold nothing but a seller's page, or one that looks like it. */
export const isSellersDocument = (path: string): boolean =>
  /^\/(c\/|success$|checkout\/|subscription\/)/.test(path);

/** What goes along with a document, by its path and its finished text. */
export function documentHeaders(path: string, html: string): Record<string, string> {
  return { ...DOCUMENT_HEADERS, 'Content-Security-Policy': policyOf(path, html) };
}

const policyOf = (path: string, html: string): string =>
  isSellersDocument(path) ? PUBLIC_PAGE_CSP : hydratedCsp(html);
