import { createHash } from 'node:crypto';

import { fallbackPageMessages } from '#content/messages/fallback-pages.ts';

import { RETRY_AFTER_BY_STATUS_S } from './app-error.ts';
import { API_CSP } from './security-headers.ts';

/** Neutral style: these documents show neither the seller's nor our brand. */
const STYLE = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;min-height:100svh;display:grid;place-items:center;font:1rem/1.5 system-ui,sans-serif}
main{max-width:32rem;padding:2rem;text-align:center}
h1{margin:0 0 .5rem;font-size:1.5rem;line-height:1.25;text-wrap:balance}
p{margin:0}
a{color:inherit;text-underline-offset:.2em}`;

const styleHash = createHash('sha256').update(STYLE).digest('base64');

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `${API_CSP}; form-action 'none'; style-src 'sha256-${styleHash}'`,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex',
};

type DocumentTexts = { title: string; text: string };

/** Tags `<link>` in the text become links to the root of the domain. */
const renderDocument = ({ title, text }: DocumentTexts): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text.replace('<link>', '<a href="/">').replace('</link>', '</a>')}</p>
</main>
</body>
</html>
`;

const createResponder =
  (html: string, status = 404, extraHeaders: Record<string, string> = {}) =>
  (): Response =>
    new Response(html, { status, headers: { ...HEADERS, ...extraHeaders } });

/** Shown at the root of a domain without a page. */
export const nothingOnSalePage = createResponder(renderDocument(fallbackPageMessages.empty));

/** Shown for every other path of a seller's domain. */
export const pageNotFound = createResponder(renderDocument(fallbackPageMessages.notFound));

/** Shown for a host that cannot be resolved at the moment. */
export const unavailablePage = createResponder(renderDocument(fallbackPageMessages.unavailable), 503, {
  'Retry-After': String(RETRY_AFTER_BY_STATUS_S),
});
