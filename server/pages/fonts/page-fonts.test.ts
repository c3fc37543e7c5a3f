import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { FONT_PRESETS } from '#domain/fonts.ts';
import { DAY_MS } from '#domain/time-units.ts';
import type { AppOptions, PagesEntry } from '#server/app.ts';
import { fontFiles } from '#server/db/schema-pages.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

/** Stands in for the built routes: shows the product name and the names of the page's font files. */
const pagesEntry = {
  render: async (request, services) => {
    const pageResult = await services.findPage(new URL(request.url).pathname.slice(3));
    if (pageResult.kind !== 'page') return new Response('Nothing', { status: 404 });
    const { config, fontFiles: own } = pageResult.page;
    const html = `${config.productName}\n${[own?.stylesheet ?? '', ...(own?.files ?? [])].join(' ')}`;
    return new Response(html, { headers: { 'content-type': 'text/html' } });
  },
  fonts: {
    readTexts: ([html = '']) => ({ heading: html.split('\n')[0] ?? '', bold: 'Buy', regular: 'Throw a bowl' }),
    getSource: (family) => `/* ${family} */`,
  },
} satisfies PagesEntry;

async function openPage(change = {}, options: Partial<AppOptions> = {}) {
  const app = await createTestApp({ pagesEntry, ...options });
  const seller = await app.signUpSeller();
  await seller.publishPage({ fonts: FONT_PRESETS.classic, productName: 'Pottery', ...change }, 'taller');
  return { app, seller };
}

/** Paths of the page's font files, the stylesheet first; empty while the page has none. */
async function listFontPaths(app: TestApp): Promise<string[]> {
  const [, names = ''] = (await (await app.request('/c/taller')).text()).split('\n');
  return names
    .trim()
    .split(' ')
    .filter(Boolean)
    .map((name) => `/fonts/${name}`);
}

test('publishing makes font files of the page, which the document then names', async () => {
  const { app } = await openPage();
  await app.waitUntilIdle();
  const [stylesheet = '', ...files] = await listFontPaths(app);
  expect(files).toHaveLength(3);
  const css = await (await app.request(stylesheet)).text();
  expect(css.split('\n')).toEqual([
    '/* Playfair Display */',
    '/* Lora */',
    expect.stringMatching(/'Playfair Display';font-weight:700;.*unicode-range:U\+50,U\+65,U\+6F,U\+72,U\+74,U\+79\}$/),
    expect.stringMatching(/'Lora';font-weight:400;/),
    expect.stringMatching(/'Lora';font-weight:700;.*unicode-range:U\+42,U\+75,U\+79\}$/),
  ]);
  for (const file of files) expect(css).toContain(`url(${file.slice('/fonts/'.length)})`);
});

test('serves font files and their stylesheet as immutable', async () => {
  const { app } = await openPage();
  await app.waitUntilIdle();
  const [stylesheet = '', file = ''] = await listFontPaths(app);
  for (const [path, type] of [
    [stylesheet, 'text/css; charset=utf-8'],
    [file, 'font/woff2'],
  ] as const) {
    const answer = await app.request(path);
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, type]);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  }
  const bytes = Buffer.from(await (await app.request(file)).arrayBuffer());
  expect(bytes.subarray(0, 4).toString()).toBe('wOF2');
  expect(bytes.length).toBeLessThan(3000);
  for (const path of ['/fonts/none.woff2', `/fonts/${'x'.repeat(22)}.css`])
    expect([path, (await app.request(path)).status]).toEqual([path, 404]);
});

test('serves the page with full fonts until its own are ready, and makes missing ones at the first view', async () => {
  const { app } = await openPage();
  await app.waitUntilIdle();
  const own = await listFontPaths(app);
  // A restored backup or an update of the app can leave a page without its fonts.
  await app.context.db.execute(sql`delete from page_fonts`);
  await app.context.db.execute(sql`update pages set live_version = live_version`);
  await app.context.waitForReplication();
  expect(await listFontPaths(app)).toEqual([]);
  await app.waitUntilIdle();
  expect(await listFontPaths(app)).toEqual(own);
});

test('a page whose fonts cannot be made stays with the full ones', async () => {
  const readTexts = () => {
    throw new Error('No texts');
  };
  const { app } = await openPage({}, { pagesEntry: { ...pagesEntry, fonts: { ...pagesEntry.fonts, readTexts } } });
  await app.waitUntilIdle();
  expect(await listFontPaths(app)).toEqual([]);
});

test('equal texts share their files; files that no page uses are deleted a day later', async () => {
  const { app, seller } = await openPage();
  await app.waitUntilIdle();
  const first = await listFontPaths(app);
  await seller.publishPage({ fonts: FONT_PRESETS.classic, productName: 'Bowls' }, 'taller');
  await app.waitUntilIdle();
  const second = await listFontPaths(app);
  expect(second.slice(2)).toEqual(first.slice(2));
  expect(second[1]).not.toBe(first[1]);
  expect((await app.request(first[1] ?? '')).status).toBe(200);

  const twoDaysAgo = new Date(app.context.realNow().getTime() - 2 * DAY_MS);
  await app.context.db.update(fontFiles).set({ usedAt: twoDaysAgo });
  await seller.publishPage({ fonts: FONT_PRESETS.classic, productName: 'Bowls', price: '31' }, 'taller');
  await app.waitUntilIdle();
  expect(await listFontPaths(app)).toEqual(second);
  expect((await app.request(first[1] ?? '')).status).toBe(404);
  expect(await app.context.db.select({ name: fontFiles.name }).from(fontFiles)).toHaveLength(second.length);
});
