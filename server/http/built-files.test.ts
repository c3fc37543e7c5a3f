import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

import { expect, onTestFinished, test } from 'vitest';

import { at, ECHO, prove } from '#server/hosts/testing-sites.ts';
import { openShop } from '#server/testing.ts';
import { builtFiles } from './built-files.ts';
import { MACHINE, wrongHeaders } from './testing-headers.ts';

const SCRIPT = 'export const answer = 42;';
const FILES: Record<string, string | Buffer> = {
  'assets/page-abc.js': SCRIPT,
  'assets/page-abc.js.gz': gzipSync(SCRIPT),
  'assets/page-def.css': 'body{margin:0}',
  'assets/letters.woff2': 'letters',
  'assets/shot.webp': 'picture',
  'embed/v1.js': SCRIPT,
  'samples/cup.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'icons/icon-192.png': 'picture',
  'favicon.ico': 'picture',
};

async function openBuild() {
  const root = await mkdtemp(path.join(tmpdir(), 'tillwright-build-'));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const [name, content] of Object.entries(FILES)) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), content);
  }
  return builtFiles(root);
}

const SHOWN = { ...MACHINE, 'cross-origin-resource-policy': 'cross-origin' };
const FOREVER = { 'cache-control': 'public, max-age=31536000, immutable' };
const AN_HOUR = { 'cache-control': 'public, max-age=3600' };

test('sends the common headers with every built file, and lets other sites load public ones', async () => {
  const shop = await openShop({ pagesEntry: ECHO, files: await openBuild() });
  const expected = {
    '/assets/page-abc.js': { ...MACHINE, ...FOREVER, 'content-type': 'text/javascript; charset=utf-8' },
    '/assets/page-def.css': { ...MACHINE, ...FOREVER, 'content-type': 'text/css; charset=utf-8' },
    '/assets/letters.woff2': { ...MACHINE, ...FOREVER, 'content-type': 'font/woff2' },
    '/assets/shot.webp': { ...SHOWN, ...FOREVER, 'content-type': 'image/webp' },
    '/embed/v1.js': { ...SHOWN, ...FOREVER, 'access-control-allow-origin': '*' },
    '/samples/cup.svg': { ...SHOWN, ...AN_HOUR, 'content-type': /^image\/svg\+xml/ },
    '/icons/icon-192.png': { ...SHOWN, ...AN_HOUR, 'content-type': 'image/png' },
    '/favicon.ico': { ...SHOWN, ...AN_HOUR, 'content-type': 'image/x-icon' },
  };
  for (const [file, headers] of Object.entries(expected)) {
    const answer = await shop.request(file);
    expect([file, answer.status, wrongHeaders(answer.headers, headers)]).toEqual([file, 200, []]);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from(FILES[file.slice(1)] ?? ''));
  }
  expect((await shop.request('/assets/nothing.js')).headers.get('cache-control')).not.toContain('immutable');
});

test('serves compressed built files to browsers that accept them', async () => {
  const shop = await openShop({ pagesEntry: ECHO, files: await openBuild() });
  const answer = await shop.request('/assets/page-abc.js', { headers: { 'accept-encoding': 'gzip' } });
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(FILES['assets/page-abc.js.gz']);
});

test("sends HSTS for subdomains on the app's own host, and without them on a seller's domain", async () => {
  const shop = await openShop({
    pagesEntry: ECHO,
    files: await openBuild(),
    env: { APP_URL: 'https://shop.example' },
  });
  const { pageId } = await (await shop.seller()).publish({}, 'taller');
  await prove(shop, 'pay.example.com', pageId);
  const held = async (host: string) =>
    (await at(shop, host)('/assets/page-abc.js')).headers.get('strict-transport-security');
  expect(await held('shop.example')).toBe('max-age=63072000; includeSubDomains');
  expect(await held('pay.example.com')).toBe('max-age=31536000');
});
