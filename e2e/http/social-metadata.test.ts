import { expect, test } from 'vitest';

import { createPng } from '../support/create-png.ts';
import { createSharedApp } from '../support/http-test-app.ts';
import { readMetadata, readPngSize } from '../support/page-metadata.ts';
import { createPublishedPage } from '../support/seller.ts';
import { getText, Visitor } from '../support/visitor.ts';

const app = createSharedApp();
const openPage = (address: string) => new Visitor(app().url).open(address);

const HOSTILE = '</script><script>document.title="taken"</script><b a="\'`&amp;\u2028';

test('the metadata of a checkout page contains its name, its price and its image', async () => {
  const { url, slug } = await createPublishedPage(app(), { price: '12.50', paymentType: 'subscription' });
  const { title, meta, link, structuredData } = readMetadata(await openPage(url));
  expect(title).toBe('Linocut for Beginners · Marlow Prints');
  expect(meta('description')).toBe('Eight evenings, one press, no artist needed.');
  expect(meta('robots')).toBeNull();
  expect(link('canonical')).toBe(`${app().url}/c/${slug}`);
  expect(meta('product:price:amount')).toBe('12.50');
  expect(structuredData).toMatchObject([
    {
      name: 'Linocut for Beginners',
      brand: { name: 'Marlow Prints' },
      offers: { price: '12.50', priceCurrency: 'USD', priceSpecification: { unitCode: 'MON' } },
    },
  ]);
  const image = await fetch(meta('og:image') ?? '');
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(await readPngSize(image)).toEqual([1200, 630]);
});

test('markup in a product name is escaped in the document, its metadata and its structured data', async () => {
  const { url } = await createPublishedPage(app(), { productName: HOSTILE, description: HOSTILE });
  const name = HOSTILE.replace('\u2028', ' ').trim();
  const page = await openPage(url);
  const { title, meta, structuredData } = readMetadata(page);
  expect(title).toBe(`${name} · Marlow Prints`);
  expect(meta('og:title')).toBe(name);
  expect(structuredData).toMatchObject([{ name, description: name }]);
  expect(getText(page, 'h1')).toBe(name);
  expect(page.html).not.toContain('</script><script>doc');
  const scripts = [...page.document.querySelectorAll('script')];
  expect(scripts.map((script) => script.getAttribute('type'))).toEqual(['application/ld+json', 'module']);
});

test('a page that is not on sale is not indexed', async () => {
  const { url, pageId, seller } = await createPublishedPage(app());
  await seller.call('unpublish-page', { pageId });
  const closed = readMetadata(await openPage(url));
  expect(closed.title).toBe('Linocut for Beginners · Marlow Prints');
  expect([closed.meta('robots'), closed.structuredData]).toEqual(['noindex', []]);
  for (const address of ['/success?t=none', '/c/nowhere'])
    expect([address, readMetadata(await openPage(address)).meta('robots')]).toEqual([address, 'noindex']);
});

test("the seller's logo is the icon of the page", async () => {
  const { buffer } = createPng('logo.png', 64, 64, [180, 83, 42]);
  const { url } = await createPublishedPage(app(), {
    logo: `data:image/png;base64,${buffer.toString('base64')}`,
  });
  const icon = readMetadata(await openPage(url)).link('icon') ?? '';
  expect(icon).toMatch(/^\/media\/[0-9a-f]{64}\.webp$/);
  const { status, headers } = await fetch(new URL(icon, app().url));
  expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
});

test('the route data of a page contains no secrets', async () => {
  const { url } = await createPublishedPage(app());
  const data = await (await fetch(`${url}.data`)).text();
  expect(data).toContain('Linocut for Beginners');
  for (const secret of ['QUARTER', 'FIVER', 'Your first lesson is in your inbox.', 'acct_'])
    expect(data).not.toContain(secret);
});
