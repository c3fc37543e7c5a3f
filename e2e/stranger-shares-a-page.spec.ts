import { gzipSync } from 'node:zlib';

import type { Page } from '@playwright/test';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { pngOf } from './files.ts';
import { expect, test } from './journey.ts';
import { pageOnSale } from './seller.ts';

const HOSTILE = '</script><script>document.title="taken"</script><b a="\'`&amp;\u2028';

/** What stands in the head, as a program without JavaScript reads it. */
async function headOf(page: Page, address: string) {
  await page.goto(address);
  const attribute = async (selector: string, name: string) => {
    const found = page.locator(selector);
    expect(await found.count(), selector).toBeLessThanOrEqual(1);
    return (await found.count()) === 1 ? found.getAttribute(name) : null;
  };
  const [data] = await page.locator('script[type="application/ld+json"]').allTextContents();
  return {
    title: await page.title(),
    tag: (name: string) => attribute(`meta[name="${name}"], meta[property="${name}"]`, 'content'),
    link: (rel: string) => attribute(`link[rel="${rel}"]`, 'href'),
    product: data === undefined ? null : (JSON.parse(data) as unknown),
  };
}

test('a link to a page shows its name, price and picture wherever it is shared', async ({ shop, guest }) => {
  const change: Partial<CheckoutPageConfig> = { price: '12.50', paymentType: 'subscription' };
  const { url, slug } = await pageOnSale(shop, change);
  const head = await headOf(await guest({ javaScriptEnabled: false }), url);
  expect(head.title).toBe('Linocut for Beginners · Marlow Prints');
  expect(await head.tag('description')).toBe('Eight evenings, one press, no artist needed.');
  expect(await head.tag('robots')).toBeNull();
  expect(await head.link('canonical')).toBe(`${shop.url}/c/${slug}`);
  expect(await head.tag('product:price:amount')).toBe('12.50');
  expect(head.product).toMatchObject({
    name: 'Linocut for Beginners',
    brand: { name: 'Marlow Prints' },
    offers: { price: '12.50', priceCurrency: 'USD', priceSpecification: { unitCode: 'MON' } },
  });
  const image = await fetch((await head.tag('og:image')) ?? '');
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
  const bytes = Buffer.from(await image.arrayBuffer());
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
});

test('a name that is code stays a name', async ({ shop, guest, page, faults }) => {
  const { url } = await pageOnSale(shop, { productName: HOSTILE, description: HOSTILE });
  const name = HOSTILE.replace('\u2028', ' ').trim();
  const head = await headOf(await guest({ javaScriptEnabled: false }), url);
  expect(head.title).toBe(`${name} · Marlow Prints`);
  expect(await head.tag('og:title')).toBe(name);
  expect(head.product).toMatchObject({ name, description: name });
  expect(await (await fetch(url)).text()).not.toContain('</script><script>doc');
  await page.goto(url);
  expect(await page.title()).toBe(`${name} · Marlow Prints`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  expect(faults).toEqual([]);
});

test('a page that sells nothing asks not to be indexed', async ({ shop, guest }) => {
  const { url, pageId, seller } = await pageOnSale(shop);
  await seller.call('unpublish-page', { pageId });
  const stranger = await guest({ javaScriptEnabled: false });
  const closed = await headOf(stranger, url);
  expect(closed.title).toBe('Linocut for Beginners · Marlow Prints');
  expect([await closed.tag('robots'), closed.product]).toEqual(['noindex', null]);
  const success = await headOf(stranger, '/success?t=none');
  expect(await success.tag('robots')).toBe('noindex');
  expect(await (await fetch(`${shop.url}/c/nowhere`)).text()).toContain(
    '<meta name="robots" content="noindex"/>',
  );
});

test('the seller’s logo is the icon of the tab', async ({ shop, guest }) => {
  const { buffer } = pngOf('logo.png', 64, 64, [180, 83, 42]);
  const logo = `data:image/png;base64,${buffer.toString('base64')}`;
  const { url } = await pageOnSale(shop, { logo });
  const head = await headOf(await guest({ javaScriptEnabled: false }), url);
  expect(await head.link('icon')).toMatch(/^\/media\/[0-9a-f]{64}\.webp$/);
});

test('the data of a page says no more than the page', async ({ request, shop }) => {
  const { url } = await pageOnSale(shop);
  const data = await (await request.get(`${url}.data`)).text();
  expect(data).toContain('Linocut for Beginners');
  for (const secret of ['QUARTER', 'FIVER', 'Your first lesson is in your inbox.', 'acct_'])
    expect(data).not.toContain(secret);
});

test('the page’s script is small, and there is no other', async ({ request }) => {
  const html = await (await request.get('/c/demo')).text();
  const scripts = [...html.matchAll(/<script[^>]*src="([^"]+)"/g)].map(([, address = '']) => address);
  expect(scripts).toHaveLength(1);
  const code = await (await request.get(scripts[0] ?? '')).text();
  expect(gzipSync(code).length).toBeLessThan(5 * 1024);
  // But for the solver of a puzzle, which is fetched when there is one.
  expect(code).not.toMatch(/\bimport\b(?!\()/);
  expect(code.match(/\bimport\(/g) ?? []).toHaveLength(1);
});
