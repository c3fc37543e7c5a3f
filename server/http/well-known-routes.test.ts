import { expect, test } from 'vitest';

import { SITE } from '#content/site.ts';
import { DAY_MS } from '#domain/time-units.ts';
import { SITE_PATHS } from '#server/pages/load-sitemap.ts';
import { createTestApp } from '#server/testing/test-app.ts';

const APP_URL = 'https://shop.example';

const disallowed = (robots: string): RegExp[] =>
  [...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => new RegExp(`^${path.replaceAll('*', '.*')}`));

test('lets robots.txt name the sitemap and exclude only private paths', async () => {
  const app = await createTestApp({ env: { APP_URL } });
  const response = await app.request('/robots.txt');
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
  const robots = await response.text();
  expect(robots).toContain(`Sitemap: ${APP_URL}/sitemap.xml\n`);
  const isDisallowed = (path: string) => disallowed(robots).some((rule) => rule.test(path));
  for (const path of ['/builder', '/pages', '/orders', '/auth', '/functions/v1/x', '/sandbox', '/c/a/pay/1'])
    expect([path, isDisallowed(path)]).toEqual([path, true]);
  for (const path of [...SITE_PATHS, '/c/taller', '/blog/a-post', '/media/a.webp', '/assets/a.css'])
    expect([path, isDisallowed(path)]).toEqual([path, false]);
});

test('serves a security.txt that stays valid for months', async () => {
  const app = await createTestApp({ env: { APP_URL } });
  const readSecurityTxt = async () => {
    const response = await app.request('/.well-known/security.txt');
    expect(response.headers.get('content-type')).toBe('text/plain; charset=UTF-8');
    return new Map(
      (await response.text())
        .trim()
        .split('\n')
        .map((line) => /^([\w-]+): (.+)$/.exec(line)?.slice(1) as [string, string]),
    );
  };
  const daysLeft = (expires = '', now = Date.now()) => (Date.parse(expires) - now) / DAY_MS;
  const first = await readSecurityTxt();
  expect(first.get('Contact')).toBe(`mailto:${SITE.supportEmail}`);
  expect(first.get('Canonical')).toBe(`${APP_URL}/.well-known/security.txt`);
  expect(first.get('Expires')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  expect(daysLeft(first.get('Expires'))).toBeGreaterThan(150);
  expect(daysLeft(first.get('Expires'))).toBeLessThan(365);
  app.advance(300 * DAY_MS);
  expect(daysLeft((await readSecurityTxt()).get('Expires'), Date.now() + 300 * DAY_MS)).toBeGreaterThan(150);
});

test('serves a web manifest with name, color and existing icons', async () => {
  const app = await createTestApp();
  const response = await app.request('/site.webmanifest');
  expect(response.headers.get('content-type')).toBe('application/manifest+json');
  expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
  const manifest = (await response.json()) as { name: string; icons: { src: string; sizes: string }[] };
  expect(manifest.name).toBe(SITE.name);
  const { default: sharp } = await import('sharp');
  for (const { src, sizes } of manifest.icons) {
    const { width, height, format } = await sharp(`public${src}`).metadata();
    expect([src, `${width}x${height}`, format]).toEqual([src, sizes, 'png']);
  }
});
