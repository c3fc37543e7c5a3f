import { Hono } from 'hono';

import { SITE } from '#content/site.ts';
import { DAY_MS } from '#domain/time-units.ts';
import type { Context } from '#server/core/context.ts';

/** Paths without content for search engines: sellers' screens and API routes. */
const DISALLOWED_PATHS = [
  '/builder',
  '/pages',
  '/files',
  '/licenses',
  '/orders',
  '/customers',
  '/analytics',
  '/domains',
  '/subscription$',
  '/integrations',
  '/auth',
  '/success',
  '/g/',
  '/c/*/pay/',
  '/functions/',
  '/webhooks/',
  '/sandbox',
] as const;

/** RFC 9116 requires less than a year. */
const CONTACT_VALID_DAYS = 180;
const CACHE_HEADERS = { 'Cache-Control': 'public, max-age=3600' };

/** Files at well-known paths: `/robots.txt`, `/.well-known/security.txt`, `/site.webmanifest`. */
export function wellKnownRoutes({ config: { appUrl }, realNow }: Context): Hono {
  const routes = new Hono();
  const robots = ['User-agent: *', ...DISALLOWED_PATHS.map((path) => `Disallow: ${path}`)];
  routes.get('/robots.txt', (c) =>
    c.text(`${robots.join('\n')}\n\nSitemap: ${appUrl}/sitemap.xml\n`, 200, CACHE_HEADERS),
  );
  routes.get('/.well-known/security.txt', (c) => {
    const expires = new Date(realNow().getTime() + CONTACT_VALID_DAYS * DAY_MS);
    const lines = [
      `Contact: mailto:${SITE.supportEmail}`,
      `Expires: ${expires.toISOString().replace(/\.\d+Z$/, 'Z')}`,
      'Preferred-Languages: en',
      `Canonical: ${appUrl}/.well-known/security.txt`,
    ];
    return c.text(`${lines.join('\n')}\n`, 200, CACHE_HEADERS);
  });
  routes.get('/site.webmanifest', (c) =>
    c.body(JSON.stringify(MANIFEST), 200, { ...CACHE_HEADERS, 'Content-Type': 'application/manifest+json' }),
  );
  return routes;
}

const icon = (size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${purpose === 'any' ? 'icon' : 'maskable'}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

const MANIFEST = {
  id: '/',
  name: SITE.name,
  short_name: SITE.name,
  description: SITE.description,
  lang: 'en',
  start_url: '/builder',
  scope: '/',
  display: 'minimal-ui',
  background_color: SITE.themeColor.light,
  theme_color: SITE.themeColor.light,
  icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable')],
};
