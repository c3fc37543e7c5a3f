import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';

import { expect, test } from 'vitest';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { MAX_PAGE_BYTES } from '#domain/page-size.ts';
import { createBump, withBumps } from '#domain/testing/order-bumps.ts';

import { createSharedApp } from '../support/http-test-app.ts';
import { listAttributes } from '../support/page-metadata.ts';
import { createPublishedPage } from '../support/seller.ts';
import { Visitor, type Page } from '../support/visitor.ts';

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

/** The largest page that sellers can reasonably make, without their pictures. */
const FULL_OFFER: Partial<CheckoutPageConfig> = {
  priceOptions: {
    baseName: 'Plan 1',
    others: Array.from({ length: 5 }, (_, index) => ({
      id: `plan-${index}`,
      name: `Plan ${index + 2}`,
      price: String(50 + 10 * index),
      paymentType: 'one-time' as const,
      billingFrequency: 'monthly' as const,
    })),
  },
  ...withBumps(
    ...['Workbook', 'Audiobook', 'Live workshop'].map((title, index) =>
      createBump(`extra-${index}`, String(9 + 10 * index), {
        title,
        text: 'Everything from the course on paper, with exercises for every chapter.',
        regularPrice: '49',
      }),
    ),
  ),
  quantity: {
    enabled: true,
    minimum: 1,
    maximum: 20,
    singular: 'seat',
    plural: 'seats',
    tiers: [5, 10].map((from, index) => ({ from, price: String(38 - index), optionPrices: {} })),
  },
  payment: { methods: 'stripe', excluded: [], instantOnly: false },
};
const MAX_SCRIPT_BYTES = 5 * 1024;
const MAX_FIRST_VISIT_BYTES = 40_000;

/** Opens a page once it has its own font files, which the server makes after the first visit. */
async function openWithOwnFonts(url: string): Promise<Page> {
  const listFonts = (page: Page) => listAttributes(page, 'link[rel=preload][as=font]', 'href');
  await expect
    .poll(async () => listFonts(await openPage(url)).every((href) => href?.startsWith('/fonts/')), { timeout: 20_000 })
    .toBe(true);
  return openPage(url);
}

test('a first visit of a page with six prices, three extras, quantities and payment methods stays small, with its fonts', async () => {
  const { url } = await createPublishedPage(app(), FULL_OFFER);
  const page = await openWithOwnFonts(url);
  expect(page.document.querySelectorAll('[name=bump]')).toHaveLength(3);
  const scripts = listAttributes(page, 'script[src]', 'src');
  const files = [
    ...listAttributes(page, 'link[rel=stylesheet]', 'href'),
    ...listAttributes(page, 'link[rel=preload][as=font]', 'href'),
  ];
  const measure = (addresses: readonly (string | null)[]) =>
    Promise.all(addresses.map((address) => getTransferSize(address ?? '')));
  const scriptSizes = await measure(scripts);
  expect(scriptSizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
  const sizes = [...scriptSizes, ...(await measure([url, ...files]))];
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_FIRST_VISIT_BYTES);
});

test('the front page is one small document with one small script', async () => {
  const page = await openPage('/');
  expect(Buffer.byteLength(page.html)).toBeLessThanOrEqual(64_000);
  const scripts = listAttributes(page, 'script[src]', 'src');
  expect(scripts).toHaveLength(1);
  expect(await getTransferSize(scripts[0] ?? '')).toBeLessThanOrEqual(5000);
});
