import { BLOG } from '#content/site.ts';
import type { SignInOptions } from '#domain/account.ts';

const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), usb=(), payment=()',
};

/** At a seller's name for nothing beneath it: it is theirs. A year is the least that OWASP ASVS 3.4.1 takes. */
const HELD_TO_TLS = { shop: 'max-age=63072000; includeSubDomains', seller: 'max-age=31536000' };

/** On every answer, whatever it is. Browsers are held to TLS only where the public origin has it. `whose`: the origin. */
export const commonHeaders = (
  origin: string,
  whose: keyof typeof HELD_TO_TLS = 'shop',
): Readonly<Record<string, string>> =>
  origin.startsWith('https:')
    ? { ...COMMON_HEADERS, 'Strict-Transport-Security': HELD_TO_TLS[whose] }
    : COMMON_HEADERS;

/** Where browsers tell of what a policy has stopped. */
export const CSP_REPORTS_PATH = '/reports/csp';
const REPORTING = { 'Reporting-Endpoints': `csp="${CSP_REPORTS_PATH}"` };

const baseWith = (connections = '', ancestors = "'none'"): string =>
  `default-src 'none'; base-uri 'none'; object-src 'none'; font-src 'self'; connect-src 'self'${connections}; form-action 'self'; frame-ancestors ${ancestors}; manifest-src 'self'; report-uri ${CSP_REPORTS_PATH}; report-to csp`;
const BASE = baseWith();

const publicPageCsp = (base: string): string =>
  `${base}; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self'`;

/** Pages of sellers: no inline script, style attributes only. They can lie in any cache. */
export const PUBLIC_PAGE_CSP = publicPageCsp(BASE);

/** What buyers see of themselves: no script at all. */
const BUYERS_CSP = `${BASE}; style-src 'self'; img-src 'self'`;

/** Machines' answers. */
export const API_CSP = "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Pictures, which are looked at by themselves as well. */
export const PICTURE_CSP = `${API_CSP}; sandbox`;

/** Set by the renderer: CSP sources of the inline scripts that our own components wrote, and of no others. */
const SCRIPT_SOURCES = 'x-script-sources';

/** Takes the sources out of the headers of a rendered document. They are hashes: the document can be cached. */
export function takeScriptSources(headers: Headers): string[] {
  const sources = headers.get(SCRIPT_SOURCES)?.split(' ') ?? [];
  headers.delete(SCRIPT_SOURCES);
  return sources.filter((source) => /^'sha256-[\w+/]{43}='$/.test(source));
}

const scriptSource = (scripts: readonly string[]): string => ["script-src 'self'", ...scripts].join(' ');

/** Hydrated screens. */
export const hydratedCsp = (scripts: readonly string[]): string =>
  `${BASE}; ${scriptSource(scripts)}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:`;

const origins = (hosts: readonly string[]): string => hosts.map((host) => ` https://${host}`).join('');

/** Posts hold what others wrote: pictures and videos of ours and of hosts that we trust, and the players of some. */
export const postCsp = (scripts: readonly string[]): string =>
  `${BASE}; ${scriptSource(scripts)}; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:${origins(BLOG.mediaHosts)}; media-src 'self'${origins(BLOG.mediaHosts)}; frame-src${origins(BLOG.frameHosts) || " 'none'"}`;

export type Captcha = NonNullable<SignInOptions['captcha']>['kind'];

/** Where the captchas load what they need from, in the words of their makers. */
const CAPTCHA_SOURCES: Record<Captcha, { code: string; more: string }> = {
  turnstile: { code: ' https://challenges.cloudflare.com', more: '' },
  hcaptcha: {
    code: ' https://hcaptcha.com https://*.hcaptcha.com',
    more: ' https://hcaptcha.com https://*.hcaptcha.com',
  },
};

/** Forms that a captcha guards: its script and frame, and nothing else of others. */
function captchaCsp(scripts: readonly string[], captcha: Captcha): string {
  const { code, more } = CAPTCHA_SOURCES[captcha];
  return `${baseWith(more)}; ${scriptSource(scripts)}${code}; style-src 'self' 'unsafe-inline'${more}; img-src 'self' data: blob:; frame-src${code}`;
}

const DOCUMENT_HEADERS = {
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  ...REPORTING,
} as const;

/**
 * The same inside pages of others, the only documents that may stand there: in those of `origins`. Null: in anybody's,
 * for what only says that it does not stand here.
 */
export const frameHeaders = (origins: readonly string[] | null): Record<string, string> => ({
  'Content-Security-Policy': publicPageCsp(baseWith('', origins ? origins.join(' ') || "'none'" : '*')),
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Robots-Tag': 'noindex',
  ...REPORTING,
});

/** Documents that hold nothing but a seller's page, or one that looks like it. */
export const isSellersDocument = (path: string): boolean =>
  /^\/(c\/|success$|checkout\/|subscription\/)/.test(path);

/** What somebody sees who was let in by a cookie; it lies in no cache and no search. */
const isBuyersDocument = (path: string): boolean => /^\/purchases(\/|$)/.test(path);

const BUYERS_HEADERS = {
  'Cache-Control': 'no-store',
  // Not 'no-referrer': browsers would hide from us that our own forms are ours.
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex, nofollow',
} as const;

/** What goes along with a document. `scripts`: sources of its inline scripts; `captcha`: the one that is configured. */
export function documentHeaders(
  path: string,
  scripts: readonly string[],
  captcha: Captcha | null = null,
): Record<string, string> {
  return {
    ...DOCUMENT_HEADERS,
    ...(isBuyersDocument(path) ? BUYERS_HEADERS : {}),
    'Content-Security-Policy': policyOf(path, scripts, captcha),
  };
}

const isPost = (path: string): boolean => /^\/blog\/[^/]/.test(path);

/** Where people sign in, or are led to it without another document: the screens behind the sign-in. */
const maySignIn = (path: string): boolean =>
  /^\/(auth|builder|pages|orders|domains|subscription|account|integrations)(\/|$)/.test(path);

const policyOf = (path: string, scripts: readonly string[], captcha: Captcha | null): string => {
  if (isSellersDocument(path)) return PUBLIC_PAGE_CSP;
  if (isBuyersDocument(path)) return BUYERS_CSP;
  if (captcha && maySignIn(path)) return captchaCsp(scripts, captcha);
  return isPost(path) ? postCsp(scripts) : hydratedCsp(scripts);
};
