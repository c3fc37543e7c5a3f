import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { MAX_PAGE_BYTES } from '#domain/page-size.ts';

import { createSharedApp } from '../support/http-test-app.ts';
import { listAttributes } from '../support/page-metadata.ts';
import { Visitor } from '../support/visitor.ts';

const app = createSharedApp();

/** Size of a compressed response body in bytes, as transferred to a browser. */
const getTransferSize = (address: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'gzip, deflate, br, zstd', accept: '*/*' };
    get(new URL(address, app().url), { headers }, (response) => {
      if (response.statusCode === 200) buffer(response).then(({ length }) => resolve(length), reject);
      else reject(new Error(`${address} answered ${response.statusCode}`));
    }).on('error', reject);
  });

const openPage = (address: string) => new Visitor(app().url).open(address);

test('document, stylesheets and script of a published page stay within the advertised size', async () => {
  const page = await openPage('/c/demo');
  const files = [
    ...listAttributes(page, 'link[rel=stylesheet]', 'href'),
    ...listAttributes(page, 'script[src]', 'src'),
  ];
  expect(files.length).toBeGreaterThan(2);
  const sizes = await Promise.all(['/c/demo', ...files].map((address) => getTransferSize(address ?? '')));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_PAGE_BYTES);
});

test('a published page has one small script, which imports only the challenge solver, on demand', async () => {
  const scripts = listAttributes(await openPage('/c/demo'), 'script[src]', 'src');
  expect(scripts).toHaveLength(1);
  const code = await (await fetch(new URL(scripts[0] ?? '', app().url))).text();
  expect(gzipSync(code).length).toBeLessThan(5 * 1024);
  expect(code).not.toMatch(/\bimport\b(?!\()/);
  expect(code.match(/\bimport\(/g) ?? []).toHaveLength(1);
});

test('the front page is one small document with one small script', async () => {
  const page = await openPage('/');
  expect(Buffer.byteLength(page.html)).toBeLessThanOrEqual(64_000);
  const scripts = listAttributes(page, 'script[src]', 'src');
  expect(scripts).toHaveLength(1);
  expect(await getTransferSize(scripts[0] ?? '')).toBeLessThanOrEqual(5000);
});
