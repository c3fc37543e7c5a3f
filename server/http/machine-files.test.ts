import { expect, test } from 'vitest';

import { SITE } from '#content/site.ts';
import { SITE_PATHS } from '#server/functions/sitemap.ts';
import { openShop } from '#server/testing.ts';

const DAY_MS = 86_400_000;
const APP_URL = 'https://shop.example';

const disallowed = (robots: string): RegExp[] =>
  [...robots.matchAll(/^Disallow: (.+)$/gm)].map(
    ([, path = '']) => new RegExp(`^${path.replaceAll('*', '.*')}`),
  );

test('lets robots.txt name the sitemap and exclude only private paths', async () => {
  const shop = await openShop({ env: { APP_URL } });
  const answer = await shop.request('/robots.txt');
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
  const robots = await answer.text();
  expect(robots).toContain(`Sitemap: ${APP_URL}/sitemap.xml\n`);
  const isKeptFrom = (path: string) => disallowed(robots).some((rule) => rule.test(path));
  for (const path of ['/builder', '/pages', '/orders', '/auth', '/functions/v1/x', '/sandbox', '/c/a/pay/1'])
    expect([path, isKeptFrom(path)]).toEqual([path, true]);
  for (const path of [...SITE_PATHS, '/c/taller', '/blog/a-post', '/media/a.webp', '/assets/a.css'])
    expect([path, isKeptFrom(path)]).toEqual([path, false]);
});

test('serves a security.txt that stays valid for months', async () => {
  const shop = await openShop({ env: { APP_URL } });
  const read = async () => {
    const answer = await shop.request('/.well-known/security.txt');
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=UTF-8');
    return new Map(
      (await answer.text())
        .trim()
        .split('\n')
        .map((line) => /^([\w-]+): (.+)$/.exec(line)?.slice(1) as [string, string]),
    );
  };
  const daysLeft = (expires = '', now = Date.now()) => (Date.parse(expires) - now) / DAY_MS;
  const first = await read();
  expect(first.get('Contact')).toBe(`mailto:${SITE.supportEmail}`);
  expect(first.get('Canonical')).toBe(`${APP_URL}/.well-known/security.txt`);
  expect(first.get('Expires')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  expect(daysLeft(first.get('Expires'))).toBeGreaterThan(150);
  expect(daysLeft(first.get('Expires'))).toBeLessThan(365);
  shop.advance(300 * DAY_MS);
  expect(daysLeft((await read()).get('Expires'), Date.now() + 300 * DAY_MS)).toBeGreaterThan(150);
});

test('serves a web manifest with name, color and existing icons', async () => {
  const shop = await openShop();
  const answer = await shop.request('/site.webmanifest');
  expect(answer.headers.get('content-type')).toBe('application/manifest+json');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
  const manifest = (await answer.json()) as { name: string; icons: { src: string; sizes: string }[] };
  expect(manifest.name).toBe(SITE.name);
  const { default: sharp } = await import('sharp');
  for (const { src, sizes } of manifest.icons) {
    const { width, height, format } = await sharp(`public${src}`).metadata();
    expect([src, `${width}x${height}`, format]).toEqual([src, sizes, 'png']);
  }
});
