import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

import { expect, onTestFinished, test } from 'vitest';

import { requestAt, ECHO, addVerifiedDomain } from '#server/testing/sites.ts';
import { createTestApp } from '#server/testing/test-app.ts';

import { API_EXPECTED, listWrongHeaders } from '../testing/expected-headers.ts';
import { builtFiles } from './static-files.ts';

const SCRIPT = 'export const answer = 42;';
const FILES: Record<string, string | Buffer> = {
  'assets/page-abc.js': SCRIPT,
  'assets/page-abc.js.gz': gzipSync(SCRIPT),
  'assets/page-def.css': 'body{margin:0}',
  'assets/letters.woff2': 'letters',
  'assets/shot.webp': 'picture',
  'embed/v1.js': SCRIPT,
  'embed/v2.js': SCRIPT,
  'samples/cup.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'icons/icon-192.png': 'picture',
  'favicon.ico': 'picture',
};

async function createBuild() {
  const root = await mkdtemp(path.join(tmpdir(), 'tillwright-build-'));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const [name, content] of Object.entries(FILES)) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), content);
  }
  return builtFiles(root);
}

const EMBEDDABLE = { ...API_EXPECTED, 'cross-origin-resource-policy': 'cross-origin' };
const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' };
const ONE_HOUR = { 'cache-control': 'public, max-age=3600' };

test('sends the common headers with every built file, and lets other sites load public ones', async () => {
  const app = await createTestApp({ pagesEntry: ECHO, files: await createBuild() });
  const expected = {
    '/assets/page-abc.js': {
      ...API_EXPECTED,
      ...IMMUTABLE,
      'content-type': 'text/javascript; charset=utf-8',
    },
    '/assets/page-def.css': { ...API_EXPECTED, ...IMMUTABLE, 'content-type': 'text/css; charset=utf-8' },
    '/assets/letters.woff2': { ...API_EXPECTED, ...IMMUTABLE, 'content-type': 'font/woff2' },
    '/assets/shot.webp': { ...EMBEDDABLE, ...IMMUTABLE, 'content-type': 'image/webp' },
    '/embed/v1.js': { ...EMBEDDABLE, ...IMMUTABLE, 'access-control-allow-origin': '*' },
    '/embed/v2.js': { ...EMBEDDABLE, 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' },
    '/samples/cup.svg': { ...EMBEDDABLE, ...ONE_HOUR, 'content-type': /^image\/svg\+xml/ },
    '/icons/icon-192.png': { ...EMBEDDABLE, ...ONE_HOUR, 'content-type': 'image/png' },
    '/favicon.ico': { ...EMBEDDABLE, ...ONE_HOUR, 'content-type': 'image/x-icon' },
  };
  for (const [file, headers] of Object.entries(expected)) {
    const response = await app.request(file);
    expect([file, response.status, listWrongHeaders(response.headers, headers)]).toEqual([file, 200, []]);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(FILES[file.slice(1)] ?? ''));
  }
  expect((await app.request('/assets/nothing.js')).headers.get('cache-control')).not.toContain('immutable');
});

test('serves compressed built files to browsers that accept them', async () => {
  const app = await createTestApp({ pagesEntry: ECHO, files: await createBuild() });
  const response = await app.request('/assets/page-abc.js', { headers: { 'accept-encoding': 'gzip' } });
  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect(Buffer.from(await response.arrayBuffer())).toEqual(FILES['assets/page-abc.js.gz']);
});

test("sends HSTS for subdomains on the app's own host, and without them on a seller's domain", async () => {
  const app = await createTestApp({
    pagesEntry: ECHO,
    files: await createBuild(),
    env: { APP_URL: 'https://shop.example' },
  });
  const { pageId } = await (await app.signUpSeller()).publishPage({}, 'taller');
  await addVerifiedDomain(app, 'pay.example.com', pageId);
  const hstsOf = async (host: string) =>
    (await requestAt(app, host)('/assets/page-abc.js')).headers.get('strict-transport-security');
  expect(await hstsOf('shop.example')).toBe('max-age=63072000; includeSubDomains');
  expect(await hstsOf('pay.example.com')).toBe('max-age=31536000');
});
