import { BLOG } from '#content/site.ts';
import type { SignInOptions } from '#domain/account.ts';
import type { Site } from '#server/core/site.ts';

import { REQUEST_ID_HEADER, requestIdOf } from './request-context.ts';

const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), usb=(), payment=()',
};

/** HSTS values. Not for subdomains of a seller's domain, which the seller owns. OWASP ASVS 3.4.1 requires a year. */
const HSTS_VALUES = { app: 'max-age=63072000; includeSubDomains', seller: 'max-age=31536000' };

/** Headers of every response. HSTS is sent only when the public origin uses TLS. `owner`: owner of the origin. */
export const commonHeaders = (
  origin: string,
  owner: keyof typeof HSTS_VALUES = 'app',
): Readonly<Record<string, string>> =>
  origin.startsWith('https:') ? { ...COMMON_HEADERS, 'Strict-Transport-Security': HSTS_VALUES[owner] } : COMMON_HEADERS;

/** Site of an unknown host, which gets no host-specific headers. */
export const NO_SITE: Site = { origin: '', tenantDomain: null };

/** Headers of every response at a site. */
export const siteHeaders = ({ origin, tenantDomain }: Site): Readonly<Record<string, string>> =>
  commonHeaders(origin, tenantDomain ? 'seller' : 'app');

/** Endpoint for CSP violation reports. */
export const CSP_REPORTS_PATH = '/reports/csp';
const REPORTING_HEADERS = { 'Reporting-Endpoints': `csp="${CSP_REPORTS_PATH}"` };

const baseCsp = (connectSources = '', frameAncestors = "'none'"): string =>
  `default-src 'none'; base-uri 'none'; object-src 'none'; font-src 'self'; connect-src 'self'${connectSources}; form-action 'self'; frame-ancestors ${frameAncestors}; manifest-src 'self'; report-uri ${CSP_REPORTS_PATH}; report-to csp`;
const BASE_CSP = baseCsp();

const publicPageCsp = (base: string): string =>
  `${base}; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self'`;

/** Sellers' pages: no inline scripts, style attributes only. Cacheable. */
const PUBLIC_PAGE_CSP = publicPageCsp(BASE_CSP);

/** Buyer portal: no scripts; style attributes only, for the colors of the seller. */
const BUYER_CSP = `${BASE_CSP}; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self'`;

/** API responses. */
export const API_CSP = "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** All headers of a short machine-readable response that is sent without the routers. */
export const shortResponseHeaders = (site: Site): Record<string, string> => ({
  ...siteHeaders(site),
  'Content-Security-Policy': API_CSP,
  'Cache-Control': 'no-store',
  [REQUEST_ID_HEADER]: requestIdOf(undefined),
});

/** Images, which can also be opened on their own. */
export const IMAGE_CSP = `${API_CSP}; sandbox`;

/** Header set by the renderer: CSP sources of the inline scripts of our own components. */
const SCRIPT_SOURCES = 'x-script-sources';

/** Removes the script sources from a rendered document's headers. They are hashes, so the document can be cached. */
export function extractScriptSources(headers: Headers): string[] {
  const sources = headers.get(SCRIPT_SOURCES)?.split(' ') ?? [];
  headers.delete(SCRIPT_SOURCES);
  return sources.filter((source) => /^'sha256-[\w+/]{43}='$/.test(source));
}

const scriptSource = (scripts: readonly string[]): string => ["script-src 'self'", ...scripts].join(' ');

/** Hydrated screens. */
const hydratedCsp = (scripts: readonly string[]): string =>
  `${BASE_CSP}; ${scriptSource(scripts)}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:`;

const origins = (hosts: readonly string[]): string => hosts.map((host) => ` https://${host}`).join('');

/** Blog posts contain foreign HTML: images and videos of ours and of trusted hosts, and some embedded players. */
const postCsp = (scripts: readonly string[]): string =>
  `${BASE_CSP}; ${scriptSource(scripts)}; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:${origins(BLOG.mediaHosts)}; media-src 'self'${origins(BLOG.mediaHosts)}; frame-src${origins(BLOG.frameHosts) || " 'none'"}`;

export type Captcha = NonNullable<SignInOptions['captcha']>['kind'];

/** Sources that the CAPTCHA providers document. */
const CAPTCHA_SOURCES: Record<Captcha, { code: string; extraHosts: string }> = {
  turnstile: { code: ' https://challenges.cloudflare.com', extraHosts: '' },
  hcaptcha: {
    code: ' https://hcaptcha.com https://*.hcaptcha.com',
    extraHosts: ' https://hcaptcha.com https://*.hcaptcha.com',
  },
};

/** Pages with a CAPTCHA: its script and frame, and nothing else from other origins. */
function captchaCsp(scripts: readonly string[], captcha: Captcha): string {
  const { code, extraHosts } = CAPTCHA_SOURCES[captcha];
  return `${baseCsp(extraHosts)}; ${scriptSource(scripts)}${code}; style-src 'self' 'unsafe-inline'${extraHosts}; img-src 'self' data: blob:; frame-src${code}`;
}

const DOCUMENT_HEADERS = {
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  ...REPORTING_HEADERS,
} as const;

/**
 * Headers of embeddable documents, the only ones that may be framed: by these `origins`. Null: by any site, for a document
 * that only says that it cannot be shown there.
 */
export const frameHeaders = (origins: readonly string[] | null): Record<string, string> => ({
  'Content-Security-Policy': publicPageCsp(baseCsp('', origins ? origins.join(' ') || "'none'" : '*')),
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Robots-Tag': 'noindex',
  ...REPORTING_HEADERS,
});

/** Documents that contain a seller's page or look like one. */
export const isSellerDocument = (path: string): boolean =>
  /^\/(c\/|success(\/|$)|checkout\/|subscription\/)/.test(path);

/** Documents of the buyer portal and of access links; never cached or indexed. The seller's sample runs React. */
const isBuyerDocument = (path: string): boolean => /^\/(purchases(\/|$)|g\/(?!sample\/))/.test(path);

const BUYER_HEADERS = {
  'Cache-Control': 'no-store',
  // Not 'no-referrer': browsers would then send no Origin with our own forms.
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex, nofollow',
} as const;

/** Headers of a document. `scripts`: sources of its inline scripts; `captcha`: the configured provider. */
export function documentHeaders(
  path: string,
  scripts: readonly string[],
  captcha: Captcha | null = null,
): Record<string, string> {
  return {
    ...DOCUMENT_HEADERS,
    ...(isBuyerDocument(path) ? BUYER_HEADERS : {}),
    'Content-Security-Policy': cspOf(path, scripts, captcha),
  };
}

const isPost = (path: string): boolean => /^\/blog\/[^/]/.test(path);

/** Screens with a sign-in, and screens that lead to one without a new document. */
const mayShowSignIn = (path: string): boolean =>
  /^\/(auth|builder|pages|orders|domains|subscription|account|integrations)(\/|$)/.test(path);

const cspOf = (path: string, scripts: readonly string[], captcha: Captcha | null): string => {
  if (isSellerDocument(path)) return PUBLIC_PAGE_CSP;
  if (isBuyerDocument(path)) return BUYER_CSP;
  if (captcha && mayShowSignIn(path)) return captchaCsp(scripts, captcha);
  return isPost(path) ? postCsp(scripts) : hydratedCsp(scripts);
};
